import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { afterEach, describe, expect, test } from 'vitest'
import { startTestPostgres } from '../../tools/testPostgres.ts'
import { type Database, openPglite, openPostgres } from '../kernel/database.ts'
import { migrate } from '../kernel/migrate.ts'
import { emptyPostgres, testSecret } from '../testing/database.ts'
import { openTestServer, password } from '../testing/server.ts'
import { type Started, startServer } from '../testing/spawn.ts'
import { startWriters, type Writers, type Written } from '../testing/writers.ts'

/** On both databases: a process can die on either. */
const full = process.env.LADING_FULL === '1'
const onPostgres = process.env.LADING_TEST_DB === 'postgres'
const undo: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
})

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const socket = createServer()
    socket.listen(0, '127.0.0.1', () => {
      const { port } = socket.address() as { port: number }
      socket.close(() => resolve(port))
    })
  })

/** A database with the test's tenants, for a server in a process of its own. */
async function prepare(): Promise<{ env: Record<string, string>; open: () => Promise<Database> }> {
  const folder = mkdtempSync(join(tmpdir(), 'lading-crash-'))
  undo.push(() => rmSync(folder, { recursive: true, force: true }))
  const port = String(await freePort())
  const fill = async (db: Database) => {
    await migrate(db, testSecret)
    await (await openTestServer({ db })).close()
  }
  if (!onPostgres) {
    mkdirSync(join(folder, 'pglite'))
    const open = () => openPglite(join(folder, 'pglite'))
    await fill(await open())
    return { env: { DATA_DIR: folder, PORT: port }, open }
  }
  const { url, drop } = await emptyPostgres()
  undo.push(drop)
  const open = async () => openPostgres({ url, secret: testSecret })
  await fill(await open())
  return { env: { DATA_DIR: folder, DATABASE_URL: url, PORT: port }, open }
}

/** Lets the writers get on, however slow the machine is, and stops at no particular moment. */
async function underWay(writers: Writers): Promise<void> {
  const from = writers.count()
  await expect.poll(writers.count, { timeout: 30_000, interval: 5 }).toBeGreaterThan(from + 16)
  await sleep(Math.random() * 30)
}

/** Every acknowledged write is there, each once, with its audit; and nothing is there that was not asked for. */
async function demandKept(owner: pg.Pool, written: Written): Promise<void> {
  expect(written.wrong).toEqual([])
  const { rows } = await owner.query<{ code: string; audits: string }>(`
    select o.code, (select count(*) from sys_audit_log a where a.tenant_id = o.tenant_id and a.subject_id = o.id and a.action = 'create') as audits
    from wms_owner o`)
  const stored = new Set(rows.map((r) => r.code))
  expect(written.acknowledged.filter((code) => !stored.has(code))).toEqual([])
  expect(new Set(written.acknowledged).size).toBe(written.acknowledged.length)
  expect(rows.length).toBe(stored.size)
  expect(rows.filter((r) => r.audits !== '1')).toEqual([])
}

describe('crashes', () => {
  const name = onPostgres ? 'T12' : 'T13'
  test(`${name} kill -9 of the server under writing clients: nothing acknowledged is lost or doubled`, async () => {
    const { env, open } = await prepare()
    let server: Started = await startServer(env)
    undo.push(() => server.child.kill('SIGKILL'))
    const writers = await startWriters(server.url, full ? 32 : 8, password)
    const times: number[] = []
    for (let i = 0; i < (full ? 50 : 3); i++) {
      await underWay(writers)
      await server.end('SIGKILL')
      server = await startServer(env)
      times.push(Math.round(server.ms))
    }
    await underWay(writers)
    const written = await writers.stop()
    expect((await server.end('SIGTERM')).code).toBe(0)
    process.stdout.write(
      `${name}: ${written.acknowledged.length} acknowledged, ${written.failed} retried, ready again after ${times} ms\n`,
    )
    const db = await open()
    undo.push(() => db.close())
    expect(written.acknowledged.length).toBeGreaterThan(20)
    await demandKept(db.owner, written)
  })

  test('T21 a graceful stop under load: what was begun is answered, and the process ends', async () => {
    const { env, open } = await prepare()
    const server = await startServer(env)
    undo.push(() => server.child.kill('SIGKILL'))
    const writers = await startWriters(server.url, 8, password, 100)
    await underWay(writers)
    const ended = await server.end('SIGTERM')
    const written = await writers.stop()
    process.stdout.write(`T21: ended after ${Math.round(ended.ms)} ms, ${written.acknowledged.length} acknowledged\n`)
    // Who does not end by himself is ended, with another code.
    expect(ended.code).toBe(0)
    const db = await open()
    undo.push(() => db.close())
    await demandKept(db.owner, { ...written, wrong: written.wrong.filter((w) => !w.includes('no answer')) })
  })
})

if (onPostgres)
  describe('a database that goes away', () => {
    test('T14 T16 crashes of PostgreSQL under load: only "come back later" is said, and all goes on by itself', async () => {
      const postgres = await startTestPostgres({ durable: true })
      undo.push(() => postgres.stop())
      const db = openPostgres({ url: postgres.url, secret: testSecret })
      await migrate(db, testSecret)
      const server = await openTestServer({ db })
      await server.app.listen({ host: '127.0.0.1', port: 0 })
      undo.push(() => server.close())
      const { port } = server.app.server.address() as { port: number }
      const writers = await startWriters(`http://127.0.0.1:${port}`, full ? 32 : 8, password)
      const back: number[] = []
      for (let i = 0; i < (full ? 20 : 3); i++) {
        await underWay(writers)
        await postgres.crash()
        await sleep(200)
        await postgres.restart()
        const from = performance.now()
        const before = writers.count()
        // By itself, or the test never ends.
        while (writers.count() < before + 8) await sleep(10)
        back.push(Math.round(performance.now() - from))
      }
      const written = await writers.stop()
      process.stdout.write(
        `T14: ${written.acknowledged.length} acknowledged, ${written.failed} retried, writing again after ${back} ms\n`,
      )
      expect(written.failed).toBeGreaterThan(0)
      await demandKept(db.owner, written)
    })
  })

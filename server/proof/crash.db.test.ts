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
import { openTestServer, password, type TestServer } from '../testing/server.ts'
import { type Started, startServer } from '../testing/spawn.ts'
import { startWriters, type Written } from '../testing/writers.ts'
import { reconcile } from '../wms/stock/reconcile.ts'
import { buildGoodsPlaces, type GoodsPlace, type GoodsWriters, startGoodsWriters } from '../wms/testing/goodsWriters.ts'

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

/** For what is never answered. One of many on a busy machine, killed every few seconds, may wait for minutes. */
const patience = 600_000
const goodsClients = full ? 16 : 4
const ownerClients = full ? 16 : 8

interface Prepared {
  readonly env: Record<string, string>
  readonly open: () => Promise<Database>
  readonly places: readonly GoodsPlace[]
}
/** A database with the test's tenants and a warehouse, for a server in a process of its own. */
async function prepare(): Promise<Prepared> {
  const folder = mkdtempSync(join(tmpdir(), 'lading-crash-'))
  undo.push(() => rmSync(folder, { recursive: true, force: true }))
  const port = String(await freePort())
  const fill = async (db: Database) => {
    await migrate(db, testSecret)
    const server = await openTestServer({ db })
    const places = await warehouseOf(server)
    await server.close()
    return places
  }
  if (!onPostgres) {
    mkdirSync(join(folder, 'pglite'))
    const open = () => openPglite(join(folder, 'pglite'))
    return { places: await fill(await open()), env: { DATA_DIR: folder, PORT: port }, open }
  }
  const { url, drop } = await emptyPostgres()
  undo.push(drop)
  const open = async () => openPostgres({ url, secret: testSecret })
  return { places: await fill(await open()), env: { DATA_DIR: folder, DATABASE_URL: url, PORT: port }, open }
}
const warehouseOf = (server: TestServer) => server.inside('DC01', (ctx) => buildGoodsPlaces(ctx, goodsClients))

/** Lets all writers get on, however slow the machine is, and stops at no particular moment. */
async function underWay(...all: readonly { readonly count: () => number }[]): Promise<void> {
  const until = all.map((writers) => writers.count() + 16)
  const areOn = () => all.every((writers, i) => writers.count() > (until[i] ?? 0))
  await expect.poll(areOn, { timeout: 60_000, interval: 5 }).toBe(true)
  await sleep(Math.random() * 30)
}

/** What a killed server had begun is over when its connections are: a commit may still come, or none. */
async function settled(db: Database): Promise<void> {
  if (db.kind !== 'postgres') return
  const busy = `select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`
  await expect.poll(async () => (await db.owner.query(busy)).rowCount, { timeout: 30_000, interval: 20 }).toBe(0)
}

/**
 * What was answered stands once, in ledger and tasks, whatever is being asked stands once or not at all, nothing else
 * stands, and every rule of the book holds.
 */
async function demandGoods(db: Database, goods: GoodsWriters, sound: () => Promise<unknown>): Promise<void> {
  for (const { found, told, asked } of await goods.compare(db.owner)) expect([told, asked]).toContainEqual(found)
  expect(await sound()).toEqual([])
}
const soundOf = (server: TestServer) => () => server.inside('DC01', reconcile)

/** The same, looked at while no other process has the database. */
async function demandGoodsAlone(open: Prepared['open'], goods: GoodsWriters): Promise<void> {
  const db = await open()
  await settled(db)
  const server = await openTestServer({ db })
  // Its end closes the database too.
  await demandGoods(db, goods, soundOf(server)).finally(server.close)
}

/**
 * Every acknowledged write is there, each once, with its audit; and nothing is there that was not asked for. The
 * warehouse's own owner, O1, came without a call.
 */
async function demandKept(owner: pg.Pool, written: Written): Promise<void> {
  expect(written.wrong).toEqual([])
  const { rows } = await owner.query<{ code: string; audits: string }>(`
    select o.code, (select count(*) from sys_audit_log a where a.tenant_id = o.tenant_id and a.subject_id = o.id and a.action = 'create') as audits
    from wms_owner o where o.code <> 'O1'`)
  const stored = new Set(rows.map((r) => r.code))
  expect(written.acknowledged.filter((code) => !stored.has(code))).toEqual([])
  expect(new Set(written.acknowledged).size).toBe(written.acknowledged.length)
  expect(rows.length).toBe(stored.size)
  expect(rows.filter((r) => r.audits !== '1')).toEqual([])
}

describe('crashes', () => {
  const name = onPostgres ? 'T12' : 'T13'
  test(`${name} kill -9 of the server under writing clients: nothing acknowledged is lost or doubled`, async () => {
    const { env, open, places } = await prepare()
    let server: Started = await startServer(env)
    undo.push(() => server.child.kill('SIGKILL'))
    const writers = await startWriters(server.url, ownerClients, password, patience)
    const goods = await startGoodsWriters(server.url, places, password, patience)
    const times: number[] = []
    for (let i = 0; i < (full ? 50 : 3); i++) {
      await underWay(writers, goods)
      await server.end('SIGKILL')
      await Promise.all([writers.hold(), goods.hold()])
      await demandGoodsAlone(open, goods)
      server = await startServer(env)
      times.push(Math.round(server.ms))
      writers.go()
      goods.go()
    }
    await underWay(writers, goods)
    const [written] = await Promise.all([writers.stop(), goods.stop()])
    expect((await server.end('SIGTERM')).code).toBe(0)
    process.stdout.write(
      `${name}: ${written.acknowledged.length} owners and ${goods.count()} writes of goods acknowledged, ${written.failed + goods.run.failed} retried, ready again after ${times} ms\n`,
    )
    expect(goods.run.wrong).toEqual([])
    await demandGoodsAlone(open, goods)
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
      const places = await warehouseOf(server)
      await server.app.listen({ host: '127.0.0.1', port: 0 })
      undo.push(() => server.close())
      const { port } = server.app.server.address() as { port: number }
      const url = `http://127.0.0.1:${port}`
      const writers = await startWriters(url, ownerClients, password, patience)
      const goods = await startGoodsWriters(url, places, password, patience)
      const back: number[] = []
      for (let i = 0; i < (full ? 50 : 3); i++) {
        await underWay(writers, goods)
        await postgres.crash()
        await sleep(200)
        await postgres.restart()
        const from = performance.now()
        const before = writers.count()
        // By itself, or the test never ends.
        while (writers.count() < before + 8) await sleep(10)
        back.push(Math.round(performance.now() - from))
        await Promise.all([writers.hold(), goods.hold()])
        await demandGoods(db, goods, soundOf(server))
        writers.go()
        goods.go()
      }
      const [written] = await Promise.all([writers.stop(), goods.stop()])
      process.stdout.write(
        `T14: ${written.acknowledged.length} owners and ${goods.count()} writes of goods acknowledged, ${written.failed + goods.run.failed} retried, writing again after ${back} ms\n`,
      )
      expect(written.failed).toBeGreaterThan(0)
      expect(goods.run.wrong).toEqual([])
      await demandGoods(db, goods, soundOf(server))
      await demandKept(db.owner, written)
    })
  })

import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { login } from '@lading/contract/sys/session.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { appPassword, appRole, type Database, openPglite, openPostgres } from './kernel/database.ts'
import { migrate } from './kernel/migrate.ts'
import { asSuperuser, emptyPostgres, testSecret } from './testing/database.ts'
import { isFull } from './testing/full.ts'
import { type Started, startInVain, startServer } from './testing/spawn.ts'

const onPostgres = process.env.LADING_TEST_DB === 'postgres'
const folder = mkdtempSync(join(tmpdir(), 'lading-start-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** One clear line, exit code 1, and nothing left behind. */
async function demandLine(env: Record<string, string>, line: RegExp): Promise<void> {
  const dataDir = join(folder, `refused-${Math.random().toString(36).slice(2)}`)
  const { output, code } = await startInVain({ DATA_DIR: dataDir, ...env })
  expect(output).toMatch(line)
  expect(output.trim().split('\n')).toHaveLength(1)
  expect(output).not.toMatch(/^\s+at /m)
  expect(code).toBe(1)
  if (env.DATA_DIR === undefined) expect(existsSync(dataDir)).toBe(false)
}

/** Ends a server that has a call in work, a connection that waits for its next one, and one that never sent any. */
async function endInWork(server: Started): Promise<void> {
  const { hostname, port } = new URL(server.url)
  const silent = connect(Number(port), hostname).on('error', () => undefined)
  const agent = new Agent({ keepAlive: true })
  const ask = (method: string, path: string) => request({ hostname, port, method, path, agent })
  const answered = (call: ReturnType<typeof ask>) =>
    new Promise<string | undefined>((resolve, reject) => {
      call.on('error', reject).on('response', (response) => {
        response.resume().on('end', () => resolve(response.headers.connection))
      })
    })
  const upload = ask('POST', login.path)
  upload.setHeader('content-type', 'application/json').setHeader('content-length', '2')
  // A connection that nobody has read from is only reset: the answer 100 says that the call is in work.
  const begun = new Promise<void>((resolve) => upload.setHeader('expect', '100-continue').on('continue', resolve))
  upload.flushHeaders()
  await begun
  upload.write('{')
  const idle = ask('GET', '/healthz')
  idle.end()
  expect(await answered(idle)).toBe('keep-alive')
  const answer = answered(upload)
  // Told below, where it is waited for.
  answer.catch(() => undefined)
  const ended = server.end('SIGTERM')
  // Once nobody new is let in, it is ending. Of several processes, the one that hands connections on can keep one that
  // came in between, and resets it with its own end: that one is not let in either.
  await expect
    .poll(
      () =>
        fetch(`${server.url}/healthz`, { signal: AbortSignal.timeout(5_000) }).then(
          (r) => r.status,
          () => 'refused',
        ),
      { timeout: 30_000 },
    )
    .toBe('refused')
  upload.end('}')
  expect(await answer).toBe('close')
  // Who waits for connections that nobody ends gives up after some time, and says so by another code.
  expect((await ended).code).toBe(0)
  silent.destroy()
  agent.destroy()
}

const tables = "select count(*)::int as n from pg_class where relnamespace = 'public'::regnamespace"

if (onPostgres) {
  describe('a start on PostgreSQL', () => {
    let made: Awaited<ReturnType<typeof emptyPostgres>>
    beforeAll(async () => {
      made = await emptyPostgres()
    })
    afterAll(() => made.drop())

    test('an unreachable database, a wrong password, a missing database: one line each', async () => {
      const port = Object.assign(new URL(made.url), { port: '1' }).href
      await demandLine({ DATABASE_URL: port }, /the database does not answer: check host and port in DATABASE_URL/)
      const password = Object.assign(new URL(made.url), { password: 'wrong' }).href
      await demandLine({ DATABASE_URL: password }, /the database refuses the user or password: check DATABASE_URL/)
      const missing = Object.assign(new URL(made.url), { pathname: '/nowhere' }).href
      await demandLine({ DATABASE_URL: missing }, /the database does not exist: create it, or correct DATABASE_URL/)
    })

    test('an end while a call is in work, and while connections wait for their next', async () => {
      const other = await emptyPostgres()
      try {
        await endInWork(await startServer({ DATABASE_URL: other.url, DATA_DIR: folder }))
        await endInWork(await startServer({ DATABASE_URL: other.url, DATA_DIR: folder, LADING_PROCESSES: '2' }))
      } finally {
        await other.drop()
      }
    })

    // The role is the cluster's, but a lock of PostgreSQL one database's: they cannot wait for each other.
    test('databases of one cluster are brought up at the same time', async () => {
      const places = await Promise.all([1, 2, 3].map(emptyPostgres))
      const dbs = places.map(({ url }) => openPostgres({ url, secret: testSecret }))
      const again = async (db: Database) => {
        for (let start = 0; start < (isFull ? 40 : 10); start++) await migrate(db, testSecret)
      }
      const ended = await Promise.allSettled(dbs.map(again))
      for (const db of dbs) await db.close()
      for (const { drop } of places) await drop()
      expect(ended.filter((e) => e.status === 'rejected')).toEqual([])
    })

    test('an owner who may make no roles is given the restricted one', async () => {
      const db = openPostgres({ url: made.url, secret: testSecret })
      await migrate(db, testSecret)
      await db.close()
      const { username, password } = { username: `plain_${process.pid}`, password: 'a plain owner' }
      await asSuperuser(made.url, async (client) => {
        await client.query(`create role ${username} login password '${password}' nosuperuser nocreaterole`)
      })
      const place = await emptyPostgres()
      await asSuperuser(place.url, async (client) => {
        await client.query(`alter schema public owner to ${username}`)
      })
      const at = (user: object) => Object.assign(new URL(place.url), user).href
      const env = {
        DATABASE_URL: at({ username, password }),
        DATABASE_APP_URL: at({ username: appRole, password: appPassword(testSecret) }),
      }
      const server = await startServer({ ...env, DATA_DIR: folder })
      expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
      await server.end('SIGTERM')
      await place.drop()
      await asSuperuser(made.url, async (client) => {
        await client.query(`drop role ${username}`)
      })
    })

    test('a database of a newer version, or with a changed migration, is left as it is', async () => {
      const env = { DATABASE_URL: made.url, DATA_DIR: folder }
      await (await startServer(env)).end('SIGTERM')
      const count = async () => {
        let n = 0
        await asSuperuser(made.url, async (client) => {
          n = (await client.query(tables)).rows[0].n
        })
        return n
      }
      const before = await count()
      const alter = (statement: string) =>
        asSuperuser(made.url, async (client) => {
          await client.query(statement)
        })
      await alter(`insert into lading_migration (number, name, hash) values (9999, '9999_future.sql', 'x')`)
      await demandLine({ DATABASE_URL: made.url }, /the database is newer than this program \(it has 9999_future.sql\)/)
      await alter(
        `delete from lading_migration where number = 9999; update lading_migration set hash = 'other' where number = 1`,
      )
      await demandLine({ DATABASE_URL: made.url }, /was changed after it was applied/)
      expect(await count()).toBe(before)
    })

    test('several processes serve one port, and all end with the first', async () => {
      const other = await emptyPostgres()
      try {
        const server = await startServer({ DATABASE_URL: other.url, DATA_DIR: folder, LADING_PROCESSES: '2' })
        expect(server.output()).toContain('(2 processes)')
        for (let i = 0; i < 20; i++) expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
        // Who does not end by himself is ended, with another code.
        expect((await server.end('SIGINT')).code).toBe(0)
      } finally {
        await other.drop()
      }
    })
  })
} else {
  describe('a start that is refused', () => {
    test.each([
      [{ PORT: '99999' }, /PORT must be a whole number from 0 to 65535/],
      [{ PORT: 'abc' }, /PORT must be a whole number/],
      [{ HOST: 'not a host' }, /HOST must be an address or a name/],
      [{ HOST: '203.0.113.7' }, /HOST is no address of this machine/],
      [{ DATABASE_URL: 'mysql://x' }, /DATABASE_URL must look like postgres:/],
      [{ LADING_SECRET: 'short' }, /LADING_SECRET must have at least 16/],
      [{ LADING_PROCESSES: '3' }, /LADING_PROCESSES above 1 needs DATABASE_URL/],
      [{ TRUST_PROXY: 'everybody' }, /TRUST_PROXY must be true, false or addresses/],
      [{ TLS_CERT: '/nowhere' }, /TLS_CERT and TLS_KEY are needed together/],
      [{ TLS_CERT: '/nowhere', TLS_KEY: '/nowhere' }, /TLS_CERT names a file that cannot be read/],
      [{ LOG_LEVEL: 'loud' }, /LOG_LEVEL must be one of/],
      [{ LADING_DEMO_PASSWORD: 'x' }, /LADING_DEMO_PASSWORD must have at least 4/],
      [{ DATA_DIR: '/dev/null/x' }, /DATA_DIR must be a folder that can be written/],
    ])('%o', async (env: Record<string, string>, line) => {
      const { LADING_SECRET = '', ...rest } = env
      // An empty secret in the environment would be a wrong one as well; left out, it is made.
      await demandLine(LADING_SECRET ? env : rest, line)
    })

    test('a busy port', async () => {
      const socket: Server = createServer()
      const port = await new Promise<number>((resolve) =>
        socket.listen(0, '127.0.0.1', () => resolve((socket.address() as { port: number }).port)),
      )
      await demandLine({ PORT: String(port) }, /the port is in use: stop the other program, or set PORT/)
      socket.close()
    })

    test('an embedded database of a newer version', async () => {
      const dataDir = join(folder, 'newer')
      mkdirSync(dataDir)
      const db = await openPglite(join(dataDir, 'pglite'))
      await migrate(db, testSecret)
      await db.owner.query(`insert into lading_migration (number, name, hash) values (9999, '9999_future.sql', 'x')`)
      await db.close()
      await demandLine({ DATA_DIR: dataDir }, /the database is newer than this program/)
    })
  })

  test('a start on an empty folder, a second beside it, the end by Ctrl-C, and the next start', async () => {
    const env = { DATA_DIR: join(folder, 'data'), LADING_DEMO_PASSWORD: 'Demo1234' }
    const first = await startServer(env)
    await expect
      .poll(first.output, { timeout: 15_000 })
      .toMatch(/safe against a crash of this program, not against power loss/)
    await expect.poll(first.output, { timeout: 15_000 }).toMatch(/Demo log-ins: tenant demo, users admin/)
    await demandLine(env, /the data folder .* is in use by process \d+: stop it, or choose another DATA_DIR/)
    expect((await first.end('SIGINT')).code).toBe(0)
    expect(readdirSync(env.DATA_DIR)).not.toContain('lock')
    const second = await startServer(env)
    expect(second.output()).not.toContain('Demo log-ins')
    process.stdout.write(`first start ${Math.round(first.ms)} ms, second start ${Math.round(second.ms)} ms\n`)
    await endInWork(second)
  })
}

test('a PostgreSQL older than 15 is refused before anything is changed', async () => {
  const asked: string[] = []
  const client = {
    query: async (text: string) => {
      asked.push(text)
      return { rows: [{ server_version_num: '140012' }] }
    },
    release: () => undefined,
  }
  const old = { kind: 'postgres', owner: { connect: async () => client } }
  await expect(migrate(old as never, testSecret)).rejects.toThrow(/older than PostgreSQL 15/)
  expect(asked.filter((text) => !/^(show|select pg_advisory_unlock)/.test(text))).toEqual([])
})

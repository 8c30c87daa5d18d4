import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { emptyPostgres } from '@lading/server/testing/database.ts'
import { bareEnv, startServer } from '@lading/server/testing/spawn.ts'
import { afterEach, expect, test } from 'vitest'

const undo: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
})
function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'lading-seed-'))
  undo.push(() => rmSync(made, { recursive: true, force: true }))
  return made
}
function seed(env: Readonly<Record<string, string>>): { code: number | null; output: string } {
  const done = spawnSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, 'seed.ts')],
    { env: { ...bareEnv, ...env }, encoding: 'utf8', timeout: 100_000 },
  )
  return { code: done.status, output: `${done.stdout}${done.stderr}`.trim() }
}

if (process.env.LADING_TEST_DB === 'postgres')
  test('an empty PostgreSQL is seeded once, and who was printed can log in to the server started then', async () => {
    const { url, drop } = await emptyPostgres()
    undo.push(drop)
    const env = { DATABASE_URL: url, DATA_DIR: folder(), LADING_DEMO_PASSWORD: 'Demo-1234' }
    const first = seed(env)
    expect(first).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^Demo log-ins: tenant demo, [^\n]*(\n {2}\w+ +[^\n]+){10}$/),
    })
    expect(seed(env)).toEqual({ code: 0, output: 'The database has tenants already: nothing was seeded.' })
    const server = await startServer(env)
    undo.push(() => server.end('SIGTERM'))
    for (const username of [
      'admin',
      'receiver',
      'picker',
      'picker5',
      'shipper',
      'viewer',
      'other',
      'dispatcher',
      'merchant',
      'accountant',
    ]) {
      const answer = await fetch(`${server.url}/fw/api/sys/user/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ tenant: 'demo', username, password: 'Demo-1234' }),
      })
      expect(await answer.json(), username).toMatchObject({ code: 0 })
    }
  })
else
  test('an embedded database that a server has open is left alone', () => {
    const dir = folder()
    writeFileSync(join(dir, 'lock'), String(process.pid))
    expect(seed({ DATA_DIR: dir })).toEqual({
      code: 1,
      output: expect.stringMatching(/^Nothing was seeded: the data folder .* is in use by process \d+[^\n]*$/),
    })
  })

test('a database that does not answer, or a wrong setting, is one clear line', () => {
  const env = { DATA_DIR: folder(), DATABASE_URL: 'postgres://nobody@127.0.0.1:1/lading' }
  const failed = { code: 1, output: expect.stringMatching(/^Nothing was seeded: [^\n]*DATABASE_URL[^\n]*$/) }
  expect(seed(env)).toEqual(failed)
  expect(seed({ ...env, DATABASE_URL: 'mysql://x' })).toEqual(failed)
})

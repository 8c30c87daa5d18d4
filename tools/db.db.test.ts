import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { tables } from '@lading/contract/tables.ts'
import { type Database, openPglite, openPostgres } from '@lading/server/kernel/database.ts'
import { migrate } from '@lading/server/kernel/migrate.ts'
import { readSums, type Sums } from '@lading/server/platform/backup/archive.ts'
import { keepImage } from '@lading/server/platform/file/image.ts'
import { unknownTables } from '@lading/server/platform/job/statistics.ts'
import { emptyPostgres, initialise, testSecret } from '@lading/server/testing/database.ts'
import { hostileTexts } from '@lading/server/testing/hostile.ts'
import { pngOf } from '@lading/server/testing/images.ts'
import { openTestServer } from '@lading/server/testing/server.ts'
import { bareEnv } from '@lading/server/testing/spawn.ts'
import { afterEach, expect, test } from 'vitest'

const onPostgres = process.env.LADING_TEST_DB === 'postgres'
const undo: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
})

interface Place {
  readonly env: Record<string, string>
  readonly open: () => Promise<Database>
}

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'lading-db-'))
  undo.push(() => rmSync(made, { recursive: true, force: true }))
  return made
}
async function embedded(): Promise<Place> {
  const dir = folder()
  await initialise(join(dir, 'pglite'))
  return { env: { DATA_DIR: dir }, open: () => openPglite(join(dir, 'pglite')) }
}
async function postgres(): Promise<Place> {
  const { url, drop } = await emptyPostgres()
  undo.push(drop)
  return { env: { DATA_DIR: folder(), DATABASE_URL: url }, open: async () => openPostgres({ url, secret: testSecret }) }
}
const fresh = (): Promise<Place> => (onPostgres ? postgres() : embedded())

/** Two tenants, awkward texts, exact numbers, and a tree whose root has the greater id. */
async function filled(place: Place): Promise<Sums> {
  const db = await place.open()
  await migrate(db, testSecret)
  const server = await openTestServer({ db })
  await server.inside('DC01', async (ctx) => {
    const { bulkInsert } = await import('@lading/server/kernel/bulk.ts')
    const common = { tenantId: ctx.tenantId }
    await bulkInsert(
      ctx.tx,
      'wms_owner',
      hostileTexts.map((name, i) => ({
        ...common,
        id: ctx.newId(),
        code: `H${i}`,
        name: [...name].slice(0, 64).join(''),
      })),
    )
    const many = Array.from({ length: 1200 }, (_, i) => ({
      ...common,
      id: ctx.newId(),
      code: `M${i}`,
      name: 'x',
      overPct: '33.33',
    }))
    await bulkInsert(ctx.tx, 'wms_owner', many)
    const [leaf, root] = [ctx.newId(), ctx.newId()]
    const area = { ...common, orgId: ctx.org.id, name: 'area', squareMetres: '999999.9' }
    await bulkInsert(ctx.tx, 'wms_area', [{ ...area, id: root, code: 'ROOT', upperId: null }])
    await bulkInsert(ctx.tx, 'wms_area', [{ ...area, id: leaf, code: 'LEAF', upperId: root }])
    // Bytes that are no text, and more of the largest than one step of an archive carries.
    const png = Buffer.concat([pngOf(''), Buffer.from('00ff', 'hex')])
    for (const data of [png, ...Array.from({ length: 5 }, (_, i) => Buffer.concat([png, Buffer.alloc(2_000_000, i)]))])
      await keepImage(ctx, { name: 'x', data })
  })
  // A running server plans its own work: who counts while it runs counts less than it leaves behind.
  await server.close()
  return sumsAt(place)
}

function run(place: Place, ...args: readonly string[]): { code: number | null; output: string } {
  const done = spawnSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, 'db.ts'), ...args],
    {
      env: { ...bareEnv, ...place.env },
      encoding: 'utf8',
    },
  )
  return { code: done.status, output: `${done.stdout}${done.stderr}`.trim() }
}

const at = async <T>(place: Place, look: (db: Database) => Promise<T>): Promise<T> => {
  const db = await place.open()
  try {
    return await look(db)
  } finally {
    await db.close()
  }
}
const sumsAt = (place: Place): Promise<Sums> => at(place, (db) => readSums(db, tables))

test('a backup restored elsewhere is the same database, to the last digit', async () => {
  const [source, target] = [await fresh(), await fresh()]
  const sums = await filled(source)
  expect(Object.values(sums).reduce((n, s) => n + s.rows, 0)).toBeGreaterThan(1200)
  const file = join(folder(), 'backup.gz')
  expect(run(source, 'backup', file)).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^\d+ rows in \d+ tables written to/),
  })
  expect(run(source, 'backup', file)).toMatchObject({ code: 1, output: expect.stringContaining('exists already') })
  expect(run(target, 'restore', file)).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^\d+ rows in \d+ tables restored/),
  })
  expect(await sumsAt(target)).toEqual(sums)
  expect(await at(target, unknownTables)).toEqual([])
  expect(run(target, 'restore', file)).toMatchObject({
    code: 1,
    output: 'the database is not empty: name an empty one',
  })
  const damaged = join(folder(), 'damaged.gz')
  writeFileSync(damaged, readFileSync(file).subarray(0, 2000))
  const third = await fresh()
  expect(run(third, 'restore', damaged)).toMatchObject({ code: 1, output: expect.stringMatching(/damaged|incomplete/) })
  expect((await sumsAt(third)).sys_tenant?.rows).toBe(0)
  expect(run(third, 'restore', join(folder(), 'nothing'))).toMatchObject({
    code: 1,
    output: expect.stringContaining('there is no file'),
  })
  expect(existsSync(`${file}.part`)).toBe(false)
})

if (onPostgres)
  test('an embedded database moves into PostgreSQL as it is', async () => {
    const source = await embedded()
    const target = await postgres()
    const sums = await filled(source)
    const both = { ...target, env: { ...target.env, ...source.env } }
    expect(run(both, 'move')).toMatchObject({ code: 0, output: expect.stringMatching(/rows in \d+ tables moved/) })
    expect(await sumsAt(target)).toEqual(sums)
    expect(await at(target, unknownTables)).toEqual([])
    expect(await sumsAt(source)).toEqual(sums)
    expect(run(both, 'move')).toMatchObject({ code: 1, output: 'the database is not empty: name an empty one' })
  })

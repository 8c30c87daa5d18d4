import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Database, openPostgres } from './kernel/database.ts'
import { createIds } from './kernel/ids.ts'
import { takeSlot } from './slot.ts'
import { emptyPostgres, openTestDatabase, testSecret } from './testing/database.ts'

const onPostgres = process.env.LADING_TEST_DB === 'postgres'
let db: Database
beforeAll(async () => {
  db = await openTestDatabase()
})
afterAll(() => db.close())

test('T09 two processes of one slot would make the same ids at the same moment', () => {
  const [one, two] = [createIds(7, () => 1e12), createIds(7, () => 1e12)]
  expect(one()).toBe(two())
  expect(createIds(8, () => 1e12)()).not.toBe(createIds(7, () => 1e12)())
  // T64: who begins after one whose clock was ahead goes on behind it.
  const ahead = createIds(200, () => 2e12)()
  const begun = createIds(3, () => 1.9e12, ahead)
  expect(BigInt(begun())).toBeGreaterThan(BigInt(ahead))
  expect(BigInt(begun())).toBeLessThan(BigInt(createIds(0, () => 2e12 + 2)()))
})

test.each([
  [0, 0],
  [0.5, 128],
  [0.999_999, 255],
])('T09 a process has a slot of all that there are: drawn at %s it is %s', async (drawn, number) => {
  vi.spyOn(Math, 'random').mockReturnValue(drawn)
  const slot = await takeSlot(db)
  expect(slot.number).toBe(number)
  await slot.release()
})

test('T09 each slot has ids of its own', () => {
  const ids = Array.from({ length: 256 }, (_, slot) => createIds(slot, () => 1e12)())
  expect(new Set(ids).size).toBe(256)
})

if (onPostgres) {
  test('T09 processes that would begin with the same slot take different ones', async () => {
    const taken = await Promise.all([0, 1, 2].map(() => takeSlot(db, 255)))
    expect(taken.map((s) => s.number).toSorted((a, b) => a - b)).toEqual([0, 1, 255])
    for (const slot of taken) await slot.release()
    const next = await takeSlot(db, 255)
    expect(next.number).toBe(255)
    await next.release()
  })

  test('T09 a slot is kept when its connection breaks, and belongs to one database', async () => {
    const slot = await takeSlot(db, 40)
    await db.owner.query(`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objid = 40
      and database = (select oid from pg_database where datname = current_database())`)
    const isHeld = async () => {
      const { rows } =
        await db.owner.query(`select 1 from pg_locks where locktype = 'advisory' and objid = 40 and granted
        and database = (select oid from pg_database where datname = current_database())`)
      return rows.length === 1
    }
    await expect.poll(isHeld, { timeout: 10_000 }).toBe(true)
    const place = await emptyPostgres()
    const other = openPostgres({ url: place.url, appUrl: place.url, secret: testSecret })
    const there = await takeSlot(other, 40)
    expect(there.number).toBe(40)
    await there.release()
    await slot.release()
    await other.close()
    await place.drop()
  })
}

import { afterAll, beforeAll, expect, test } from 'vitest'
import { createIds } from '../../kernel/ids.ts'
import { otherSlots, type Slot, takeSlot } from '../../slot.ts'
import { openTestServer, type TestServer } from '../../testing/server.ts'
import { takeOver } from './takeOver.ts'

const onPostgres = process.env.LADING_TEST_DB === 'postgres'
let server: TestServer
let own: Slot
let other: Slot
beforeAll(async () => {
  server = await openTestServer()
  await server.relay.stop()
  own = await takeSlot(server.db, 40)
  other = await takeSlot(server.db, 41)
})
afterAll(async () => {
  await own.release()
  await other.release()
  await server.close()
})

const far = new Date('2999-01-01')
const claimed = (key: string, claim: string | null) =>
  server.db.owner.query(
    `insert into sys_due (id, tenant, kind, key, due_at, claim) values ($1, 0, 'job', $2, $3, $4)`,
    [server.kernel.newId(), key, far, claim],
  )
const waiting = async () => {
  const { rows } = await server.db.owner.query<{ key: string }>(
    `select key from sys_due where tenant = 0 and due_at = $1 order by key`,
    [far],
  )
  return rows.map((row) => row.key)
}

test('what a process had that is gone is due at once, and nobody loses what he works on', async () => {
  const ids = (slot: number) => createIds(slot)()
  await claimed('a of the dead', ids(99))
  await claimed('b of a forerunner', ids(40))
  await claimed('c of the living', ids(41))
  await claimed('d of nobody', null)
  const begun = createIds(40, () => Date.now() + 5)()
  await claimed('e of its own', createIds(40, () => Date.now() + 1_000)())
  await takeOver(server.kernel, begun, () => otherSlots(server.db, own), 1)
  // An embedded database serves one process: there is no other.
  const living = onPostgres ? ['c of the living'] : []
  expect(await waiting()).toEqual([...living, 'd of nobody', 'e of its own'])
})

test('who has a slot again at the second look was not gone', async () => {
  await claimed('f of one who lost his line', createIds(77)())
  const looks = [[], [77]]
  await takeOver(server.kernel, createIds(40, () => Date.now() + 5)(), async () => looks.shift() ?? [], 1)
  expect(await waiting()).toContain('f of one who lost his line')
})

import { Fault } from '@lading/contract/kernel/fault.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { roundOf } from '../../../tools/round.ts'
import { isFull, isTaken } from '../../testing/full.ts'
import { type Meeting, meetings } from '../../testing/meeting.ts'
import { Refused } from '../../testing/server.ts'
import { type OneBox, oneBox, type Stage } from '../testing/oneBox.ts'
import { openPickDesk, type PickDesk } from '../testing/pickDesk.ts'

let desk: PickDesk
let box: OneBox
let meeting: Meeting
beforeAll(async () => {
  desk = await openPickDesk()
  box = oneBox(desk)
  meeting = meetings(desk.server.db)
  await desk.put('P-01', 'A', '500000')
  // All of them take hours, and a log-in lasts for half of one.
  await desk.server.db.owner.query(`update sys_session_token set expires_at = now() + interval '1 day'`)
})
afterAll(() => desk.server.close())

type Kind = 'TOTE' | 'PL'
interface Pair {
  readonly stage: Stage
  readonly kind: Kind
  readonly first: string
  readonly second: string
}
/** Receipts and put-aways differ for pallets, which are moved as a whole. */
const kindsOf = (stage: Stage): readonly Kind[] =>
  stage === 'received' || stage === 'inHand' || stage === 'stored' ? ['PL', 'TOTE'] : ['TOTE']
/** Every pair of which the first has something to do where the container stands, and the second there or after it. */
async function pairs(): Promise<Pair[]> {
  const stages = [...new Set(Object.values(box.verbs).flatMap((v) => v.from))]
  const list: Pair[] = []
  for (const stage of stages)
    for (const kind of kindsOf(stage)) {
      const one = await box.prepare(stage, kind)
      const named = Object.entries(box.verbs).filter(([, v]) => v.act(one) !== undefined)
      for (const [first, { to }] of named.filter(([, v]) => v.from.includes(stage))) {
        const may = named.filter(([, v]) => v.from.length === 0 || v.from.some((s) => s === stage || s === to))
        list.push(...may.map(([second]) => ({ stage, kind, first, second })))
      }
    }
  return list
}

const begin = async ({ stage, kind, first, second }: Pair) => {
  const one = await box.prepare(stage, kind)
  const actOf = (verb: string) => box.verbs[verb]?.act(one) as () => Promise<unknown>
  return { one, first: actOf(first), second: actOf(second) }
}
const inWords = (r: PromiseSettledResult<unknown>): string => {
  if (r.status === 'fulfilled') return 'done'
  if (r.reason instanceof Fault) return `refused ${r.reason.refusal.code}`
  if (r.reason instanceof Refused) return `refused ${r.reason.code}`
  return String(r.reason)
}
/** What a user could have caused: anything but an internal error, or "busy", which is what lost deadlocks end in. */
const answers = /^(done|refused 4(?!29)\d{4})$/

/** In how many places the container or anything in it is. */
const placesOf = (id: string) =>
  desk.inside(async (ctx) => {
    const { places } = await ctx.tx.one<{ places: number }>(sql`
      select count(distinct x.bin_id)::integer as places from (
        select bin_id from wms_container where tenant_id = ${ctx.tenantId} and id = ${id}
        union all select bin_id from wms_stock where tenant_id = ${ctx.tenantId} and container_id = ${id} and qty > 0) x`)
    return places
  })
const deadlocks = async (): Promise<string> => {
  if (desk.server.db.kind !== 'postgres') return '0'
  const { rows } = await desk.server.db.owner.query<{ deadlocks: string }>(
    'select deadlocks from pg_stat_database where datname = current_database()',
  )
  return rows[0]?.deadlocks ?? '0'
}

async function meet(pair: Pair, at: number): Promise<boolean> {
  const name = `${pair.stage} ${pair.kind}: ${pair.first} held at ${at}, ${pair.second}`
  const { one, first, second } = await begin(pair)
  const before = await deadlocks()
  const met = await meeting.meet(at, first, second)
  expect
    .soft([inWords(met.first), inWords(met.second)], name)
    .toEqual([expect.stringMatching(answers), expect.stringMatching(answers)])
  expect.soft(await placesOf(one.id), name).toBeLessThanOrEqual(1)
  expect.soft(await deadlocks(), `${name}: deadlocks`).toBe(before)
  await desk.sound(name)
  return met.isReached
}

test('alone each does something where it is said to', async () => {
  for (const [name, { from, act }] of Object.entries(box.verbs))
    for (const stage of from)
      for (const kind of kindsOf(stage)) {
        const one = await box.prepare(stage, kind)
        const [got] = await Promise.allSettled([act(one)?.()])
        expect(inWords(got), `${stage} ${kind}: ${name}`).toBe('done')
      }
  await desk.sound()
})

/** Statements that a verb has at most: those after its last one are the same as none in between. */
const statementsMax = 80
const usualCases = 16

/**
 * The embedded database has one connection: there the second verb waits for it until the first has ended, so that the two
 * meet at no statement, and what is seen is that neither waits for ever. On PostgreSQL they meet.
 */
test('two verbs on one container, wherever the first stands still', { timeout: 7_200_000 }, async () => {
  const list = await pairs()
  let met = 0
  expect(list.length).toBeGreaterThan(150)
  if (isFull) {
    for (const [i, pair] of list.entries()) {
      for (let at = 2; at <= statementsMax && (await meet(pair, at)); at++) met += 1
      // Hours: whoever looks on sees how far it is.
      if (i % 10 === 9) process.stdout.write(`pairs: ${i + 1} of ${list.length}, ${met} meetings\n`)
    }
  } else {
    // A share of them by turns: a stride that meets every pair, and every statement of it, before one comes again.
    const round = roundOf(process.env)
    for (let i = 0; i < usualCases; i++) {
      const n = (round * usualCases + i) * 97
      await meet(list[n % list.length] as Pair, 2 + (Math.floor(n / list.length) % 30))
    }
  }
})

test('a truck leaves with what was counted, or not at all, while its load changes', async () => {
  for (const second of ['undoLoad', 'loadAgain'])
    for (let at = 2; at <= 30; at++)
      if (isTaken(at, 4)) await meet({ stage: 'loaded', kind: 'TOTE', first: 'despatch', second }, at)
})

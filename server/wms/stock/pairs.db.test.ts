import { Fault } from '@lading/contract/kernel/fault.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { roundOf } from '../../../tools/round.ts'
import { isFull, isTaken } from '../../testing/full.ts'
import { isTouching, type Meeting, meetings } from '../../testing/meeting.ts'
import { Refused } from '../../testing/server.ts'
import { type OneBox, oneBox, type Stage } from '../testing/oneBox.ts'
import { openPickDesk, type PickDesk } from '../testing/pickDesk.ts'
import { reconcile } from './reconcile.ts'

let desk: PickDesk
let box: OneBox
let meeting: Meeting
let deadlocks = 0
async function openDesk(): Promise<void> {
  desk = await openPickDesk()
  deadlocks = 0
  box = oneBox(desk)
  meeting = meetings(desk.server.db)
  await desk.put('P-01', 'A', '500000')
}
/** What is written down grows with each meeting, and with it what the next costs: some hundreds share a desk. */
async function anotherDesk(): Promise<void> {
  await lastDeadlocks()
  await desk.server.close()
  await openDesk()
}
async function lastDeadlocks(): Promise<void> {
  await new Promise((later) => setTimeout(later, countedMs))
  expect.soft(await newDeadlocks(), 'deadlocks of the last pairs').toBe(0)
}
beforeAll(openDesk)
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
  const one = await box.prepare(stage, kind, [first, second])
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
/** Deadlocks that were not told before. The database counts them some moments later: then they are the next pair's. */
async function newDeadlocks(): Promise<number> {
  if (desk.server.db.kind !== 'postgres') return 0
  const { rows } = await desk.server.db.owner.query<{ n: number }>(
    'select deadlocks::integer as n from pg_stat_database where datname = current_database()',
  )
  const fresh = (rows[0]?.n ?? 0) - deadlocks
  deadlocks += fresh
  return fresh
}
/** How long the database keeps a count to itself. */
const countedMs = 1_500

async function meet(pair: Pair, at: number): Promise<boolean> {
  const name = `${nameOf(pair)}, held at ${at}`
  const { one, first, second } = await begin(pair)
  const met = await meeting.meet(at, first, second)
  expect
    .soft([inWords(met.first), inWords(met.second)], name)
    .toEqual([expect.stringMatching(answers), expect.stringMatching(answers)])
  expect.soft(await placesOf(one.id), name).toBeLessThanOrEqual(1)
  return met.isReached
}
const nameOf = ({ stage, kind, first, second }: Pair): string => `${stage} ${kind}: ${first}, then ${second}`

/**
 * All meetings of a pair. The book is looked at once behind them; where something is wrong in it they are repeated on a
 * desk of their own with a look after each, so that the statement is named.
 * @returns how many met
 */
async function meetAll(pair: Pair, stops: readonly number[], isLookedAt = false): Promise<number> {
  let met = 0
  for (const at of stops) {
    if (!(await meet(pair, at))) break
    met += 1
    if (isLookedAt) await desk.sound(`${nameOf(pair)}, held at ${at}`)
  }
  expect.soft(await newDeadlocks(), `deadlocks, of ${nameOf(pair)} or shortly before`).toBe(0)
  const wrong = await desk.inside(reconcile)
  if (wrong.length > 0 && !isLookedAt) {
    await anotherDesk()
    await meetAll(pair, stops, true)
  }
  expect(wrong, nameOf(pair)).toEqual([])
  return met
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

const usualCases = 16
/** Of the statements that only read, a run takes one of so many. */
const readsEvery = 8

/** Before which statements the first verb of a pair stands still; its first opens the transaction. */
async function stopsOf(pair: Pair): Promise<readonly number[]> {
  const round = roundOf(process.env)
  // Who is the first of all on a desk makes what the others find, a lot for one.
  await meeting.statementsOf((await begin(pair)).first)
  const sent = await meeting.statementsOf((await begin(pair)).first)
  return sent.flatMap((text, i) => (i > 0 && (isTouching(text) || (i + round) % readsEvery === 0) ? [i + 1] : []))
}

/**
 * The embedded database has one connection: there the second verb waits for it until the first has ended, so that the two
 * meet at no statement, and what is seen is that neither waits for ever. On PostgreSQL they meet.
 */
test('two verbs on one container, wherever the first stands still', { timeout: 7_200_000 }, async () => {
  const list = await pairs()
  expect(list.length).toBeGreaterThan(150)
  if (isFull) return meetEach(list)
  // A share of them by turns: a stride that meets every pair, and every statement of it, before one comes again.
  const round = roundOf(process.env)
  for (let i = 0; i < usualCases; i++) {
    const n = (round * usualCases + i) * 97
    await meetAll(list[n % list.length] as Pair, [2 + (Math.floor(n / list.length) % 30)])
  }
  await lastDeadlocks()
})

async function meetEach(list: readonly Pair[]): Promise<void> {
  let [met, done] = [0, 0]
  for (const group of Map.groupBy(list, (p) => `${p.stage} ${p.kind}`).values()) {
    await anotherDesk()
    let stops: readonly number[] = []
    for (const [i, pair] of group.entries()) {
      if (pair.first !== group[i - 1]?.first) stops = await stopsOf(pair)
      met += await meetAll(pair, stops)
    }
    done += group.length
    // Whoever looks on sees how far it is.
    process.stdout.write(`pairs: ${done} of ${list.length}, ${met} meetings\n`)
  }
  await lastDeadlocks()
}

test('a truck leaves with what was counted, or not at all, while its load changes', async () => {
  for (const second of ['undoLoad', 'loadAgain'])
    for (let at = 2; at <= 30; at++)
      if (isTaken(at, 4)) await meetAll({ stage: 'loaded', kind: 'TOTE', first: 'despatch', second }, [at])
})

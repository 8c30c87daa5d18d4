import { Fault } from '@lading/contract/kernel/fault.ts'
import { rtiFaults } from '@lading/contract/wms/rtiFaults.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkInsert } from '../../kernel/bulk.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { openTestServer, type TestServer } from '../../testing/server.ts'
import { type Account, codeOf, dc, type Holder, loss, supply } from './accounts.ts'
import { type Leg, type Movement, postRti, undoRti } from './post.ts'

const steps = 2_000
const types: string[] = []
const parties: Holder[] = []
let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
  await server.inside('DC01', async (ctx) => {
    const { tenantId } = ctx
    for (const deposit of ['200', '30', null]) {
      const id = ctx.newId()
      types.push(id)
      const code = `T${types.length}`
      const row = { category: 'TOTE', prefix: code, deposit, serialised: false }
      await bulkInsert(ctx.tx, 'wms_container_type', [{ tenantId, id, code, name: code, ...row }])
    }
    for (const kind of ['STORE', 'STORE', 'CARRIER'] as const) {
      const id = ctx.newId()
      parties.push({ kind, id })
      const [table, more] = kind === 'STORE' ? ['wms_store', {}] : ['tms_carrier', { kind: 'CONTRACT' }]
      const code = `P${parties.length}`
      await bulkInsert(ctx.tx, String(table), [{ tenantId, id, code, name: code, ...(more as object) }])
    }
  })
})
afterAll(() => server.close())

/** The same sequence each time. */
function dice(seed: number) {
  let s = seed
  return (n: number): number => {
    s = (s * 48_271) % 2_147_483_647
    return s % n
  }
}
const pick = <T>(list: readonly T[], n: number): T => list[n] as T

interface Books {
  broken: number
  below: number
  rows: readonly Pick<Account, 'qty'>[]
}
/** What must never be: types that do not add up, and accounts below what they may be, or that their entries do not explain. */
const look = (ctx: Ctx) =>
  ctx.tx.one<Omit<Books, 'rows'> & { drift: number; n: number }>(sql`
    select (select count(*)::integer from (select 1 from wms_rti_account group by type_id having sum(qty) <> 0 or sum(deposit) <> 0) x) as broken,
      (select count(*)::integer from wms_rti_account where type_id is not null and kind not in ('SUPPLY', 'LOSS')
        and (qty < 0 or (kind <> 'DC' and (deposit < 0 or charged < 0 or charged > qty or (charged = 0 and deposit <> 0))))) as below,
      (select count(*)::integer from wms_rti_account a where a.qty <> coalesce((select sum(e.delta) from wms_rti_entry e where e.account_id = a.id), 0)
        or a.deposit <> coalesce((select sum(e.deposit) from wms_rti_entry e where e.account_id = a.id), 0)) as drift,
      (select count(*)::integer from wms_rti_entry) as n`)

test('2,000 random movements and their opposites: each type adds up, nobody falls below, a refusal books nothing', async () => {
  const roll = dice(20_261_129)
  const told: string[] = []
  const tally = { done: 0, refused: 0, undone: 0, repeated: 0 }
  const legOf = (): { bizType: Movement['bizType']; leg: Leg } => {
    const party = pick(parties, roll(parties.length))
    const other = parties[roll(parties.length)] as Holder
    const n = 1 + roll(9)
    const typeId = pick(types, roll(types.length))
    const ways = [
      { bizType: 'BUY', from: supply, to: dc },
      { bizType: 'OUT', from: dc, to: party },
      { bizType: 'OUT', from: dc, to: party },
      { bizType: 'IN', from: party, to: dc },
      { bizType: 'LOSS', from: roll(2) ? party : dc, to: loss },
      { bizType: 'DIFF', from: party, to: codeOf(party, null) === codeOf(other, null) ? dc : other },
    ] as const
    const { bizType, from, to } = pick(ways, roll(ways.length))
    return { bizType, leg: { typeId, from, to, n } }
  }
  for (let i = 0; i < steps; i++) {
    const before = await server.inside('DC01', look)
    const act = roll(10)
    const key = act < 3 && told.length > 0 ? pick(told, roll(told.length)) : `walk:${i}`
    const { bizType, leg } = legOf()
    const extra = legOf().leg
    const run = (ctx: Ctx) => {
      if (act < 2 && told.length > 0) return undoRti(ctx, key, null)
      // The same key again, whatever it is told of: nothing happens.
      return postRti(ctx, { bizType, key, billNo: null }, act === 9 ? [leg, { ...extra, typeId: leg.typeId }] : [leg])
    }
    const answer = await server.inside('DC01', run).catch((error: unknown) => {
      if (error instanceof Fault && [rtiFaults.short.code, rtiFaults.holderShort.code].includes(error.refusal.code))
        return 'refused'
      throw error
    })
    const after = await server.inside('DC01', look)
    expect(after, `step ${i}`).toMatchObject({ broken: 0, below: 0, drift: 0 })
    if (answer === 'refused' || answer === null) expect(after.n, `step ${i}`).toBe(before.n)
    if (answer === 'refused') tally.refused++
    else if (answer === null) tally.repeated++
    else if (act < 2 && told.length > 0) tally.undone++
    else {
      tally.done++
      told.push(key)
    }
  }
  // Each of them happened often.
  for (const [what, n] of Object.entries(tally)) expect(n, what).toBeGreaterThan(100)
}, 300_000)

test('of 16 who take the last ten at once, as many get them as there are', async () => {
  const [typeId = '', , last = ''] = types
  await server.inside('DC01', (ctx) =>
    postRti(ctx, { bizType: 'BUY', key: 'race', billNo: null }, [{ typeId: last, from: supply, to: dc, n: 10 }]),
  )
  const had = await server.inside('DC01', (ctx) =>
    ctx.tx.one<{ qty: number }>(sql`select qty from wms_rti_account where code = ${codeOf(dc, last)}`),
  )
  const to = pick(parties, 0)
  const answers = await Promise.all(
    Array.from({ length: 16 }, (_, i) =>
      server
        .inside('DC01', (ctx) =>
          postRti(ctx, { bizType: 'OUT', key: `race:${i}`, billNo: null }, [
            { typeId: last, from: dc, to, n: Math.ceil(had.qty / 10) },
          ]),
        )
        .then(
          () => 'ok',
          () => 'no',
        ),
    ),
  )
  expect(answers.filter((a) => a === 'ok')).toHaveLength(Math.floor(had.qty / Math.ceil(had.qty / 10)))
  expect(await server.inside('DC01', look)).toMatchObject({ broken: 0, below: 0, drift: 0 })
  expect(typeId).not.toBe('')
})

import { addDays } from '@lading/contract/kernel/day.ts'
import { Fault } from '@lading/contract/kernel/fault.ts'
import { wholeQty } from '@lading/contract/kernel/qty.ts'
import { tenantApplication } from '@lading/contract/saas/tenantApplication.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ctx } from '../../kernel/ctx.ts'
import { inTenant } from '../../platform/job/run.ts'
import { dice } from '../../testing/dice.ts'
import { isFull } from '../../testing/full.ts'
import {
  agentOrder,
  application,
  type ChannelDesk,
  makeAgent,
  openChannelDesk,
  sell as putOnSale,
} from '../testing/channelDesk.ts'
import type { Holder } from './accounts.ts'
import { consume, expire, giveOut, sell, takeBack } from './flows.ts'

let desk: ChannelDesk
beforeAll(async () => {
  desk = await openChannelDesk()
})
afterAll(() => desk.server.close())

type Wallet = Holder & { kind: 'WALLET' }
type Stock = Holder & { kind: 'STOCK' }
const inside = <T>(work: (ctx: Ctx) => Promise<T>): Promise<T> => {
  const root = desk.plat.orgs.get('PLAT')
  if (!root) throw new Error('there is no platform')
  return inTenant(desk.server.kernel, desk.plat.tenantId, root, work)
}

/** Two agents with a tenant-to-be each, and an order between them. */
async function holders(): Promise<{ stocks: Stock[]; wallets: Wallet[]; orders: string[] }> {
  const [stocks, wallets, orders]: [Stock[], Wallet[], string[]] = [[], [], []]
  const packageId = await putOnSale(desk, { code: 'R1', audience: 'TENANT', qty: '1' })
  for (const code of ['A1', 'A2']) {
    const agentId = await makeAgent(desk, code)
    const agent = await desk.agentUser(code)
    const { orgId } = await inside((ctx) =>
      ctx.tx.one<{ orgId: string }>(sql`select org_id from saas_agent where id = ${agentId}`),
    )
    stocks.push({ kind: 'STOCK', agentId, orgId })
    const id = await desk.make(agent, tenantApplication.header, application({ licenceNo: code }))
    wallets.push({ kind: 'WALLET', applicationId: id, orgId })
    await inside((ctx) =>
      ctx.tx.run(
        sql`update saas_tenant_application set state = 'TRIAL', tenant_code = ${code.toLowerCase()}, made_id = '1' where id = ${id}`,
      ),
    )
    orders.push(await desk.make(agent, agentOrder.header, { applicationId: id, packageId, copies: 1 }))
  }
  return { stocks, wallets, orders }
}

/** What must hold at every moment: each movement adds up, and balances and lots are what the entries say. */
const broken = async () => [
  await desk.faults(),
  ...(await inside(async (ctx) => [
    await ctx.tx.query(sql`
      select unit, sum(amount) from saas_entry where tenant_id = ${ctx.tenantId} group by unit having sum(amount) <> 0`),
    await ctx.tx.query(
      sql`select id from saas_lot where tenant_id = ${ctx.tenantId} and (left_qty < 0 or left_qty > qty)`,
    ),
    await ctx.tx.query(sql`
      select idem_key from saas_txn where tenant_id = ${ctx.tenantId} group by idem_key having count(*) > 1`),
  ])),
]

const steps = isFull ? 2_000 : 480
test(`${steps} random movements by 8 sessions at once, a fifth of them asked for twice, leave a ledger that adds up`, async () => {
  const roll = dice(45)
  const random = (): number => roll(1_000_000) / 1_000_000
  const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T
  const { stocks, wallets, orders } = await holders()
  const seen = { done: 0, refused: 0 }
  let day = '2026-11-01'
  const op = (n: number): ((ctx: Ctx) => Promise<unknown>) => {
    const at = Math.floor(random() * 2)
    const [stock, wallet, orderId] = [stocks[at] as Stock, wallets[at] as Wallet, orders[at] as string]
    const [to, qty] = [pick<Holder>([stock, wallet]), wholeQty(1 + Math.floor(random() * 9))]
    const parcel = { unit: 'ORG_MONTH', qty, priority: pick([1, 5]), validDays: pick([null, 3, 20]) } as const
    const [kind, on] = [random(), addDays(day, -Math.floor(random() * 3))]
    if (kind < 0.2) return (ctx) => giveOut(ctx, to, parcel, { kind: 'GRANT', key: `g${n}`, lot: 'PAID' })
    if (kind < 0.5) return (ctx) => sell(ctx, stock, wallet, parcel, { kind: 'TRANSFER', key: `s${n}`, orderId })
    if (kind < 0.8) return (ctx) => consume(ctx, wallet, 'ORG_MONTH', qty, on)
    if (kind < 0.9) return (ctx) => expire(ctx, to, 'ORG_MONTH')
    return (ctx) => takeBack(ctx, wallet, stock, 'ORG_MONTH', qty, { kind: 'REFUND', key: `r${n}`, orderId })
  }
  for (let n = 0; n < steps; n += 8) {
    if (n % 80 === 0 && n > 0) {
      day = addDays(day, 1)
      desk.at = new Date(`${day}T02:00:00Z`)
    }
    const ops = Array.from({ length: 8 }, (_, i) => op(n + i))
    const twice = ops.filter(() => random() < 0.2)
    const done = await Promise.allSettled([...ops, ...twice].map((work) => inside(work)))
    for (const one of done) {
      if (one.status === 'fulfilled') seen.done += 1
      else if (one.reason instanceof Fault) seen.refused += 1
      else throw one.reason
    }
    if (n % 80 === 0) expect(await broken()).toEqual([[], [], [], []])
  }
  expect(await broken()).toEqual([[], [], [], []])
  // Most of what was asked for was done, and some of it refused: neither half of the walk was empty.
  expect([seen.done > steps / 2, seen.refused > 0]).toEqual([true, true])
}, 300_000)

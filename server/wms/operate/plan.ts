import { formatQty } from '@lading/contract/kernel/qty.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { product } from '@lading/contract/mdm/product.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { type planOperate, refusedMax } from '@lading/contract/wms/operateCalls.ts'
import { lot } from '@lading/contract/wms/stock.ts'
import sql from 'sql-template-tag'
import type { z } from 'zod'
import { type Ctx, demandDc } from '../../kernel/ctx.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { fromHere, named } from '../../kernel/scope.ts'
import { spoken } from '../../kernel/spoken.ts'
import { demandStep, readBill } from '../../platform/document/steps.ts'
import type { AllocateLine } from '../strategy/allocate.ts'
import { rowRefusal } from '../strategy/eligible.ts'
import { planAllocation } from './allocate.ts'
import { allStock, type Candidate } from './candidates.ts'

type Answer = z.output<typeof planOperate.output>
type Planned = Answer['lines'][number]
type Plan = Awaited<ReturnType<typeof planAllocation>>

interface Named {
  id: string
  lineNo: number
  code: string
  name: string
  baseUnit: string
}
const namesOf = (ctx: Ctx, billId: string): Promise<Named[]> =>
  ctx.tx.query<Named>(sql`
    select l.id, l.line_no, p.code, ${spoken(ctx, product, 'name', 'p')} as name, ${spoken(ctx, product, 'baseUnit', 'p')} as base_unit from ${fromHere(ctx, operateBill.line, 'l')} join ${named(ctx, product, 'p')} on p.id = l.product_id
    where l.bill_id = ${billId}`)

async function lotNos(ctx: Ctx, rows: readonly Candidate[]): Promise<Map<string, string>> {
  const lots = await ctx.tx.query<RowOf<typeof lot, 'id' | 'lotNo'>>(sql`
    select id, lot_no from ${fromHere(ctx, lot, 'l')} where id = any(${rows.map((r) => r.lot.id)}::bigint[])`)
  return new Map(lots.map((l) => [l.id, l.lotNo]))
}

/** What allocation would do with an order now. Also asked of an order that nobody has approved yet. */
export async function planOf(ctx: Ctx, input: { id: string }): Promise<Answer> {
  demandDc(ctx)
  const bill = await readBill(ctx, operateBill, input.id)
  if (bill.state !== operateBill.flow.initial) demandStep(operateBill, 'allocate', bill)
  const plan = await planAllocation(ctx, bill, undefined, allStock)
  const [names, lots] = await Promise.all([namesOf(ctx, bill.id), lotNos(ctx, plan.rows)])
  const nameOf = new Map(names.map((n) => [n.id, n]))
  return { lines: plan.lines.map((line) => planned(plan, line, nameOf.get(line.id), lots)) }
}

function planned(plan: Plan, line: AllocateLine, named: Named | undefined, lots: ReadonlyMap<string, string>): Planned {
  const rowOf = new Map(plan.rows.map((r) => [r.id, r]))
  const spot = (r: Candidate) => ({
    bin: r.bin.code,
    container: r.isContainer ? r.containerCode : null,
    lotNo: lots.get(r.lot.id) ?? '',
    expireDate: r.lot.expireDate,
  })
  const takes = plan.takes.filter((t) => t.lineId === line.id)
  const used = new Set(takes.map((t) => t.stockId))
  const refused = plan.rows.flatMap((r) => {
    const isOwn = r.productId === line.productId && !used.has(r.id)
    const why = isOwn ? rowRefusal(r, line, new Map()) : undefined
    return why ? [{ ...spot(r), qty: formatQty(r.qty), why: pair(why.text) }] : []
  })
  const shortage = plan.shortages.find((s) => s.lineId === line.id)
  return {
    id: line.id,
    lineNo: named?.lineNo ?? 0,
    product: { code: named?.code ?? '', name: named?.name ?? '' },
    baseUnit: named?.baseUnit ?? '',
    qpc: formatQty(line.pack.qpc),
    want: formatQty(line.want),
    short: formatQty(shortage?.qty ?? 0n),
    why: shortage ? pair(shortage.reason.text) : null,
    takes: takes.flatMap((t) => {
      const r = rowOf.get(t.stockId)
      return r ? [{ ...spot(r), qty: formatQty(t.qty), unit: t.unit }] : []
    }),
    refused: refused.slice(0, refusedMax),
    refusedCount: refused.length,
  }
}
const pair = ([zh, en]: Text): [string, string] => [zh, en]

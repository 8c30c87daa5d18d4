// engine: promises components to what they are processed for

import { addDays } from '@lading/contract/kernel/day.ts'
import { refuse } from '@lading/contract/kernel/fault.ts'
import { formatQty, minQty, parseQty, type Qty, qtySum } from '@lading/contract/kernel/qty.ts'
import type { StockType } from '@lading/contract/wms/place.ts'
import { processFaults } from '@lading/contract/wms/processFaults.ts'
import { processTask } from '@lading/contract/wms/processTask.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { businessDay } from '../../platform/document/day.ts'
import { byId } from '../stock/key.ts'
import { reserve } from '../stock/reservations.ts'
import { lockIds, type StockRow } from '../stock/rows.ts'
import type { Line, Paper } from './read.ts'
import type { Part, Recipe } from './recipe.ts'

interface Candidate {
  readonly id: string
  readonly productId: string
  readonly lotId: string
  readonly expireDate: string | null
  readonly firstInAt: Date
  readonly isHere: boolean
}
/** Stock rows looked at for one product. */
const perProduct = 300

/** What the owner has of these products, sound, not on hold or past its date, in bins that let goods go; on the table already first. */
const candidates = (ctx: Ctx, bill: Paper, productIds: readonly string[]): Promise<Candidate[]> => {
  const types: StockType[] = bill.kind === 'GIFT' ? ['GOOD', 'GIFT'] : ['GOOD']
  return ctx.tx.query<Candidate & object>(sql`
    select id, product_id, lot_id, expire_date, first_in_at, is_here from (
      select s.id, s.product_id, s.lot_id, x.expire_date, s.first_in_at, b.id = ${bill.binId} as is_here,
        row_number() over (partition by s.product_id order by b.id = ${bill.binId} desc, x.expire_date nulls last, s.first_in_at, s.id) as n
      from wms_stock s
      join wms_bin b on b.tenant_id = s.tenant_id and b.id = s.bin_id and not b.lock_out and not b.disabled
        and (b.usage in ('STORAGE', 'PICK_STORAGE', 'PICK') or b.id = ${bill.binId})
      join wms_lot x on x.tenant_id = s.tenant_id and x.id = s.lot_id and not x.hold and (x.expire_date is null or x.expire_date >= ${businessDay(ctx)})
      where s.tenant_id = ${ctx.tenantId} and s.org_id = ${ctx.org.id} and s.owner_id = ${bill.ownerId}
        and s.product_id = any(${productIds}::bigint[]) and s.stock_type = any(${types}::text[]) and s.qty > s.reserved_qty) x
    where n <= ${perProduct}`)
}

/** In the order in which its recipe takes them. */
const inOrder =
  (rule: Part['lotRule']) =>
  (a: Candidate, b: Candidate): number => {
    const place = Number(b.isHere) - Number(a.isHere)
    const age = a.firstInAt.getTime() - b.firstInAt.getTime() || byId(a.id, b.id)
    if (rule === 'FIFO') return place || age
    const [x, y] = [a.expireDate ?? '9999', b.expireDate ?? '9999']
    return place || (x < y ? -1 : x > y ? 1 : age)
  }

interface Drawn {
  readonly line: Line
  readonly stockId: string
  readonly qty: Qty
}

/**
 * Promises the task what its lines still lack: all of it, or it is told what is missing.
 * @throws Fault lacking, with every component
 */
export async function book(ctx: Ctx, bill: Paper, recipe: Recipe, lines: readonly Line[]): Promise<void> {
  const wanted = lines
    .filter((l) => l.role === 'IN')
    .map((line) => ({ line, need: parseQty(line.planQty) - parseQty(line.bookedQty) }))
    .filter(({ need }) => need > 0n)
  if (wanted.length === 0) return
  const known = await candidates(ctx, bill, [...new Set(wanted.map((w) => w.line.productId))])
  const rows = await lockIds(
    ctx,
    known.map((c) => c.id),
  )
  const taken = new Map<string, Qty>()
  const drawn: Drawn[] = []
  const missing: string[] = []
  for (const { line, need } of wanted) {
    const free = (c: Candidate): Qty => {
      const row = rows.get(c.id)
      return row ? row.qty - row.reserved - (taken.get(c.id) ?? 0n) : 0n
    }
    const own = suited(ctx, line, partOf(recipe, line), known, rows, free, need)
    let left = need
    for (const c of own) {
      const qty = minQty(left, free(c))
      if (qty <= 0n) continue
      taken.set(c.id, (taken.get(c.id) ?? 0n) + qty)
      drawn.push({ line, stockId: c.id, qty })
      left -= qty
    }
    if (left > 0n) missing.push(`${line.code} ${formatQty(need - left)}/${formatQty(need)}`)
  }
  if (missing.length > 0) refuse(processFaults.lacking, { list: missing.join(', ') })
  await promise(ctx, drawn)
}

/** The recipe's line; what is taken apart has none, and goes by expiry. */
export const partOf = (recipe: Recipe, line: Line): Part | undefined =>
  recipe.parts.find((p) => p.id === line.bomLineId)

function suited(
  ctx: Ctx,
  line: Line,
  part: Part | undefined,
  known: readonly Candidate[],
  rows: ReadonlyMap<string, StockRow>,
  free: (c: Candidate) => Qty,
  need: Qty,
): readonly Candidate[] {
  const rule = part?.lotRule ?? 'FEFO'
  const least = part?.leastDays ? addDays(businessDay(ctx), part.leastDays) : null
  const own = known
    .filter((c) => c.productId === line.productId && (line.qpcId === null || rows.get(c.id)?.qpcId === line.qpcId))
    .filter((c) => least === null || c.expireDate === null || c.expireDate >= least)
    .toSorted(inOrder(rule))
  if (rule !== 'ONE_LOT') return own
  const lots = [...Map.groupBy(own, (c) => c.lotId).values()]
  return lots.find((of) => qtySum(of.map(free)) >= need) ?? []
}

async function promise(ctx: Ctx, drawn: readonly Drawn[]): Promise<void> {
  await reserve(
    ctx,
    drawn.map(({ line, stockId, qty }) => ({
      ...{ stockId, qty, kind: 'PROC' as const },
      ...{ demandType: processTask.header.key, demandLineId: line.id, idemKey: `proc:${line.id}:${ctx.newId()}` },
    })),
  )
  for (const [line, of] of Map.groupBy(drawn, (d) => d.line))
    await ctx.tx.run(sql`
      update wms_process_line set booked_qty = booked_qty + ${formatQty(qtySum(of.map((d) => d.qty)))}::numeric
      where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${line.id}`)
}

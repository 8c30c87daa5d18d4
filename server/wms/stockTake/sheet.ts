import { refuse } from '@lading/contract/kernel/fault.ts'
import { rowName } from '@lading/contract/kernel/text.ts'
import { owner } from '@lading/contract/mdm/owner.ts'
import { product, productBarcode, qpc } from '@lading/contract/mdm/product.ts'
import { container } from '@lading/contract/wms/container.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import { bin as binTable } from '@lading/contract/wms/place.ts'
import { lot, stock } from '@lading/contract/wms/stock.ts'
import { stockCount, stockTakeBill, stockTakeBin } from '@lading/contract/wms/stockTakeBill.ts'
import type { countGoods, countSheet, previewTake } from '@lading/contract/wms/stockTakeCalls.ts'
import { takeFaults } from '@lading/contract/wms/stockTakeFaults.ts'
import sql, { type Sql } from 'sql-template-tag'
import type { z } from 'zod'
import { getRow } from '../../kernel/crud.ts'
import { type Ctx, demandDc, found } from '../../kernel/ctx.ts'
import { fromHere, named } from '../../kernel/scope.ts'
import { spoken } from '../../kernel/spoken.ts'
import { personHere } from '../../platform/personHere.ts'
import { packCodesJson } from '../masters/goodsCode.ts'
import { goodsByCode } from '../masters/scanned.ts'
import { readLine } from '../task/read.ts'
import { binColumns, readTake, type Take, type TakeBin } from './bins.ts'
import { countableOf } from './countable.ts'
import { ownersOf } from './found.ts'
import { binsOf, type Scope, takenOf } from './scope.ts'
import { shareOut } from './team.ts'

/** Goods as a handheld shows them, of `p`, and their pack `q`. */
export const goodsJson = (ctx: Ctx): Sql => sql`
  jsonb_build_object('id', p.id::text, 'code', p.code, 'name', ${spoken(ctx, product, 'name', 'p')}, 'baseUnit', ${spoken(ctx, product, 'baseUnit', 'p')},
    'isWeigh', p.is_weigh, 'shelfMode', p.shelf_mode, 'imageId', p.image_id::text, 'barcodes', coalesce((
      select jsonb_agg(x.code order by x.code) from ${named(ctx, productBarcode.entity, 'x')} where x.product_id = p.id), '[]'::jsonb), 'packCodes', ${packCodesJson(ctx, sql`p.id`)}) as product,
  jsonb_build_object('name', q.name, 'qpc', q.qpc::text, 'mid', q.mid_qpc::text, 'caseUnit', ${spoken(ctx, qpc, 'caseUnit', 'q')}) as pack`
const restJson = sql`
  jsonb_build_object('lotNo', o.lot_no, 'expireDate', o.expire_date, 'batch', o.production_batch) as lot,
  jsonb_build_object('id', c.id::text, 'code', c.code) as container, jsonb_build_object('id', w.id::text, 'code', w.code, 'name', w.name) as owner`
const joined = (ctx: Ctx): Sql => sql`
  join ${named(ctx, product, 'p')} on p.id = s.product_id join ${named(ctx, qpc, 'q')} on q.id = s.qpc_id join ${named(ctx, lot, 'o')} on o.id = s.lot_id
  join ${named(ctx, container, 'c')} on c.id = s.container_id join ${named(ctx, owner, 'w')} on w.id = s.owner_id`

async function binOfLine(ctx: Ctx, taskLineId: string): Promise<{ bin: TakeBin; take: Take }> {
  demandDc(ctx)
  const line = await readLine(ctx, taskLineId)
  const row = await ctx.tx.maybe<TakeBin>(sql`
    select ${binColumns} from ${fromHere(ctx, stockTakeBin, 't')} where t.task_line_id = ${line.id}`)
  // Somebody else counts the bin again by now: what a screen still asks of the first count is over.
  if (!row && (line.state === 'DONE' || line.state === 'SHORT')) refuse(wmsFaults.lineDone)
  const bin = found(row, ['盘点货位', 'Bin of a stock count'])
  return { bin, take: await readTake(ctx, bin.takeId) }
}

/** What is to be counted in a bin. Of a blind count the book is not told, neither by a figure nor by what it leaves out. */
export async function sheetOf(ctx: Ctx, input: { taskLineId: string }): Promise<z.output<typeof countSheet.output>> {
  const { bin, take } = await binOfLine(ctx, input.taskLineId)
  const counted = sql`(
    select k.counted_qty::text from ${fromHere(ctx, stockCount, 'k')} where k.take_bin_id = ${bin.id} and k.round = ${bin.round} and k.owner_id = s.owner_id
      and k.product_id = s.product_id and k.qpc_id = s.qpc_id and k.lot_id = s.lot_id and k.stock_type = s.stock_type and k.container_id = s.container_id
    order by k.id desc limit 1)`
  const isCounted = (await countableOf(ctx, take.kind)).where('s')
  const [place, rows, others] = await Promise.all([
    ctx.tx.one<{ id: string; code: string }>(
      sql`select b.id, b.code from ${named(ctx, binTable, 'b')} where b.id = ${bin.binId}`,
    ),
    ctx.tx.query<z.output<typeof countSheet.output>['rows'][number]>(sql`
      select s.id as stock_id, s.stock_type, ${take.blind ? sql`null` : sql`s.qty::text`} as book, ${counted} as counted, ${goodsJson(ctx)}, ${restJson}
      from ${fromHere(ctx, stock, 's')} ${joined(ctx)}
      where s.bin_id = ${bin.binId} and s.qty > 0 and (${bin.ownerId}::bigint is null or s.owner_id = ${bin.ownerId})
        and (${bin.productId}::bigint is null or s.product_id = ${bin.productId}) and ${isCounted}
      order by p.code, o.expire_date nulls last, c.code, s.id`),
    ctx.tx.query<z.output<typeof countSheet.output>['found'][number]>(sql`
      select s.stock_type, s.counted_qty::text as counted, ${goodsJson(ctx)}, ${restJson} from (
        select distinct on (k.owner_id, k.product_id, k.qpc_id, k.lot_id, k.stock_type, k.container_id) k.* from ${fromHere(ctx, stockCount, 'k')}
        where k.take_bin_id = ${bin.id} and k.round = ${bin.round}
        order by k.owner_id, k.product_id, k.qpc_id, k.lot_id, k.stock_type, k.container_id, k.id desc) s ${joined(ctx)}
      where not exists (select 1 from ${fromHere(ctx, stock, 'x')} where x.bin_id = s.bin_id and x.qty > 0 and x.owner_id = s.owner_id and x.product_id = s.product_id
        and x.qpc_id = s.qpc_id and x.lot_id = s.lot_id and x.stock_type = s.stock_type and x.container_id = s.container_id)
      order by p.code, s.id`),
  ])
  return { bin: place, billNo: take.billNo, round: bin.round, blind: take.blind, rows, found: others }
}

export async function goodsOf(
  ctx: Ctx,
  input: { taskLineId: string; scan: string },
): Promise<z.output<typeof countGoods.output>> {
  const { bin } = await binOfLine(ctx, input.taskLineId)
  const { productId, qpcId } = await goodsByCode(ctx, input.scan)
  const goods = await ctx.tx.one<Pick<z.output<typeof countGoods.output>, 'product' | 'pack'> & { code: string }>(sql`
    select p.code, ${goodsJson(ctx)} from ${named(ctx, product, 'p')} join ${named(ctx, qpc, 'q')} on q.product_id = p.id
    where p.id = ${productId} order by (q.id = ${qpcId}::bigint) desc nulls last, q.is_default desc, q.id limit 1`)
  if (bin.productId !== null && bin.productId !== productId)
    refuse(takeFaults.outOfScope, { code: rowName(product, productId, goods.code) })
  return { product: goods.product, pack: goods.pack, owners: await ownersOf(ctx, bin, productId) }
}

/** What starting a count would do now. */
export async function previewOf(ctx: Ctx, input: { id: string }): Promise<z.output<typeof previewTake.output>> {
  const take = (await getRow(ctx, stockTakeBill.header, input.id)) as unknown as Scope &
    Pick<Take, 'binsPerTask' | 'teamIds'>
  const bins = await binsOf(ctx, take)
  const taken = await takenOf(
    ctx,
    bins.map((b) => b.id),
    take,
  )
  const shares = shareOut(bins, take.binsPerTask, take.teamIds)
  const binsOfUser = new Map<string | null, number>()
  for (const { userId, bins: of } of shares) binsOfUser.set(userId, (binsOfUser.get(userId) ?? 0) + of.length)
  const people = (await Promise.all(take.teamIds.map((userId) => personHere(ctx, userId)))).flatMap((p) => p ?? [])
  return {
    bins: bins.length,
    empty: bins.filter((b) => b.empty).length,
    tasks: shares.length,
    people: people.map(({ id, name }) => ({ name, bins: binsOfUser.get(id) ?? 0 })),
    taken: taken.slice(0, 20).map((b) => ({ bin: b.bin, take: { id: b.takeId, code: b.billNo } })),
    first: bins.slice(0, 12).map((b) => b.code),
  }
}

import { refuse } from '@lading/contract/kernel/fault.ts'
import { absQty, formatQty, parseQty, type Qty, qtyScale } from '@lading/contract/kernel/qty.ts'
import { rowName, type Text } from '@lading/contract/kernel/text.ts'
import { owner } from '@lading/contract/mdm/owner.ts'
import { product, productOwner } from '@lading/contract/mdm/product.ts'
import { checkFaults } from '@lading/contract/wms/checkFaults.ts'
import { checkCount } from '@lading/contract/wms/containerCheck.ts'
import { takeFaults } from '@lading/contract/wms/stockTakeFaults.ts'
import { viewOf } from '@lading/contract/wms/taskViews.ts'
import sql from 'sql-template-tag'
import { type Ctx, found } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import { from, named } from '../../kernel/scope.ts'
import { readProduct } from '../masters/facts.ts'
import { goodsByCode } from '../masters/scanned.ts'
import { changeContainers, lockContainers } from '../stock/containers.ts'
import { lockContents, type StockRow } from '../stock/rows.ts'
import { demandWhole } from '../stock/whole.ts'
import type { LineRow, TaskRow } from '../task/read.ts'
import type { Confirm, Confirmed, TaskKind } from '../task/type.ts'
import {
  barredFromCheck,
  bookOf,
  boxName,
  type Check,
  type Counted,
  canWeigh,
  demandChecker,
  demandOtherThan,
  goodsKey,
  lockCheck,
  readCounted,
  setCheck,
  weightsOf,
} from './facts.ts'
import { inGrams, weighed, weightOf } from './rule.ts'

const counting: Confirmed = { done: 0n, short: 0n, closed: false }

/**
 * 容器复核: one product in the container is counted, or the container is said to be counted to its end, or put on the
 * scales. Nothing moves: what differs stops the container until somebody settles it. Source: wms.md 7.6.
 */
async function confirm(ctx: Ctx, task: TaskRow, _line: LineRow, input: Confirm): Promise<Confirmed> {
  const check = await lockCheck(ctx, task.id)
  if (check.state !== 'OPEN')
    refuse(checkFaults.notOpen, { no: rowName(viewOf('CONTAINER_CHECK'), task.id, task.taskNo) })
  await demandOtherThan(ctx, check)
  await demandScanned(ctx, check, input.scans.container)
  const box = (await lockContainers(ctx, [check.containerId])).get(check.containerId)
  const rows = await lockContents(ctx, [check.containerId])
  if (input.scans.product) {
    await countOne(ctx, check, rows, input)
    return counting
  }
  if (input.grossKg !== undefined) await demandWeight(ctx, check, rows, parseQty(input.grossKg))
  const found = input.grossKg === undefined ? await closed(ctx, check, rows, input) : []
  const diffs = found.filter((c) => parseQty(c.diffQty) !== 0n)
  await setCheck(
    ctx,
    check.id,
    sql`state = ${diffs.length > 0 ? 'FAILED' : 'PASSED'}, goods = ${new Set(rows.map(goodsKey)).size}, diffs = ${diffs.length},
      checked_at = ${ctx.now()}, checked_by = ${ctx.userId}`,
  )
  if (diffs.length === 0 && box) await changeContainers(ctx, [{ id: box.id, state: 'CHECKED' }])
  return { ...counting, closed: true, ...(diffs.length > 0 && { warnings: [await told(ctx, diffs)] }) }
}

async function demandScanned(ctx: Ctx, check: Check, scanned: string | undefined): Promise<void> {
  if (!scanned) return
  const c = await boxName(ctx, check.containerId)
  if (scanned !== c.no) refuse(checkFaults.wrongBox, { scan: scanned, c })
}

/** How many of a product there are, whoever scans it again says so anew. */
async function countOne(ctx: Ctx, check: Check, rows: readonly StockRow[], input: Confirm): Promise<void> {
  const meant = await goodsByCode(ctx, input.scans.product ?? '')
  const goods = await readProduct(ctx, meant.productId, meant.qpcId)
  const qty = parseQty(input.qty)
  await demandWhole(ctx, [{ productId: goods.id, qty }])
  const ownerId = await ownerOf(ctx, rows, goods, input.ownerId)
  const own = rows.find((r) => r.productId === goods.id && r.ownerId === ownerId)
  const book = bookOf(rows).get(goodsKey({ ownerId, productId: goods.id })) ?? 0n
  await insert(ctx, checkCount, [
    {
      ...{ checkId: check.id, taskId: check.taskId, ownerId, productId: goods.id, qpcId: own?.qpcId ?? goods.qpcId },
      ...{ bookQty: formatQty(book), countedQty: formatQty(qty), diffQty: formatQty(qty - book), unnamed: false },
    },
  ])
}

/** Whose goods they are: those of the container tell, else the product; where neither does, who counts says it. */
async function ownerOf(
  ctx: Ctx,
  rows: readonly StockRow[],
  goods: { readonly id: string; readonly code: string },
  wished: string | undefined,
): Promise<string> {
  const possible = await ownersIn(ctx, rows, goods.id)
  const [only, ...others] = possible.filter((o) => wished === undefined || o.id === wished)
  const code = rowName(product, goods.id, goods.code)
  if (!only) return refuse(takeFaults.outOfScope, { code })
  if (others.length > 0) refuse(takeFaults.ownerUnclear, { code })
  return only.id
}

/** Owners whose goods a product in this container can be. */
export async function ownersIn(
  ctx: Ctx,
  rows: readonly Pick<StockRow, 'ownerId' | 'productId'>[],
  productId: string,
): Promise<{ id: string; code: string; name: string }[]> {
  const all = await ctx.tx.query<{ id: string; code: string; name: string }>(sql`
    select o.id, o.code, o.name from ${from(ctx, owner, 'o')} where not o.disabled
      and (exists (select 1 from ${named(ctx, productOwner.entity, 'w')} where w.product_id = ${productId} and w.owner_id = o.id)
        or not exists (select 1 from ${named(ctx, productOwner.entity, 'w')} where w.product_id = ${productId}))
    order by o.code`)
  const of = (ids: readonly string[]) => all.filter((o) => ids.includes(o.id))
  const own = of(rows.filter((r) => r.productId === productId).map((r) => r.ownerId))
  if (own.length > 0) return own
  const beside = of(rows.map((r) => r.ownerId))
  return beside.length > 0 ? beside : all
}

/** What was counted, and what nobody named. */
async function closed(ctx: Ctx, check: Check, rows: readonly StockRow[], input: Confirm): Promise<Counted[]> {
  const counted = await readCounted(ctx, check.id)
  if (counted.length === 0 && input.reason !== 'GONE') refuse(checkFaults.nothingCounted)
  const book = bookOf(rows)
  const named = new Set(counted.map(goodsKey))
  const missing = [...Map.groupBy(rows, goodsKey)].flatMap(([key, [row]]): Counted[] => {
    if (named.has(key) || !row) return []
    const qty = book.get(key) ?? 0n
    const { ownerId, productId, qpcId } = row
    return [{ ownerId, productId, qpcId, bookQty: formatQty(qty), countedQty: '0', diffQty: formatQty(-qty) }]
  })
  const facts = { checkId: check.id, taskId: check.taskId, unnamed: true }
  if (missing.length > 0)
    await insert(
      ctx,
      checkCount,
      missing.map((m) => ({ ...m, ...facts })),
    )
  return [...counted, ...missing]
}

/** The scales show what they should: all is there. */
async function demandWeight(ctx: Ctx, check: Check, rows: readonly StockRow[], gross: Qty): Promise<void> {
  const weights = await weightsOf(ctx, check.containerId)
  if (!canWeigh(weights)) refuse(checkFaults.noWeight, { c: await boxName(ctx, check.containerId) })
  const [tare, each] = [inGrams(weights.tareKg ?? 0n), weights.each]
  const net = rows.reduce((n, r) => n + weightOf(r.qty, each.get(r.productId)?.kg ?? 0n), 0n)
  const pieces = [...each.values()].flatMap(({ kg, isPiece }) => (isPiece && kg !== null ? [inGrams(kg)] : []))
  const lightest = pieces.length > 0 ? pieces.reduce((a, b) => (a < b ? a : b)) : null
  const at = inGrams(gross)
  const most = BigInt(check.weighGrams) * qtyScale
  const result = weighed({
    gross: at,
    tare,
    net,
    lightest,
    most,
    pctHundredths: BigInt(Math.round(Number(check.weighPct) * 100)),
  })
  if (!result.passes) refuse(checkFaults.weightOff, { d: inWhole(result.off), t: inWhole(result.allowed) })
  await setCheck(
    ctx,
    check.id,
    sql`gross_kg = ${formatQty(gross)}::numeric, expect_kg = ${formatQty((tare + net) / 1000n)}::numeric`,
  )
}
const inWhole = (grams: Qty): string => String(grams / qtyScale)

/** What differs, and what becomes of it, for who stands before the container. */
async function told(ctx: Ctx, diffs: readonly Counted[]): Promise<Text> {
  const goods = await ctx.tx.query<{ id: string; code: string }>(sql`
    select p.id, p.code from ${named(ctx, product, 'p')} where p.id = any(${diffs.map((d) => d.productId)}::bigint[])`)
  const code = (id: string) =>
    found(
      goods.find((g) => g.id === id),
      product.title,
    ).code
  const of = (isMore: boolean) => diffs.filter((d) => parseQty(d.diffQty) > 0n === isMore)
  const list = (some: readonly Counted[]) =>
    some
      .slice(0, 5)
      .map((d) => `${code(d.productId)} ${formatQty(absQty(parseQty(d.diffQty)))}`)
      .join('、')
  const [less, more] = [of(false), of(true)]
  return [
    [
      '容器停用，待处理差异',
      less.length > 0 && `少：${list(less)}（处理后记缺货，原货位待盘）`,
      more.length > 0 && `多：${list(more)}（请取出放异常位）`,
    ]
      .filter(Boolean)
      .join('；'),
    [
      'The container is stopped until its differences are settled',
      less.length > 0 && `missing: ${list(less)} (will be short, and their bin counted)`,
      more.length > 0 && `too many: ${list(more)} (take them out, to the exception bin)`,
    ]
      .filter(Boolean)
      .join('; '),
  ]
}

/** Nobody looks into it any more. */
async function dropLine(ctx: Ctx, task: TaskRow): Promise<void> {
  const check = await lockCheck(ctx, task.id)
  if (check.state === 'OPEN') await setCheck(ctx, check.id, sql`state = 'CANCELED'`)
}

export const checkKind: TaskKind = {
  confirm,
  dropLine,
  barred: barredFromCheck,
  demandWorker: demandChecker,
  endsEarly: false,
}

// engine: locks tasks and their lines, and moves what they say

import { Fault, refuse } from '@lading/contract/kernel/fault.ts'
import { formatQty, maxQty, parseQty, type Qty } from '@lading/contract/kernel/qty.ts'
import { rowName, type Text } from '@lading/contract/kernel/text.ts'
import { countedAs } from '@lading/contract/mdm/units.ts'
import { container, containerFlow } from '@lading/contract/wms/container.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import { orderBill } from '@lading/contract/wms/orderBill.ts'
import { receiveFaults } from '@lading/contract/wms/receiveCalls.ts'
import { taskPermission } from '@lading/contract/wms/taskTypes.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../../kernel/ctx.ts'
import type { RowOf } from '../../../kernel/rowOf.ts'
import { businessDay, dayOf } from '../../../platform/document/day.ts'
import { lineState } from '../../../platform/document/refresh.ts'
import { type Permitted, spendOverride } from '../../../platform/override/spend.ts'
import type { ContainerFacts, ProductFacts } from '../../masters/facts.ts'
import { refuseHere } from '../../masters/ownerDc.ts'
import { refuseOther } from '../../masters/scanned.ts'
import { newPallets } from '../../order/pallets.ts'
import { lockPutAway, planPutAway } from '../../putAway/afterReceipt.ts'
import { facesOf, type Looked, lookFor } from '../../putAway/propose.ts'
import { type Goods, rulesOf } from '../../putAway/rules.ts'
import { inspect, withdraw } from '../../quality/make.ts'
import { schemeOf, stageOf } from '../../quality/match.ts'
import type { StockKey } from '../../stock/key.ts'
import { type LotFacts, lotNamed, lotOf } from '../../stock/lot.ts'
import { post } from '../../stock/post.ts'
import { reverse } from '../../stock/reverse.ts'
import { acceptanceRefusal, dateInversion, type LotDates, mostReceived, shelfDates } from '../../strategy/receiving.ts'
import { countedOf, demandPlanned } from '../overPlan.ts'
import { dropPlans, holdPlans } from '../plans.ts'
import type { LineRow, TaskRow } from '../read.ts'
import { demandProduct, isProduct } from '../scan.ts'
import type { Confirm, Confirmed, TaskKind } from '../type.ts'
import { type Asked, foundFacts, type OrderLine, readFacts } from './receiveFacts.ts'

/** Dates as the product's rules have them, or the refusal that says what is wrong with them. */
function datesOf(input: Confirm, product: ProductFacts, today: string): LotDates {
  const shelf = { mode: product.shelfMode, shelfLifeDays: product.shelfLifeDays, acceptDays: product.acceptDays }
  const dates = shelfDates(
    { productionDate: input.productionDate ?? null, expireDate: input.expireDate ?? null },
    shelf,
    today,
  )
  if ('code' in dates) throw new Fault(wmsFaults.dateRefused, { reason: dates.text })
  return dates
}

/** What the product asks of each lot; nothing else is taken, nothing that is needed left out. */
function attrsOf(input: Confirm, asked: readonly Asked[], code: string): Readonly<Record<string, string>> {
  const given = Object.entries(input.attrs ?? {}).filter(([, value]) => value !== '')
  const missing = asked.find((a) => a.needed && !given.some(([name]) => name === a.name))
  if (missing) refuse(receiveFaults.attrMissing, { name: missing.name })
  const unknown = given.find(([name]) => !asked.some((a) => a.name === name))
  if (unknown) refuse(receiveFaults.attrUnknown, { code, name: unknown[0] })
  return Object.fromEntries(given)
}

/** Too old goods need a supervisor, who permits them knowingly. @returns whether these are */
function isTooOld(input: Confirm, dates: LotDates, product: ProductFacts, today: string): boolean {
  const shelf = { mode: product.shelfMode, shelfLifeDays: product.shelfLifeDays, acceptDays: product.acceptDays }
  const old = acceptanceRefusal(dates.expireDate, shelf, today)
  if (old && input.permit === undefined) throw new Fault({ ...wmsFaults.tooOld, text: old.text })
  return old !== undefined
}

/** 批次倒挂: told, or refused unless a supervisor permits it, as the goods' owner wishes. Source: wms.md 7.1. */
function inversionOf(input: Confirm, order: OrderLine, { productionDate }: LotDates) {
  const none = { warnings: [] as Text[], isBeyond: false }
  if (productionDate === null || order.dateInversion === 'NONE') return none
  const warning = dateInversion(productionDate, order.newest)
  if (!warning) return none
  const isBeyond = order.dateInversion === 'BLOCK'
  if (isBeyond && input.permit === undefined) throw new Fault({ ...receiveFaults.inverted, text: warning.text })
  return { warnings: [warning.text], isBeyond }
}

function demandReceiving(c: ContainerFacts, binId: string): void {
  if (c.code === 'LOOSE') return
  if (c.state !== 'IDLE' && !(c.state === 'RECEIVING' && c.binId === binId))
    refuse(wmsFaults.containerState, {
      code: rowName(container, c.id, c.code),
      state: containerFlow.states[c.state],
      action: ['收货', 'Receive'],
    })
}

/** What comes after the order's validity needs a supervisor too. @returns whether this does */
function isTooLate(ctx: Ctx, input: Confirm, order: OrderLine): boolean {
  const deadline = order.deadlineAt === null ? undefined : new Date(order.deadlineAt)
  const isLate = deadline !== undefined && deadline < ctx.now()
  if (isLate && input.permit === undefined) refuse(wmsFaults.expired, { d: dayOf(ctx, deadline) })
  return isLate
}

/** Somebody else lets it in, and both logs say who. */
async function permit(ctx: Ctx, task: TaskRow, line: LineRow, input: Confirm, order: OrderLine): Promise<Permitted> {
  const permission = taskPermission(task.taskType, 'permit')
  const permitted = await spendOverride(ctx, { id: input.permit, permission, subjectId: line.id })
  ctx.audit({
    subject: orderBill.header.key,
    subjectId: order.billId,
    subjectNo: task.billNo,
    action: 'permit',
    after: { lineNo: line.lineNo, qty: input.qty, permittedBy: permitted.name, reason: permitted.reason },
  })
  return permitted
}

/** 拒收: told with its reason, or not at all; never more than was still to come. */
export function refusedOf(line: LineRow, input: Confirm, rest: Qty): Qty {
  const refused = parseQty(input.refusedQty ?? '0')
  if (refused > 0n && input.refusedReason === undefined) refuse(receiveFaults.needRefusal)
  demandPlanned(line, refused, maxQty(rest, 0n))
  return refused
}

/**
 * Refused goods count as come: the line is closed by both together. What is short of the plan is not received any more.
 * @param more what may come beyond the plan: whoever says that this is a part of it is not done with the line
 */
export function endOf(
  qty: Qty,
  refused: Qty,
  rest: Qty,
  input: Confirm,
  more: Qty,
): Pick<Confirmed, 'short' | 'closed'> {
  const isFull = qty + refused >= rest && !(input.partial && more > 0n)
  const closed = isFull || input.reason !== undefined
  const missing = rest > qty ? rest - qty : 0n
  return { closed, short: closed ? missing : refused }
}

const addRefused = (ctx: Ctx, line: LineRow, refused: Qty): Promise<number> =>
  ctx.tx.run(sql`
    update wms_order_bill_line set refused_qty = coalesce(refused_qty, 0) + ${formatQty(refused)}::numeric
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${line.billLineId}`)

/** Whoever scans something else hears whether it is another line's, or nobody ordered it at all. */
async function demandOrdered(ctx: Ctx, line: LineRow, scan: string | undefined): Promise<void> {
  if (!scan || (await isProduct(ctx, line.productId ?? '', scan))) return
  const ordered = await ctx.tx.query<RowOf<typeof orderBill.line, 'productId'>>(sql`
    select distinct o.product_id from wms_order_bill_line l join wms_order_bill_line o on o.tenant_id = l.tenant_id and o.org_id = l.org_id and o.bill_id = l.bill_id
    where l.tenant_id = ${ctx.tenantId} and l.org_id = ${ctx.org.id} and l.id = ${line.billLineId}`)
  for (const { productId } of ordered)
    if (await isProduct(ctx, productId, scan)) return demandProduct(ctx, line.productId ?? '', scan)
  refuse(wmsFaults.notOrdered)
}

async function confirm(ctx: Ctx, task: TaskRow, line: LineRow, input: Confirm): Promise<Confirmed> {
  const qty = parseQty(input.qty)
  const rest = parseQty(line.planQty) - parseQty(line.doneQty) - parseQty(line.shortQty)
  const refused = refusedOf(line, input, rest)
  if (qty === 0n && refused === 0n && input.reason) return { done: 0n, short: rest > 0n ? rest : 0n, closed: true }
  if (qty + refused <= 0n) refuse(wmsFaults.qtyNotPositive)
  if (qty + refused < rest && !input.reason && !input.partial) refuse(wmsFaults.needReason)
  await demandOrdered(ctx, line, input.scans.product)
  const { more, ...taken } = qty > 0n ? await takeIn(ctx, task, line, input, qty) : { more: 0n }
  if (refused > 0n) await addRefused(ctx, line, refused)
  return { done: qty, refused, ...endOf(qty, refused, rest, input, more), pieces: input.pieces, ...taken }
}

/** What stays here: checked, posted to where it was unloaded, promised to its put-away, counted on the order. */
async function takeIn(
  ctx: Ctx,
  task: TaskRow,
  line: LineRow,
  input: Confirm,
  qty: Qty,
): Promise<Pick<Confirmed, 'lotId' | 'toBinId' | 'toContainerId' | 'warnings' | 'permitted'> & { readonly more: Qty }> {
  const [ownerId, productId] = [line.ownerId ?? '', line.productId ?? '']
  const wished = input.stockType ?? line.stockType ?? 'GOOD'
  const code = input.toContainer || 'LOOSE'
  const of = { productId, ownerId, vendorId: task.vendorId }
  const [facts, scheme] = await Promise.all([readFacts(ctx, task, line, code, wished), schemeOf(ctx, of)])
  if (!facts.box) await refuseOther(ctx, code, 'CONTAINER')
  const { product, order, binId: dockBin, container, loose, vendorBin } = foundFacts(facts, code)
  const attrs = attrsOf(input, facts.attrs ?? [], product.code)
  if (order.isElsewhere) refuseHere(ctx, order.owner)
  const isLate = isTooLate(ctx, input, order)
  const today = businessDay(ctx)
  const dates = datesOf(input, product, today)
  const isOld = isTooOld(input, dates, product, today)
  const { warnings, isBeyond: isInverted } = inversionOf(input, order, dates)
  // Goods that the rules would not have are inspected before they are sold: a permit lets them in, no further.
  const isDoubtful = isOld || isInverted
  const stage = await stageOf(ctx, scheme, of, line.id)
  const isAsked = wished === 'QC' || isDoubtful || stage !== 'SKIP'
  const stockType = isAsked && wished !== 'DAMAGE' ? 'QC' : wished
  const binId = (stockType === 'QC' ? scheme?.binId : null) ?? dockBin
  demandReceiving(container, binId)
  await lockPutAway(ctx, container)
  const unplaced = { product, ownerId, stockType, ...dates, qty, whole: false }
  const isLoose = !input.onPallets && container.category !== 'PALLET' && stockType !== 'QC'
  const lot = lotTaken(of, order, product, { ...dates, productionBatch: input.batch ?? null, attrs })
  const known = { ...rulesOf(facts.rules ?? [], wished), faces: facesOf(facts.faces ?? [], product) }
  const look = isLoose ? lookFor(ctx, unplaced, lotNamed(ctx, ...lot), known) : undefined
  const lotId = await lotOf(ctx, ...lot)
  const permitted = isLate || isDoubtful ? await permit(ctx, task, line, input, order) : undefined
  const qpcId = line.qpcId ?? product.qpcId
  const key: StockKey = { ownerId, productId, qpcId, lotId, stockType, binId, containerId: loose }
  const parts = input.onPallets ? await newPallets(ctx, product, qty) : [{ qty, container }]
  for (const part of parts)
    await bringIn(ctx, task, line, {
      ...part,
      key,
      from: { ...key, binId: vendorBin },
      goods: { ...unplaced, lotId },
      pieces: input.pieces,
      look,
    })
  const goodType = wished === 'QC' ? 'GOOD' : wished
  if (stockType === 'QC') await toBill(ctx, task, line, parts, key, { scheme, stage, goodType })
  const most = mostOf(order, product)
  await addReceived(ctx, order, { qty, most, pieces: input.pieces, qpcId })
  const [first] = parts
  return {
    lotId,
    more: most - parseQty(order.doneQty) - qty,
    toBinId: binId,
    ...(first && parts.length === 1 && { toContainerId: first.container.id }),
    warnings: [
      ...sentTo(stockType, wished, isDoubtful),
      ...warnings,
      ...(input.onPallets ? [onPalletsText(parts.map((p) => p.container.code))] : []),
    ],
    ...(permitted && { permitted }),
  }
}

/** What says which lot it is: by what the product is told apart by, and by the receipt where its owner wishes so. */
const lotTaken = (
  { ownerId, productId, vendorId }: Parameters<typeof schemeOf>[1],
  order: OrderLine,
  product: ProductFacts,
  facts: Pick<LotFacts, 'productionDate' | 'expireDate' | 'productionBatch' | 'attrs'>,
) =>
  [
    ownerId,
    productId,
    { ...facts, vendorId, receiptId: order.billId },
    order.lotPerReceipt ? [...product.lotBy, 'RECEIPT'] : product.lotBy,
  ] as const

/** What stands on each container is inspected by a line of its own. */
const toBill = (
  ctx: Ctx,
  task: TaskRow,
  line: LineRow,
  parts: readonly { readonly qty: Qty; readonly container: ContainerFacts }[],
  key: StockKey,
  of: Parameters<typeof inspect>[4],
): Promise<void> =>
  inspect(
    ctx,
    task,
    line,
    parts.map((p) => ({ qty: p.qty, key: { ...key, containerId: p.container.id } })),
    of,
  )

const toInspection: Text = ['已放行，货物转待检', 'Permitted: the goods go to inspection']

const toInspect: Text = ['按质检方案转待检，判定后上架', 'To be inspected: put away after the verdict']

/** That goods go to inspection is told first: a handheld shows no more. */
const sentTo = (type: string, wished: string, isDoubtful: boolean): Text[] =>
  type === 'QC' && wished !== 'QC' ? [isDoubtful ? toInspection : toInspect] : []

const onPalletsText = (codes: readonly string[]): Text => [
  `已分${codes.length}托：${codes.join('、')}`,
  `Pallets: ${codes.length} (${codes.join(', ')})`,
]

interface Part {
  readonly qty: Qty
  readonly container: ContainerFacts
  readonly key: StockKey
  readonly from: StockKey
  readonly goods: Goods
  readonly pieces: number | undefined
  /** A look for a place that was begun. */
  readonly look: ((lotId: string) => Promise<Looked>) | undefined
}
/** Posts what stands on one container, or on the floor, and sends it on to its bin. */
async function bringIn(ctx: Ctx, task: TaskRow, line: LineRow, p: Part): Promise<void> {
  const { qty, container, pieces } = p
  const to: StockKey = { ...p.key, containerId: container.id }
  const posting = post(ctx, {
    bizType: 'RECEIVE',
    idemKey: `tl:${line.id}:${ctx.key}:${container.id}`,
    source: { type: task.taskType, id: task.id },
    taskLineId: line.id,
    lines: [
      { key: p.from, delta: -qty, pieces: pieces === undefined ? undefined : -pieces },
      { key: to, delta: qty, pieces },
    ],
    ...(container.code !== 'LOOSE' && {
      containers: [{ id: container.id, from: ['IDLE', 'RECEIVING'], state: 'RECEIVING', binId: to.binId }],
    }),
  })
  const goods: Goods = { ...p.goods, qty, whole: container.category === 'PALLET' }
  const [posted, looked] = await Promise.all([posting, p.look?.(goods.lotId)])
  await planPutAway(ctx, task, line, to, container, goods, posted, looked)
}

/** The most that may ever be received against the order's line. */
const mostOf = (order: OrderLine, product: ProductFacts): Qty =>
  mostReceived({ ...order, productPct: product.overPct, isWeigh: product.isWeigh })

interface Arrived {
  readonly qty: Qty
  readonly most: Qty
  readonly pieces: number | undefined
  readonly qpcId: string
}
/**
 * The order's remainder is one number for all receivers: whoever would go beyond it is told what is left. As long as there
 * seems to be enough nobody waits to hear so; who was wrong begins again, and sees it.
 */
async function addReceived(ctx: Ctx, order: OrderLine, { qty, most, pieces, qpcId }: Arrived): Promise<void> {
  const update = sql`
    update wms_order_bill_line set done_qty = done_qty + ${formatQty(qty)}::numeric, done_pieces = coalesce(done_pieces, 0) + ${pieces ?? 0},
      state = ${lineState(sql`done_qty + ${formatQty(qty)}::numeric`)}
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${order.id} and done_qty + ${formatQty(qty)}::numeric <= ${formatQty(most)}::numeric`
  if (parseQty(order.doneQty) + qty <= most) {
    ctx.tx.races.add('wms_order_bill_line')
    ctx.tx.later(ctx.tx.change(update, 1))
    return
  }
  if ((await ctx.tx.run(update)) === 1) return
  const { doneQty, productId } = await ctx.tx.one<RowOf<typeof orderBill.line, 'doneQty' | 'productId'>>(sql`
    select done_qty, product_id from wms_order_bill_line where tenant_id = ${ctx.tenantId} and id = ${order.id}`)
  const counted = await countedOf(ctx, { productId, qpcId })
  const left = maxQty(most - parseQty(doneQty), 0n)
  refuse(wmsFaults.overReceipt, { over: countedAs(qty - left, counted), max: countedAs(left, counted) })
}

/** Received by mistake: goes back as long as it stands where it was received and nobody began to put it away. */
async function undo(ctx: Ctx, _task: TaskRow, line: LineRow): Promise<void> {
  await withdraw(ctx, line.id)
  const plans = await holdPlans(ctx, line.id)
  await reverse(ctx, line.id)
  await dropPlans(ctx, plans)
  await ctx.tx.run(sql`
    update wms_order_bill_line set done_qty = done_qty - ${line.doneQty}::numeric,
      refused_qty = nullif(coalesce(refused_qty, 0) - ${line.refusedQty ?? '0'}::numeric, 0), state = ${lineState(sql`done_qty - ${line.doneQty}::numeric`)}
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${line.billLineId}`)
  await ctx.tx.run(sql`
    update wms_container c set state = 'IDLE', bin_id = null, version = version + 1
    where c.tenant_id = ${ctx.tenantId} and c.org_id = ${ctx.org.id} and c.id = any(${plans.map((p) => p.fromContainerId)}::bigint[]) and c.state = 'RECEIVING'
      and not exists (select 1 from wms_stock s where s.tenant_id = c.tenant_id and s.org_id = c.org_id and s.container_id = c.id and s.qty > 0)`)
}

export const receiveKind: TaskKind = { confirm, undo, endsEarly: true }

import { createHash } from 'node:crypto'
import { refuse } from '@lading/contract/kernel/fault.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { owner } from '@lading/contract/mdm/owner.ts'
import { vendor } from '@lading/contract/mdm/partner.ts'
import { orderBill } from '@lading/contract/wms/orderBill.ts'
import { previewBill } from '@lading/contract/wms/previewBill.ts'
import { inviteDays, type inviteSupplier, supplierCalls } from '@lading/contract/wms/supplierSlot.ts'
import { yardFaults } from '@lading/contract/wms/yardFaults.ts'
import sql from 'sql-template-tag'
import { z } from 'zod'
import { instantAt, wallTime } from '../../kernel/clock.ts'
import { createRow } from '../../kernel/crud.ts'
import { type Ctx, found } from '../../kernel/ctx.ts'
import { from, fromHere, named } from '../../kernel/scope.ts'
import type { Shown, Sign, SignedPage } from '../../platform/signed/signedPages.ts'
import { demandServedHere } from '../masters/ownerDc.ts'
import { cutOffOf, previewRules } from './booking.ts'
import { slotOf } from './slots.ts'

const texts = {
  title: ['预约送货时段', 'Ask for a delivery slot'],
  orders: ['您的待送订单：', 'Your orders to deliver:'],
  none: ['目前没有待预约的订单。', 'You have no orders to deliver now.'],
  send: ['申请预约', 'Ask for this slot'],
  sent: ['申请已收到，仓库确认后生效。', 'Your request has been received. It counts once the warehouse confirms it.'],
  asked: ['您的预约：', 'Your appointments:'],
  unknown: ['链接无效或已过期', 'This link is not valid any more'],
  unknownWhy: ['请联系仓库获取新的链接。', 'Please ask the warehouse for a new one.'],
} as const satisfies Record<string, Text>

const fields = z.object({ o: z.string(), w: z.string(), v: z.string() })
/** Organisation, owner and vendor. */
type About = z.output<typeof fields>

const typed = z.object({
  slotAt: z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/),
  orders: z.string().trim().min(1).max(400),
  vehicleNo: z.string().trim().min(1).max(16),
  driverName: z.string().trim().max(32).default(''),
  driverPhone: z.string().trim().max(32).default(''),
  pallets: z
    .string()
    .trim()
    .regex(/^\d{0,3}$/)
    .default(''),
  cases: z
    .string()
    .trim()
    .regex(/^\d{0,6}$/)
    .default(''),
})
type Typed = z.output<typeof typed>

/** Who delivers what where, in words; undefined: one of them is not there any more. */
const meantBy = (ctx: Ctx, { o, w, v }: About) =>
  ctx.tx.maybe<{ words: string }>(sql`
    select o.name || ' · ' || v.name || ' · ' || w.name as words
    from sys_org o join ${named(ctx, vendor, 'v')} on v.id = ${v} and not v.disabled join ${named(ctx, owner, 'w')} on w.id = ${w} and not w.disabled
    where o.tenant_id = ${ctx.tenantId} and o.id = ${o} and not o.disabled`)

const openOrders = (ctx: Ctx, { w, v }: About) =>
  ctx.tx.query<{ id: string; billNo: string; upstreamNo: string | null }>(sql`
    select b.id, b.bill_no, b.upstream_no from ${fromHere(ctx, orderBill.header, 'b')}
    where b.owner_id = ${w} and b.vendor_id = ${v} and b.state in ('APPROVED', 'INPROGRESS') and exists (
      select 1 from ${fromHere(ctx, orderBill.line, 'l')} where l.bill_id = b.id and l.plan_qty - l.cancel_qty > greatest(l.booked_qty, l.done_qty))
    order by b.expect_at, b.id limit 100`)

/** What he asked for, and what became of it. */
async function askedOf(ctx: Ctx, { w, v }: About): Promise<Text[]> {
  const rows = await ctx.tx.query<{
    billNo: string
    slotAt: Date
    state: keyof typeof previewBill.flow.states
    vehicleNo: string | null
  }>(sql`
    select p.bill_no, p.slot_at, p.state, p.vehicle_no from ${fromHere(ctx, previewBill.header, 'p')}
    where p.owner_id = ${w} and p.vendor_id = ${v} and p.source = 'SUPPLIER' order by p.id desc limit 10`)
  return rows.map((p): Text => {
    const [zh, en] = previewBill.flow.states[p.state]
    const said = [p.billNo, wallTime(ctx.org.timeZone, p.slotAt).slice(0, 16), p.vehicleNo].filter(Boolean).join(' ')
    return [`${said} ${zh}`, `${said} ${en}`]
  })
}

async function page(ctx: Ctx, words: string, about: About, note?: Text): Promise<Shown> {
  const [orders, asked] = [await openOrders(ctx, about), await askedOf(ctx, about)]
  const named = orders.map((b): string => (b.upstreamNo ? `${b.billNo} (${b.upstreamNo})` : b.billNo))
  const said: Text[] = [[words, words], ...(note ? [note] : [])]
  const items = [...named, ...(asked.length > 0 ? [texts.asked, ...asked] : [])]
  if (orders.length === 0) return { title: texts.title, paragraphs: [...said, texts.none], items }
  return {
    title: texts.title,
    paragraphs: [...said, texts.orders],
    items,
    form: {
      fields: [
        { name: 'slotAt', title: ['送货时间', 'When'], type: 'datetime-local', required: true },
        {
          name: 'orders',
          title: ['订单号（空格分隔）', 'Order numbers'],
          required: true,
          max: 400,
          value: orders.map((b) => b.billNo).join(' '),
        },
        { name: 'vehicleNo', title: ['车牌号', 'Vehicle'], required: true, max: 16 },
        { name: 'driverName', title: ['司机', 'Driver'], max: 32 },
        { name: 'driverPhone', title: ['司机电话', 'Driver phone'], type: 'tel', max: 32 },
        { name: 'pallets', title: ['托数', 'Pallets'], type: 'number' },
        { name: 'cases', title: ['箱数', 'Cases'], type: 'number' },
      ],
      press: texts.send,
    },
  }
}

async function show(ctx: Ctx, about: About): Promise<Shown | undefined> {
  const meant = await meantBy(ctx, about)
  return meant && page(ctx, meant.words, about)
}

/** Leaves a request that takes no room. Sent again as it was, it asks for nothing more. */
async function press(ctx: Ctx, about: About, asked: Typed): Promise<Shown | undefined> {
  const meant = await meantBy(ctx, about)
  if (!meant) return undefined
  const requestKey = createHash('sha256')
    .update(JSON.stringify([about, asked]))
    .digest('hex')
  const known = await ctx.tx.maybe<{ id: string }>(sql`
    select p.id from ${fromHere(ctx, previewBill.header, 'p')} where p.sent_key = ${requestKey}`)
  if (!known) await request(ctx, about, asked, requestKey)
  return page(ctx, meant.words, about, texts.sent)
}

async function request(ctx: Ctx, about: About, asked: Typed, requestKey: string): Promise<void> {
  const slotAt = slotOf(instantAt(ctx.org.timeZone, asked.slotAt.length === 16 ? `${asked.slotAt}:00` : asked.slotAt))
  const { at, hours } = await cutOffOf(ctx, slotAt)
  if (ctx.now() > at) refuse(yardFaults.cutOff, { n: hours })
  const byNo = new Map((await openOrders(ctx, about)).map((b) => [b.billNo, b.id]))
  const wanted = [...new Set(asked.orders.split(/[\s,，、;]+/).filter(Boolean))]
  const orders = wanted.map((no) => ({ orderId: byNo.get(no) ?? refuse(yardFaults.otherOrder, { no }) }))
  const count = (text: string): number | null => (text === '' ? null : Number(text))
  const { id } = await createRow(
    ctx,
    previewBill.header,
    {
      ...{ ownerId: about.w, vendorId: about.v, slotAt: slotAt.toISOString(), handling: 'LIVE', source: 'SUPPLIER' },
      ...{ vehicleNo: asked.vehicleNo, driverName: asked.driverName || null, driverPhone: asked.driverPhone || null },
      ...{ pallets: count(asked.pallets), cases: count(asked.cases), orders },
    },
    previewRules,
  )
  await ctx.tx.run(sql`
    update wms_preview_bill set sent_key = ${requestKey} where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${id}`)
}

/** Where a supplier asks for slots without an account. */
export const supplierPage: SignedPage<About, Typed> = {
  kind: 'supplier slot',
  fields,
  orgOf: ({ o }) => o,
  calls: supplierCalls,
  typed,
  show,
  press,
  unknown: { title: texts.unknown, paragraphs: [texts.unknownWhy] },
}

type Invited = z.output<typeof inviteSupplier.output>
/** 供应商链接 for one owner and one of those who bring goods for him. */
export const invite =
  (sign: Sign) =>
  async (ctx: Ctx, { ownerId, vendorId }: z.output<typeof inviteSupplier.input>): Promise<Invited> => {
    await demandServedHere(ctx, [ownerId])
    const row = await ctx.tx.maybe<{ id: string; name: string }>(sql`
      select v.id, v.name from ${from(ctx, vendor, 'v')} where v.id = ${vendorId} and not v.disabled`)
    const { name } = found(row, vendor.title)
    found(
      await ctx.tx.maybe(sql`select 1 from ${from(ctx, owner, 'w')} where w.id = ${ownerId} and not w.disabled`),
      owner.title,
    )
    const until = new Date(ctx.now().getTime() + inviteDays * 86_400_000)
    const address = await sign(ctx, supplierPage, { o: ctx.org.id, w: ownerId, v: vendorId }, until)
    ctx.audit({ subject: previewBill.header.key, subjectId: null, subjectNo: name, action: 'invite' })
    return { address, until: until.toISOString() }
  }

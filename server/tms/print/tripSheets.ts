import { say } from '@lading/contract/kernel/text.ts'
import type { Filled } from '@lading/contract/sys/printForm.ts'
import { clientSite } from '@lading/contract/tms/clientSite.ts'
import { directions, shipPlanBill, tripItem, tripStop } from '@lading/contract/tms/shipPlanBill.ts'
import { staff } from '@lading/contract/tms/staff.ts'
import { truck } from '@lading/contract/tms/truck.ts'
import { wayBill } from '@lading/contract/tms/wayBill.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { from, named } from '../../kernel/scope.ts'
import { called, type Head, type Paper, papers } from '../../platform/print/sheet.ts'
import { showInstant } from '../../platform/sheet/showCell.ts'

interface TripHead extends Head {
  readonly plate: string | null
  readonly driver: string | null
  readonly coDriver: string | null
  readonly phone: string | null
  readonly depot: string
  readonly departAt: Date
  readonly returnAt: Date
  readonly sealNo: string | null
  readonly stops: number
  readonly weight: string
  readonly volume: string
  readonly pieces: string
}
const figure = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text)
const hour = (ctx: Ctx, at: Date | null | undefined): string => (at ? showInstant(ctx, at).slice(5, 16) : '')

/** 派车单: what the driver takes along; what is delivered last is loaded first. */
export const tripPaper: Paper<TripHead> = {
  kind: 'TRIP_SHEET',
  title: ['派车单', 'Trip sheet'],
  name: 'trip sheets',
  party: (h) => called(h.plate ?? '', h.driver),
  columns: [
    [['站', 'Stop'], 10, 'center'],
    [['站点', 'Site'], 58],
    [['计划到达', 'Due'], 24],
    [['运单', 'Waybill'], 32],
    [['送/提', 'Out/back'], 14, 'center'],
    [['件数', 'Pieces'], 16, 'right'],
    [['kg', 'kg'], 18, 'right'],
    [['装车序', 'Load'], 18, 'center'],
  ],
  facts: (h, ctx) => [
    [['发车点', 'From'], h.depot],
    [['计划发车', 'Departs'], hour(ctx, h.departAt)],
    [['计划返回', 'Returns'], hour(ctx, h.returnAt)],
    [['副司机', 'Second driver'], h.coDriver],
    [['电话', 'Phone'], h.phone],
    [
      ['合计', 'Total'],
      h.pieces && `${h.stops} / ${figure(h.pieces)} / ${figure(h.weight)} kg / ${figure(h.volume)} m³`,
    ],
  ],
  hasQr: true,
  foot: [
    '封签号：____________  发车里程：________  装车：____________  司机：____________  回场里程：________',
    'Seal: ____________  Odometer: ________  Loaded by: ____________  Driver: ____________  Odometer: ________',
  ],
}

interface TripLine {
  readonly headId: string
  readonly seq: number
  readonly site: string
  readonly due: Date | null
  readonly no: string
  readonly direction: keyof typeof directions
  readonly pieces: string
  readonly weight: string
  readonly loadSeq: number
}
/** Trips with their stops in order; of each way bill when it is loaded. */
export async function tripSheets(ctx: Ctx, ids: readonly string[]): Promise<Filled> {
  const heads = await ctx.tx.query<TripHead>(sql`
    select t.id, t.bill_no as no, o.name as org_name, k.code as plate, d.name as driver, e.name as co_driver, d.phone, p.code || ' ' || p.name as depot,
      t.plan_depart_at as depart_at, t.plan_return_at as return_at, t.seal_no, t.stop_count as stops, t.weight, t.volume, t.pieces
    from ${from(ctx, shipPlanBill.header, 't')} join sys_org o on o.tenant_id = t.tenant_id and o.id = t.org_id
    join ${named(ctx, clientSite, 'p')} on p.id = t.depart_site_id left join ${named(ctx, truck, 'k')} on k.id = t.truck_id
    left join ${named(ctx, staff, 'd')} on d.id = t.driver_id left join ${named(ctx, staff, 'e')} on e.id = t.co_driver_id
    where t.id = any(${ids}::bigint[])`)
  const lines = await ctx.tx.query<TripLine>(sql`
    select i.bill_id as head_id, s.seq, p.code || ' ' || p.name as site, s.plan_arrive_at as due, w.bill_no as no, i.direction, i.pieces, i.weight, i.load_seq
    from ${from(ctx, tripItem, 'i')} join ${named(ctx, tripStop, 's')} on s.id = i.stop_id join ${named(ctx, clientSite, 'p')} on p.id = s.site_id
    join ${from(ctx, wayBill.header, 'w')} on w.id = i.way_bill_id where i.bill_id = any(${ids}::bigint[]) order by i.bill_id, s.seq, w.bill_no`)
  const cells = lines.map((l) => ({
    headId: l.headId,
    cells: [
      ...[String(l.seq), l.site, hour(ctx, l.due), l.no, say(directions[l.direction], ctx.language)],
      ...[figure(l.pieces), figure(l.weight), l.loadSeq > 0 ? String(l.loadSeq) : ''],
    ],
  }))
  return papers(ctx, tripPaper, ids, heads, cells)
}

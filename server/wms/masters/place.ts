// engine: locks master data, makes it, and refuses what would contradict goods of anybody

import { Fault, faults, refuse } from '@lading/contract/kernel/fault.ts'
import type { RowName } from '@lading/contract/kernel/text.ts'
import { rowName } from '@lading/contract/kernel/text.ts'
import { product } from '@lading/contract/mdm/product.ts'
import { dockClosure, slotMinutes } from '@lading/contract/wms/dockSlot.ts'
import { labelFaults } from '@lading/contract/wms/labelCalls.ts'
import { masterFaults } from '@lading/contract/wms/masterFaults.ts'
import { type area, bin as binTable, binUsages, dock, type pickArea, virtualBins } from '@lading/contract/wms/place.ts'
import { previewBill } from '@lading/contract/wms/previewBill.ts'
import { replenishFaults } from '@lading/contract/wms/replenishFaults.ts'
import type { productBin, productStorageScheme } from '@lading/contract/wms/scheme.ts'
import { sowFaults } from '@lading/contract/wms/sowFaults.ts'
import type { task as taskTable } from '@lading/contract/wms/task.ts'
import { viewOf } from '@lading/contract/wms/taskViews.ts'
import { warehouseRegister } from '@lading/contract/wms/warehouseRegister.ts'
import sql, { raw } from 'sql-template-tag'
import { type Ctx, found } from '../../kernel/ctx.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import type { Changes, Rules, Seen } from '../../kernel/rules.ts'
import { isBinBusy } from './stockOf.ts'

/** Bins that the engines themselves rely on. */
type Bin = RowOf<typeof binTable, 'code' | 'usage'>
const isSystemBin = (row: Bin): boolean => row.usage === 'VIRTUAL' || row.code in virtualBins

const demandOrdinary = (row: Bin): void => {
  if (isSystemBin(row)) refuse(masterFaults.binSystem, { bin: row.code })
}

/** Locks the bin before the question, so that no goods arrive between question and answer. */
async function demandIdle(
  ctx: Ctx,
  id: string,
  refusal: typeof masterFaults.binBusy | typeof masterFaults.binNotEmpty,
) {
  await ctx.tx.query(sql`select id from wms_bin where tenant_id = ${ctx.tenantId} and id = ${id} for update`)
  if (await isBinBusy(ctx, id)) refuse(refusal)
}

export const binRules: Rules<typeof binTable> = {
  beforeCreate: async (_ctx, input) => demandOrdinary(input),
  beforeUpdate: async (ctx, input, before) => {
    demandOrdinary(before)
    if (input.usage === undefined || input.usage === before.usage) return
    demandOrdinary({ ...before, usage: input.usage })
    await demandIdle(ctx, input.id, masterFaults.binNotEmpty)
    await demandNoDock(ctx, input.id, input.usage)
  },
  beforeDisable: async (ctx, row) => {
    demandOrdinary(row)
    await demandIdle(ctx, row.id, masterFaults.binBusy)
  },
  beforeRemove: async (ctx, row) => {
    demandOrdinary(row)
    await demandIdle(ctx, row.id, masterFaults.binBusy)
  },
}

/** An area never stands below itself. */
async function demandNoCircle(ctx: Ctx, input: Changes<typeof area> & Seen): Promise<void> {
  if (!input.upperId) return
  const { circle } = await ctx.tx.one<{ circle: boolean }>(sql`
    with recursive above (id, upper_id) as (
      select id, upper_id from wms_area where tenant_id = ${ctx.tenantId} and id = ${input.upperId}
      union select a.id, a.upper_id from wms_area a join above b on a.tenant_id = ${ctx.tenantId} and a.id = b.upper_id)
    select exists (select 1 from above where id = ${input.id}) as circle`)
  if (circle) refuse(masterFaults.circle)
}

async function demandNoBins(ctx: Ctx, row: Seen): Promise<void> {
  const { used } = await ctx.tx.one<{ used: boolean }>(sql`
    select exists (select 1 from wms_bin where tenant_id = ${ctx.tenantId} and area_id = ${row.id}) as used`)
  if (used) refuse(masterFaults.areaBins)
}

export const areaRules: Rules<typeof area> = {
  beforeUpdate: (ctx, input) => demandNoCircle(ctx, input),
  beforeDisable: demandNoBins,
  beforeRemove: demandNoBins,
}

/** The first task under way of which this holds, by its number. */
async function openTask(ctx: Ctx, where: ReturnType<typeof sql>): Promise<RowName | undefined> {
  const row = await ctx.tx.maybe<RowOf<typeof taskTable, 'id' | 'taskNo' | 'taskType'>>(sql`
    select id, task_no, task_type from wms_task where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id}
      and state not in ('DONE', 'CANCELED') and ${where} order by id limit 1`)
  return row && rowName(viewOf(row.taskType), row.id, row.taskNo)
}

/** No dock closes on a truck that stands there or is expected. */
export async function demandDockIdle(ctx: Ctx, id: string): Promise<void> {
  const task = await openTask(ctx, sql`dock_id = ${id}`)
  if (task) refuse(masterFaults.dockBusy, { task })
  const own = sql`tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and dock_id = ${id}`
  await demandNobody(ctx, warehouseRegister, sql`${own} and state in ('PERMITTED', 'DOCKED')`)
  await demandNobody(ctx, previewBill, sql`${own} and state in ('APPROVED', 'ARRIVED', 'INPROGRESS')`)
}
type Yard = typeof warehouseRegister | typeof previewBill
async function demandNobody(ctx: Ctx, { header }: Yard, where: ReturnType<typeof sql>): Promise<void> {
  const row = await ctx.tx.maybe<{ id: string; billNo: string }>(sql`
    select id, bill_no from ${raw(header.table)} where ${where} order by id limit 1`)
  if (row) refuse(masterFaults.dockBusy, { task: rowName(header, row.id, row.billNo) })
}

/** Nobody is booked for a time in which the dock is to be closed; who books holds the dock open meanwhile. */
async function demandFreeThen(ctx: Ctx, input: Changes<typeof dock> & { readonly id: string }): Promise<void> {
  for (const c of input.closures ?? []) {
    if (c.removed || !c.fromAt || !c.toAt) continue
    const [from, to] = [new Date(c.fromAt), new Date(c.toAt)]
    if (to <= from) throw new Fault(faults.required, { field: dockClosure.entity.fields.toAt.title })
    await demandNobody(
      ctx,
      previewBill,
      sql`tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and dock_id = ${input.id} and state in ('APPROVED', 'ARRIVED')
        and slot_at < ${to} and slot_at + make_interval(mins => slots * ${slotMinutes}) > ${from}`,
    )
  }
}

/** Bins between truck and floor: goods put in another would be stored, or picked, before they are received. */
const dockUsages: readonly string[] = ['DOCK', 'RECEIVE']

async function demandDockBin(ctx: Ctx, { binId: id }: Changes<typeof dock>): Promise<void> {
  if (id === undefined) return
  const row = await ctx.tx.maybe<RowOf<typeof binTable, 'code' | 'usage'>>(sql`
    select code, usage from wms_bin where tenant_id = ${ctx.tenantId} and id = ${id} for no key update`)
  if (row && !dockUsages.includes(row.usage))
    refuse(masterFaults.dockBin, { bin: rowName(binTable, id, row.code), usage: binUsages[row.usage] })
}

/** The bin of a dock stays one. */
async function demandNoDock(ctx: Ctx, id: string, usage: string): Promise<void> {
  if (dockUsages.includes(usage)) return
  const row = await ctx.tx.maybe<RowOf<typeof dock, 'id' | 'code'>>(sql`
    select id, code from wms_dock where tenant_id = ${ctx.tenantId} and bin_id = ${id} order by code limit 1`)
  if (row) refuse(masterFaults.binOfDock, { dock: rowName(dock, row.id, row.code) })
}

export const dockRules: Rules<typeof dock> = {
  beforeCreate: async (ctx, input) => {
    demandHours(input)
    await demandDockBin(ctx, input)
  },
  beforeUpdate: async (ctx, input, before) => {
    demandHours({ ...before, ...input })
    await demandDockBin(ctx, input)
    await demandFreeThen(ctx, input)
  },
  beforeDisable: (ctx, row) => demandDockIdle(ctx, row.id),
}

/** Hours may run past midnight, but a dock that opens also closes. */
function demandHours(input: Changes<typeof dock>): void {
  const missing = input.openFrom && !input.openTo ? 'openTo' : input.openTo && !input.openFrom ? 'openFrom' : undefined
  if (missing) refuse(faults.required, { field: dock.fields[missing].title })
}

/** What goes up in two steps is put down where such goods belong. */
async function demandTransit(ctx: Ctx, input: Changes<typeof pickArea>): Promise<void> {
  if (input.rplSteps !== 'TWO' || !input.rplTransitId) return
  const row = found(
    await ctx.tx.maybe<RowOf<typeof binTable, 'id' | 'code' | 'usage'>>(sql`
      select id, code, usage from wms_bin where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${input.rplTransitId}`),
    ['货位', 'Bin'],
  )
  if (row.usage !== 'RPL_TRANSIT') refuse(replenishFaults.notTransit, { bin: rowName(binTable, row.id, row.code) })
}

/** Goods that are picked in batches are sorted somewhere; a label is one store's, and so is what a light shows: these are picked by store. */
function demandScheme(input: Changes<typeof pickArea>): void {
  if (input.pickMode === 'BATCH' && (input.method === 'LABEL' || input.method === 'LIGHT'))
    refuse(labelFaults.onlyByStore)
  if (input.pickMode === 'BATCH' && !input.sowingSchemeId) refuse(sowFaults.needScheme)
}

export const pickAreaRules: Rules<typeof pickArea> = {
  beforeCreate: async (ctx, input) => {
    demandScheme(input)
    await demandTransit(ctx, input)
  },
  beforeUpdate: async (ctx, input, before) => {
    demandScheme({ ...before, ...input })
    await demandTransit(ctx, { ...before, ...input })
    const changed = (['method', 'pickType', 'pickMode', 'sowingSchemeId'] as const).some(
      (k) => input[k] !== undefined && input[k] !== before[k],
    )
    const task = changed && (await openTask(ctx, sql`task_type in ('PICK', 'SOW') and pick_area_id = ${input.id}`))
    if (task) refuse(masterFaults.pickAreaBusy, { task })
  },
  beforeDisable: async (ctx, row) => {
    const task = await openTask(ctx, sql`task_type in ('PICK', 'SOW') and pick_area_id = ${row.id}`)
    if (task) refuse(masterFaults.pickAreaBusy, { task })
  },
}

/** A reserve bin is kept for one product; its pick faces may be many. */
export const productBinRules: Rules<typeof productBin> = {
  beforeCreate: async (ctx, input) => {
    const bin = found(
      await ctx.tx.maybe<RowOf<typeof binTable, 'code' | 'usage'>>(sql`
        select code, usage from wms_bin where tenant_id = ${ctx.tenantId} and id = ${input.binId} for update`),
      ['货位', 'Bin'],
    )
    demandOrdinary(bin)
    const other = await ctx.tx.query<RowOf<typeof product, 'id' | 'code'>>(sql`
      select p.id, p.code from wms_product_bin b join mdm_product p on p.tenant_id = b.tenant_id and p.id = b.product_id
      join wms_bin n on n.tenant_id = b.tenant_id and n.id = b.bin_id
      where b.tenant_id = ${ctx.tenantId} and b.bin_id = ${input.binId} and b.product_id <> ${input.productId}
        and not n.mix_product limit 1`)
    if (other[0]) refuse(masterFaults.binTaken, { bin: bin.code, p: rowName(product, other[0].id, other[0].code) })
    demandMinMax(input)
  },
  beforeUpdate: async (_ctx, input, before) => demandMinMax({ ...before, ...input }),
}

function demandMinMax({ minCases: min, maxCases: max }: Changes<typeof productBin>): void {
  if (typeof min === 'number' && typeof max === 'number' && min > max) refuse(masterFaults.minAboveMax)
}

/** A scheme without a rule would put nothing anywhere. */
export const schemeRules: Rules<typeof productStorageScheme> = {
  beforeCreate: async (_ctx, input) => {
    if ((input.rules ?? []).length === 0) refuse(faults.emptyLines)
  },
  beforeUpdate: async (_ctx, input) => {
    if (input.rules?.length === 0) refuse(faults.emptyLines)
  },
}

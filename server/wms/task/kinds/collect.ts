// engine: locks tasks and their lines, and moves what they say

import { assert, refuse } from '@lading/contract/kernel/fault.ts'
import { parseQty } from '@lading/contract/kernel/qty.ts'
import { rowName } from '@lading/contract/kernel/text.ts'
import { store } from '@lading/contract/mdm/partner.ts'
import { collectFaults } from '@lading/contract/wms/collectFaults.ts'
import { container as containerTable } from '@lading/contract/wms/container.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import { bin } from '@lading/contract/wms/place.ts'
import sql from 'sql-template-tag'
import { type Ctx, found } from '../../../kernel/ctx.ts'
import type { RowOf } from '../../../kernel/rowOf.ts'
import { binsFor, isFull, otherIn, readSchemes, schemeFor } from '../../collect/bins.ts'
import { unstagedTopic } from '../../collect/make.ts'
import { storeStagedTopic } from '../../collect/storeCheck.ts'
import { lockContainers, moveContainer } from '../../stock/containers.ts'
import type { LineRow, TaskRow } from '../read.ts'
import type { Confirm, Confirmed, TaskKind } from '../type.ts'

/** One line is one container: it goes with everything in it to where it waits for its truck. */
async function confirm(ctx: Ctx, task: TaskRow, line: LineRow, input: Confirm): Promise<Confirmed> {
  const plan = parseQty(line.planQty)
  if (parseQty(input.qty) === 0n) {
    if (!input.reason) refuse(wmsFaults.needReason)
    return { done: 0n, short: plan, closed: true }
  }
  const id = line.fromContainerId ?? ''
  const box = found((await lockContainers(ctx, [id])).get(id), containerTable.title)
  const scanned = input.scans.container
  if (scanned && scanned !== box.code) refuse(collectFaults.otherBox, { scan: scanned, c: box.code })
  const toBinId = await targetOf(ctx, line, input.toBin || input.scans.bin)
  await moveContainer(ctx, {
    bizType: 'COLLECT',
    idemKey: `tl:${line.id}:${ctx.key}`,
    source: { type: task.taskType, id: task.id },
    taskLineId: line.id,
    containerId: id,
    toBinId,
    change: { from: ['PICKED', 'CHECKED'], state: box.state === 'CHECKED' ? 'CHECKED' : 'COLLECTED' },
  })
  if (line.storeId !== null) ctx.emit({ topic: storeStagedTopic, key: line.storeId })
  return { done: plan, short: 0n, closed: true, toBinId }
}

interface Target {
  readonly id: string
  readonly code: string
  readonly checkDigit: string | null
  readonly usage: string
}
/** Where it goes: as instructed, or another bin that may have it. @throws Fault noBin, notCollectBin, notOfStore, full, inUse */
export async function targetOf(ctx: Ctx, line: LineRow, scan: string | undefined): Promise<string> {
  const own = line.toBinId === null ? undefined : await binBy(ctx, sql`b.id = ${line.toBinId}`)
  if (own && (!scan || scan === own.code || scan === own.checkDigit)) return own.id
  if (!scan) return refuse(collectFaults.noBin)
  const other = found(await binBy(ctx, sql`b.code = ${scan}`), bin.title, scan)
  const name = rowName(bin, other.id, other.code)
  if (other.usage !== 'COLLECT' && other.usage !== 'DOCK') refuse(collectFaults.notCollectBin, { bin: name })
  await demandMayStand(ctx, line, other.id, name)
  return other.id
}
const binBy = (ctx: Ctx, which: ReturnType<typeof sql>): Promise<Target | undefined> =>
  ctx.tx.maybe<Target & object>(sql`
    select b.id, b.code, b.check_digit, b.usage from wms_bin b where b.tenant_id = ${ctx.tenantId} and b.org_id = ${ctx.org.id} and ${which}`)

async function demandMayStand(ctx: Ctx, line: LineRow, binId: string, name: ReturnType<typeof rowName>): Promise<void> {
  const to = await ctx.tx.one<{ id: string; name: string; route: string | null; mode: string | null }>(sql`
    select s.id, s.name, s.route, b.mode from wms_container c join wms_store s on s.tenant_id = c.tenant_id and s.id = c.store_id
    left join wms_operate_bill b on b.tenant_id = c.tenant_id and b.org_id = c.org_id and b.id = c.bill_id
    where c.tenant_id = ${ctx.tenantId} and c.org_id = ${ctx.org.id} and c.id = ${line.fromContainerId}`)
  const scheme = schemeFor(await readSchemes(ctx), to.mode)
  if (!scheme) return
  const allowed = binsFor(scheme, { storeId: to.id, route: to.route })
  // Who has no bins may stand anywhere, but for those of others.
  const at = allowed.find((b) => b.binId === binId) ?? scheme.bins.find((b) => b.binId === binId)
  const isStrict = scheme.kind === 'FINE' && line.toBinId !== null
  if (at && (!allowed.includes(at) || (isStrict && !at.overflow)))
    refuse(collectFaults.notOfStore, { bin: name, s: rowName(store, to.id, to.name) })
  if (!at && allowed.length > 0) refuse(collectFaults.notOfStore, { bin: name, s: rowName(store, to.id, to.name) })
  if (!at) return
  if (isFull(at)) refuse(collectFaults.full, { bin: name, n: at.containers })
  const otherId = otherIn(scheme, at, to.id)
  if (otherId) {
    const other = await ctx.tx.one<RowOf<typeof store, 'code'>>(sql`
      select code from wms_store where tenant_id = ${ctx.tenantId} and id = ${otherId}`)
    refuse(collectFaults.inUse, { bin: name, s: rowName(store, otherId, other.code) })
  }
}

/** Back to where it was taken from, as long as it has not been loaded. */
async function undo(ctx: Ctx, _task: TaskRow, line: LineRow): Promise<void> {
  const id = line.fromContainerId ?? ''
  const box = found((await lockContainers(ctx, [id])).get(id), containerTable.title)
  assert(line.fromBinId !== null, 'a container stood somewhere')
  if (box.binId !== line.toBinId || (box.state !== 'COLLECTED' && box.state !== 'CHECKED')) refuse(wmsFaults.movedOn)
  await moveContainer(ctx, {
    bizType: 'COLLECT',
    idemKey: `rev:${line.id}:${ctx.key}`,
    taskLineId: line.id,
    containerId: id,
    toBinId: line.fromBinId,
    change: { from: [box.state], state: box.state === 'CHECKED' ? 'CHECKED' : 'PICKED' },
  })
  ctx.emit({ topic: unstagedTopic, key: id })
}

export const collectKind: TaskKind = { confirm, undo, endsEarly: true }

// engine: locks tasks and their lines, and moves what they say

import { refuse } from '@lading/contract/kernel/fault.ts'
import { parseQty } from '@lading/contract/kernel/qty.ts'
import { rowName, type Text } from '@lading/contract/kernel/text.ts'
import { store } from '@lading/contract/mdm/partner.ts'
import { collectFaults } from '@lading/contract/wms/collectFaults.ts'
import { container as containerTable } from '@lading/contract/wms/container.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import sql from 'sql-template-tag'
import { type Ctx, found } from '../../../kernel/ctx.ts'
import { lockContainers } from '../../stock/containers.ts'
import { readPlaces } from '../../stock/places.ts'
import type { LineRow, TaskRow } from '../read.ts'
import type { Confirm, Confirmed, TaskKind } from '../type.ts'

/** One line is one container: it stands there, or it does not. Nothing moves. */
async function confirm(ctx: Ctx, task: TaskRow, line: LineRow, input: Confirm): Promise<Confirmed> {
  const plan = parseQty(line.planQty)
  const id = line.fromContainerId ?? ''
  const box = found((await lockContainers(ctx, [id])).get(id), containerTable.title)
  if (parseQty(input.qty) === 0n) {
    if (!input.reason) refuse(wmsFaults.needReason)
    return { done: 0n, short: plan, closed: true, warnings: await lastPlace(ctx, id, box.code) }
  }
  const scanned = input.scans.container
  if (scanned && scanned !== box.code) await refuseExtra(ctx, task, scanned, box.code)
  const place = (await readPlaces(ctx, [box.binId ?? '0'])).get(box.binId ?? '')
  const isStaged = box.state === 'COLLECTED' || box.state === 'CHECKED'
  if (!isStaged || (place?.usage !== 'COLLECT' && place?.usage !== 'DOCK'))
    refuse(collectFaults.gone, { c: rowName(containerTable, id, box.code) })
  return { done: plan, short: 0n, closed: true }
}

/** A container that is on no line of the store's, and why it should not stand there. */
async function refuseExtra(ctx: Ctx, { id: taskId, storeId }: TaskRow, scan: string, expected: string): Promise<never> {
  const other = await ctx.tx.maybe<{ id: string; storeId: string | null; isListed: boolean }>(sql`
    select c.id, c.store_id, exists (select 1 from wms_task_line l where l.tenant_id = c.tenant_id and l.org_id = c.org_id
      and l.task_id = ${taskId} and l.from_container_id = c.id and l.state <> 'CANCELED') as is_listed
    from wms_container c where c.tenant_id = ${ctx.tenantId} and c.org_id = ${ctx.org.id} and c.code = ${scan}`)
  const c = rowName(containerTable, found(other, containerTable.title, scan).id, scan)
  if (other?.isListed) refuse(collectFaults.otherBox, { scan, c: expected })
  if (other?.storeId === storeId) refuse(collectFaults.notExpected, { c })
  const { code } = await ctx.tx.one<{ code: string }>(sql`
    select code from wms_store where tenant_id = ${ctx.tenantId} and id = ${storeId}`)
  return refuse(collectFaults.notOfStoreBox, { c, s: rowName(store, storeId ?? '', code) })
}

/** Where to look for a container that is not there: where it came from. */
async function lastPlace(ctx: Ctx, id: string, code: string): Promise<Text[]> {
  const last = await ctx.tx.maybe<{ bin: string; by: string | null }>(sql`
    select b.code as bin, u.real_name as by from wms_ledger g
    join wms_bin b on b.tenant_id = g.tenant_id and b.id = g.bin_id
    join wms_posting p on p.tenant_id = g.tenant_id and p.id = g.posting_id
    left join sys_user u on u.tenant_id = p.tenant_id and u.id = p.created_by
    where g.tenant_id = ${ctx.tenantId} and g.org_id = ${ctx.org.id} and g.container_id = ${id} and g.delta < 0
    order by g.posting_id desc limit 1`)
  if (!last) return []
  const by = last.by ?? ''
  return [
    [
      `容器[${code}]的上一位置是[${last.bin}]，由${by || '系统'}移走，请到那里查找`,
      `Container [${code}] stood at [${last.bin}] before${by && `, and was moved by ${by}`}: look for it there`,
    ],
  ]
}

/** Taken back as long as the container still stands there. */
async function undo(ctx: Ctx, _task: TaskRow, line: LineRow): Promise<void> {
  const id = line.fromContainerId ?? ''
  const { state } = found((await lockContainers(ctx, [id])).get(id), containerTable.title)
  if (state !== 'COLLECTED' && state !== 'CHECKED') refuse(wmsFaults.movedOn)
}

export const storeCheckKind: TaskKind = { confirm, undo, endsEarly: false }

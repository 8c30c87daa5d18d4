// engine: binds tags to bins behind the locks of both, and keeps those that open picks are shown at

import { tag, tagKinds } from '@lading/contract/dps/equipment.ts'
import { dpsFaults } from '@lading/contract/dps/faults.ts'
import { jobpoint, line, slot } from '@lading/contract/dps/line.ts'
import { bindTag, freeTags, unbindTags, warehouseBin } from '@lading/contract/dps/warehouseBin.ts'
import { faults, refuse } from '@lading/contract/kernel/fault.ts'
import { rowName } from '@lading/contract/kernel/text.ts'
import { bin } from '@lading/contract/wms/place.ts'
import sql, { type Sql } from 'sql-template-tag'
import type { z } from 'zod'
import { type Ctx, found } from '../../kernel/ctx.ts'
import { type SeenRow, type Served, serve, serveEach } from '../../kernel/http/serve.ts'
import { insert } from '../../kernel/insert.ts'
import { demandAt, fromHere, named } from '../../kernel/scope.ts'
import { masterServed } from '../../platform/masterServed.ts'
import { here } from '../rack/read.ts'

interface Named {
  readonly id: string
  readonly code: string
  readonly name: string
}
/** Bins have no tags at a cart. */
const standsStill = (ctx: Ctx): Sql =>
  sql`not exists (select 1 from ${named(ctx, line, 'n')} where n.id = j.line_id and n.mode = 'CART')`
async function free(ctx: Ctx): Promise<z.output<typeof freeTags.output>> {
  const tags = await ctx.tx.query<Named & object>(sql`
    select g.id, g.code, coalesce(g.model, '') as name from ${fromHere(ctx, tag, 'g')} where g.kind = 'PICK' and not g.disabled
      and not exists (select 1 from ${named(ctx, slot.entity, 's')} where s.tag_id = g.id and s.enabled) order by g.controller_id, g.bus, g.node`)
  const points = await ctx.tx.query<Named & object>(sql`
    select j.id, j.code, j.name from ${fromHere(ctx, jobpoint, 'j')} where not j.disabled and j.kind <> 'CHECK' and ${standsStill(ctx)} order by j.line_id, j.seq`)
  return { tags, points }
}

/** A bin of the page, locked: whoever binds or unbinds it waits. */
async function lockBin(ctx: Ctx, id: string): Promise<{ id: string; code: string }> {
  demandAt(warehouseBin, ctx)
  const row = found(
    await ctx.tx.maybe<{ id: string; code: string }>(
      sql`select b.id, b.code from ${fromHere(ctx, warehouseBin, 'b')} where b.id = ${id}`,
    ),
    warehouseBin.title,
  )
  await ctx.tx.run(sql`select 1 from wms_bin where ${here(ctx)} and id = ${id} for no key update`)
  return row
}

interface Standing {
  /** None at a cart. */
  readonly binId: string | null
  readonly tagId: string
  readonly jobpointId: string
  readonly bin: string
  readonly tag: string
}
const standing = (ctx: Ctx, binId: string, tagId: string | null): Promise<Standing[]> =>
  ctx.tx.query<Standing & object>(sql`
    select s.bin_id, s.tag_id, s.jobpoint_id, coalesce(b.code, j.code || ' ' || s.seq) as bin, g.code as tag from ${fromHere(ctx, slot.entity, 's')}
    join ${named(ctx, jobpoint, 'j')} on j.id = s.jobpoint_id left join ${named(ctx, bin, 'b')} on b.id = s.bin_id join ${named(ctx, tag, 'g')} on g.id = s.tag_id
    where s.enabled and (s.bin_id = ${binId} or s.tag_id = ${tagId}::bigint)`)

async function bind(ctx: Ctx, { binId, tagId, jobpointId }: z.output<typeof bindTag.input>) {
  const place = await lockBin(ctx, binId)
  const lamp = found(
    await ctx.tx.maybe<{ code: string; kind: string; disabled: boolean }>(sql`
      select g.code, g.kind, g.disabled from dps_tag g where g.tenant_id = ${ctx.tenantId} and g.org_id = ${ctx.org.id} and g.id = ${tagId} for update`),
    tag.title,
  )
  if (lamp.disabled) refuse(faults.disabled, { name: lamp.code })
  if (lamp.kind !== 'PICK') refuse(dpsFaults.wrongKind, { tag: lamp.code, kind: tagKinds.PICK })
  found(
    await ctx.tx.maybe(
      sql`select 1 from ${fromHere(ctx, jobpoint, 'j')} where j.id = ${jobpointId} and not j.disabled and j.kind <> 'CHECK' and ${standsStill(ctx)}`,
    ),
    jobpoint.title,
  )
  const others = await standing(ctx, binId, tagId)
  const own = others.find((s) => s.binId === binId)
  if (own?.tagId === tagId && own.jobpointId === jobpointId) return { id: binId }
  if (own) refuse(dpsFaults.binTaken, { bin: rowName(bin, binId, own.bin), tag: own.tag })
  const [other] = others
  if (other)
    refuse(dpsFaults.tagTaken, {
      tag: other.tag,
      bin: other.binId === null ? other.bin : rowName(bin, other.binId, other.bin),
    })
  const { next } = await ctx.tx.one<{ next: number }>(
    sql`select coalesce(max(seq), 0) + 10 as next from dps_slot where ${here(ctx)} and jobpoint_id = ${jobpointId}`,
  )
  // It may have stood there before, and be out of use.
  await insert(
    ctx,
    slot.entity,
    [{ jobpointId, tagId, binId, seq: Math.min(next, 9_999), enabled: true }],
    sql`on conflict (tenant_id, org_id, jobpoint_id, tag_id, bin_id) do update set enabled = true, version = dps_slot.version + 1, updated_at = excluded.updated_at`,
  )
  await changed(ctx, place, jobpointId, 'bind', { tag: lamp.code })
  return { id: binId }
}

/** @throws Fault binBusy: an open pick would be shown at a tag that stands elsewhere by then */
async function unbind(ctx: Ctx, { id }: SeenRow): Promise<void> {
  const place = await lockBin(ctx, id)
  const [own] = await standing(ctx, id, null)
  if (!own) return
  const busy = await ctx.tx.maybe(sql`
    select 1 from dps_pick where ${here(ctx)} and bin_id = ${id} and tag_id = ${own.tagId} and state in ('WAIT', 'LIT')
    union all select 1 from dps_light where ${here(ctx)} and tag_id = ${own.tagId} and state in ('QUEUED', 'LIT') limit 1`)
  if (busy) refuse(dpsFaults.binBusy, { bin: rowName(bin, id, place.code) })
  await ctx.tx.run(sql`delete from dps_slot where ${here(ctx)} and bin_id = ${id} and enabled`)
  await changed(ctx, place, own.jobpointId, 'unbind', { tag: own.tag })
}

/** Whoever has the form of the job point open is told that it is another by now. */
async function changed(ctx: Ctx, place: { id: string; code: string }, pointId: string, action: string, after: object) {
  await ctx.tx.run(sql`
    update dps_jobpoint set version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId} where ${here(ctx)} and id = ${pointId}`)
  ctx.audit({ subject: warehouseBin.key, subjectId: place.id, subjectNo: place.code, action, after: { ...after } })
}

/** 货位 */
export const binsServed = (): Served[] => [
  ...masterServed(warehouseBin),
  serve(freeTags, free),
  serve(bindTag, bind),
  serveEach(unbindTags, unbind),
]

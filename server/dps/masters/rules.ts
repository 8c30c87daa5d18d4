// engine: asks whether devices and bins are in use, by whomever

import type { controller, tag } from '@lading/contract/dps/equipment.ts'
import { tagKinds } from '@lading/contract/dps/equipment.ts'
import { dpsFaults } from '@lading/contract/dps/faults.ts'
import { type jobpoint, line, slot } from '@lading/contract/dps/line.ts'
import type { Refusal } from '@lading/contract/kernel/fault.ts'
import { Fault, faults, refuse } from '@lading/contract/kernel/fault.ts'
import { rowName } from '@lading/contract/kernel/text.ts'
import { bin } from '@lading/contract/wms/place.ts'
import sql, { type Sql } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { Changes, Rules, StoredRow } from '../../kernel/rules.ts'
import { isOfLastCart } from '../rack/cart.ts'
import { here } from '../rack/read.ts'

const isThere = async (ctx: Ctx, query: Sql): Promise<boolean> => (await ctx.tx.maybe(query)) !== undefined

/** Lights of a tag, or of all tags of a controller, that are on or about to be. */
const demandDark = async (ctx: Ctx, of: Sql): Promise<void> => {
  if (
    await isThere(ctx, sql`select 1 from dps_light where ${here(ctx)} and ${of} and state in ('QUEUED', 'LIT') limit 1`)
  )
    refuse(dpsFaults.deviceBusy)
}

/** A tag at which nothing is shown, and no container stands. */
async function demandBare(ctx: Ctx, { id }: { id: string }): Promise<void> {
  await demandDark(ctx, sql`tag_id = ${id}`)
  if (
    await isThere(
      ctx,
      sql`select 1 from dps_task_point where ${here(ctx)} and tag_id = ${id} and state in ('ARRIVED', 'LIT') limit 1`,
    )
  )
    refuse(dpsFaults.deviceBusy)
}

async function demandAddress(ctx: Ctx, input: Changes<typeof controller>, id: string | null): Promise<void> {
  if (input.driver === 'ABLEPICK' && !input.host) refuse(dpsFaults.hostNeeded)
  if (!input.host) return
  const other = await ctx.tx.maybe<{ code: string }>(sql`
    select code from dps_controller where ${here(ctx)} and host = ${input.host} and port = ${input.port} and driver = ${input.driver} and driver = 'ABLEPICK' and not disabled and id is distinct from ${id}::bigint`)
  if (other) refuse(dpsFaults.addressTaken, { host: input.host, port: input.port, code: other.code })
}
export const controllerRules: Rules<typeof controller> = {
  beforeCreate: (ctx, input) => demandAddress(ctx, input, null),
  beforeUpdate: (ctx, input, before) =>
    demandAddress(ctx, { ...before, ...input } as Changes<typeof controller>, before.id),
  beforeDisable: (ctx, { id }) => demandDark(ctx, sql`controller_id = ${id}`),
  beforeRemove: (ctx, { id }) => demandDark(ctx, sql`controller_id = ${id}`),
}

/** What people call a tag follows from where it is wired. */
async function callTag(ctx: Ctx, input: Changes<typeof tag>, before?: StoredRow<typeof tag>): Promise<void> {
  const { controllerId = before?.controllerId, bus = before?.bus, node = before?.node } = input
  const { code } = await ctx.tx.one<{ code: string }>(
    sql`select code from dps_controller where ${here(ctx)} and id = ${controllerId}`,
  )
  input.code = bus === 1 ? `${code}-${node}` : `${code}-${bus}-${node}`
}
/** @param demandTags refuses one more than the tenant may have; `coming`: of the same file before it */
export const tagRules = (demandTags: (ctx: Ctx, coming: number) => Promise<void>): Rules<typeof tag> => ({
  beforeCreate: async (ctx, input) => {
    await demandTags(ctx, 0)
    await callTag(ctx, input)
  },
  beforeCreateMany: async (ctx, inputs) => {
    if (inputs.length > 0) await demandTags(ctx, inputs.length - 1)
    for (const input of inputs) await callTag(ctx, input)
  },
  beforeEnable: (ctx) => demandTags(ctx, 0),
  beforeUpdate: async (ctx, input, before) => {
    if (input.node !== undefined || input.bus !== undefined) await demandDark(ctx, sql`tag_id = ${before.id}`)
    await callTag(ctx, input, before)
  },
  beforeDisable: demandBare,
  beforeRemove: demandBare,
})

/** Carts serve an area, each area is served by those of one line, and other lines serve none. */
async function demandArea(
  ctx: Ctx,
  l: Pick<Changes<typeof line>, 'mode' | 'pickAreaId'>,
  id: string | null,
): Promise<void> {
  const { mode, pickAreaId = null } = l
  if (mode !== 'CART') {
    if (pickAreaId !== null) refuse(dpsFaults.noAreaHere)
    return
  }
  if (pickAreaId === null) refuse(faults.required, { field: line.fields.pickAreaId.title })
  // Whoever gives the same area to another line in this moment is waited for, and seen.
  await ctx.tx.maybe(sql`select 1 from wms_pick_area where ${here(ctx)} and id = ${pickAreaId} for no key update`)
  const other = await ctx.tx.maybe<{ line: string; area: string }>(sql`
    select n.code as line, a.code as area from dps_line n join wms_pick_area a on a.tenant_id = n.tenant_id and a.id = n.pick_area_id
    where n.tenant_id = ${ctx.tenantId} and n.org_id = ${ctx.org.id} and n.mode = 'CART' and n.pick_area_id = ${pickAreaId} and not n.disabled and n.id is distinct from ${id}::bigint`)
  if (other) refuse(dpsFaults.areaServed, other)
}
export const lineRules: Rules<typeof line> = {
  beforeCreate: (ctx, input) => demandArea(ctx, input, null),
  beforeUpdate: (ctx, input, before) => demandArea(ctx, { ...before, ...input }, before.id),
  beforeEnable: (ctx, before) => demandArea(ctx, before, before.id),
  beforeRemove: async (ctx, { id }) => {
    if (await isThere(ctx, sql`select 1 from dps_jobpoint where ${here(ctx)} and line_id = ${id} limit 1`))
      refuse(dpsFaults.pointBusy)
  },
}

interface Sent {
  readonly id?: string
  readonly seq?: number
  readonly removed?: boolean
  readonly tagId?: string
  readonly binId?: string | null
  readonly enabled?: boolean
}
const isCart = async (ctx: Ctx, lineId: unknown): Promise<boolean> =>
  isThere(
    ctx,
    sql`select 1 from dps_line where ${here(ctx)} and id = ${(lineId as string | undefined) ?? null}::bigint and mode = 'CART'`,
  )

/** A tag stands at one bin, and a bin has one tag; those of a cart stand at none. */
async function demandSlots(
  ctx: Ctx,
  input: Changes<typeof jobpoint>,
  id: string | null,
  lineId: unknown,
): Promise<void> {
  const stored: readonly (Sent & object)[] =
    id === null
      ? []
      : await ctx.tx.query<Sent & object>(
          sql`select id, seq, tag_id, bin_id, enabled from dps_slot where ${here(ctx)} and jobpoint_id = ${id}`,
        )
  const sent = ((input.slots ?? []) as readonly Sent[]).map((s, at) => ({
    ...stored.find((o) => o.id === s.id),
    ...s,
    at,
  }))
  const own = [
    ...stored.filter((o) => !sent.some((s) => s.id === o.id)).map((s) => ({ ...s, at: 0 })),
    ...sent.filter((s) => !s.removed),
  ]
  const used = own.filter((s) => s.enabled !== false)
  const onCart = await isCart(ctx, lineId)
  const others = await ctx.tx.query<{ tagId: string; binId: string | null; tag: string; bin: string }>(sql`
    select s.tag_id, s.bin_id, t.code as tag, coalesce(b.code, j.code || ' ' || s.seq) as bin from dps_slot s join dps_tag t on t.tenant_id = s.tenant_id and t.id = s.tag_id
    join dps_jobpoint j on j.tenant_id = s.tenant_id and j.id = s.jobpoint_id left join wms_bin b on b.tenant_id = s.tenant_id and b.id = s.bin_id
    where s.tenant_id = ${ctx.tenantId} and s.org_id = ${ctx.org.id} and s.enabled and s.jobpoint_id is distinct from ${id}::bigint
      and (s.tag_id = any(${used.flatMap((s) => s.tagId ?? [])}::bigint[]) or s.bin_id = any(${used.flatMap((s) => s.binId ?? [])}::bigint[]))`)
  const wrongs: { readonly fault: Fault; readonly field: string }[] = []
  const wrong = (fault: Refusal, args: object, at: number, field: string) =>
    wrongs.push({ fault: new Fault(fault, { ...args }), field: `slots.${at}.${field}` })
  for (const [i, s] of used.entries()) {
    const tagTwice = others.find((o) => o.tagId === s.tagId)
    const hasBin = s.binId !== undefined && s.binId !== null
    const binTwice = others.find((o) => hasBin && o.binId === s.binId)
    const before = used.slice(0, i).find((o) => o.tagId === s.tagId || (hasBin && o.binId === s.binId))
    if (onCart && hasBin) wrong(dpsFaults.noBinHere, {}, s.at, 'binId')
    else if (!onCart && !hasBin) wrong(faults.required, { field: slot.entity.fields.binId.title }, s.at, 'binId')
    else if (onCart && used.slice(0, i).some((o) => o.seq === s.seq))
      wrong(dpsFaults.positionTwice, { position: s.seq }, s.at, 'seq')
    else if (tagTwice) wrong(dpsFaults.tagTaken, tagTwice, s.at, 'tagId')
    else if (binTwice) wrong(dpsFaults.binTaken, binTwice, s.at, 'binId')
    else if (before) {
      const isTag = before.tagId === s.tagId
      wrong(
        isTag ? dpsFaults.tagTaken : dpsFaults.binTaken,
        await namesOf(ctx, before),
        s.at,
        isTag ? 'tagId' : 'binId',
      )
    }
  }
  const [first] = wrongs
  if (!first) return
  const errors = wrongs.map((w) => ({ field: w.field, rule: 'slot', message: w.fault.in(ctx.language) }))
  throw new Fault(first.fault.refusal, first.fault.args, errors)
}
/** A slot at which something is open stays as it is: else its light would come on at another bin. @throws Fault binBusy */
async function demandIdle(ctx: Ctx, input: Changes<typeof jobpoint>, id: string): Promise<void> {
  if (!input.slots) return
  // All that stay are in it: who is not was taken out.
  const stay = new Map((input.slots as readonly Sent[]).map((s) => [s.id, s]))
  const busy = await ctx.tx.query<{ id: string; tagId: string; binId: string | null; bin: string }>(sql`
    select s.id, s.tag_id, s.bin_id, coalesce(b.code, s.seq::text) as bin from dps_slot s left join wms_bin b on b.tenant_id = s.tenant_id and b.id = s.bin_id
    where s.tenant_id = ${ctx.tenantId} and s.org_id = ${ctx.org.id} and s.jobpoint_id = ${id} and s.enabled
      and exists (select 1 from dps_pick p where p.tenant_id = s.tenant_id and p.org_id = s.org_id and p.tag_id = s.tag_id and p.bin_id = coalesce(s.bin_id, p.bin_id) and p.state in ('WAIT', 'LIT'))
    order by s.seq, s.id`)
  for (const s of busy) {
    const to = stay.get(s.id)
    if (!to || to.enabled === false || to.tagId !== s.tagId || (to.binId ?? null) !== s.binId)
      refuse(dpsFaults.binBusy, { bin: s.binId === null ? s.bin : rowName(bin, s.binId, s.bin) })
  }
}
const namesOf = (ctx: Ctx, s: Sent) =>
  ctx.tx.one<{ tag: string; bin: string }>(sql`
    select (select code from dps_tag where ${here(ctx)} and id = ${s.tagId}) as tag, coalesce((select code from wms_bin where ${here(ctx)} and id = ${s.binId ?? null}::bigint), '') as bin`)

/** What stands for something else than a pick says so. */
async function demandKinds(ctx: Ctx, input: Changes<typeof jobpoint>): Promise<void> {
  const wanted = [
    [input.displayTagId, 'ORDER_DISPLAY'],
    [input.completerTagId, 'COMPLETER'],
    [input.laneTagId, 'LANE'],
  ] as const
  for (const [id, kind] of wanted) {
    const row =
      id &&
      (await ctx.tx.maybe<{ code: string; kind: string }>(
        sql`select code, kind from dps_tag where ${here(ctx)} and id = ${id}`,
      ))
    if (row && row.kind !== kind) refuse(dpsFaults.wrongKind, { tag: row.code, kind: tagKinds[kind] })
  }
}
const demandFree = async (ctx: Ctx, { id }: { id: string }): Promise<void> => {
  if (
    await isThere(
      ctx,
      sql`select 1 from dps_pick where ${here(ctx)} and state in ('WAIT', 'LIT') and (jobpoint_id = ${id} or ${isOfLastCart(ctx, id)})
        union all select 1 from dps_task t join dps_jobpoint j on j.tenant_id = t.tenant_id and j.line_id = t.line_id and j.id = ${id} and j.kind = 'CHECK'
        where t.tenant_id = ${ctx.tenantId} and t.org_id = ${ctx.org.id} and t.state = 'PICKED' limit 1`,
    )
  )
    refuse(dpsFaults.pointBusy)
}
export const jobpointRules: Rules<typeof jobpoint> = {
  beforeCreate: async (ctx, input) => {
    await demandKinds(ctx, input)
    await demandSlots(ctx, input, null, input.lineId)
  },
  beforeUpdate: async (ctx, input, before) => {
    if (input.lineId !== undefined && input.lineId !== before.lineId) await demandFree(ctx, before)
    await demandKinds(ctx, input)
    await demandSlots(ctx, input, before.id, input.lineId ?? before.lineId)
    await demandIdle(ctx, input, before.id)
  },
  beforeDisable: demandFree,
  beforeRemove: demandFree,
}

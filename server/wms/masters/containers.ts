// engine: locks master data, makes it, and refuses what would contradict goods of anybody

import { Fault, faults, refuse } from '@lading/contract/kernel/fault.ts'
import { refusal } from '@lading/contract/kernel/flow.ts'
import { container, containerFlow, containerType } from '@lading/contract/wms/container.ts'
import { containerSteps, createContainers } from '@lading/contract/wms/masterCalls.ts'
import { masterFaults } from '@lading/contract/wms/masterFaults.ts'
import sql from 'sql-template-tag'
import { lockSeen } from '../../kernel/crud.ts'
import { type Ctx, found } from '../../kernel/ctx.ts'
import { type SeenRow, type Served, serve, serveEach } from '../../kernel/http/serve.ts'
import { insert } from '../../kernel/insert.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import type { Rules, Seen, StoredRow } from '../../kernel/rules.ts'
import { demandAt, from } from '../../kernel/scope.ts'
import { dropContainer } from '../pickContainer/settle.ts'
import { changeContainers } from '../stock/containers.ts'

const beyond = (prefix: string): string => `${prefix}\u{10FFFF}`

/** Makes containers of a type by hand. */
async function createBatch(ctx: Ctx, input: { typeId: string; count: number }) {
  demandAt(container, ctx)
  found(
    await ctx.tx.maybe(sql`select 1 from ${from(ctx, containerType, 't')} where t.id = ${input.typeId}`),
    containerType.title,
  )
  const codes = await makeContainers(ctx, input)
  const answer = { first: codes[0] ?? '', last: codes.at(-1) ?? '', count: input.count }
  ctx.audit({ subject: container.key, subjectId: null, subjectNo: answer.first, action: 'createBatch', after: answer })
  return answer
}

/** Makes containers of a type with the next codes of its prefix. The type's row is the queue for them. */
export async function makeContainers(ctx: Ctx, input: { typeId: string; count: number }): Promise<string[]> {
  const type = found(
    await ctx.tx.maybe<
      RowOf<typeof containerType, 'prefix' | 'digits' | 'disabled' | 'serialised' | 'category' | 'name'>
    >(sql`
      select prefix, digits, disabled, serialised, category, name from wms_container_type
      where tenant_id = ${ctx.tenantId} and id = ${input.typeId} for update`),
    containerType.title,
  )
  if (type.disabled || type.category === 'VIRTUAL') refuse(faults.disabled, { name: type.name })
  if (!type.serialised) refuse(masterFaults.notSerialised, { name: type.name })
  const { prefix, digits } = type
  // All of the tenant: a container may come back to another centre than the one that made it.
  const { last } = await ctx.tx.one<{ last: string | null }>(sql`
    select max(code) as last from wms_container where tenant_id = ${ctx.tenantId} and type_id = ${input.typeId}
      and code >= ${prefix} and code < ${beyond(prefix)} and length(code) = ${prefix.length + digits}
      and substr(code, ${prefix.length + 1}) ~ '^[0-9]+$'`)
  const start = last === null ? 1 : Number(last.slice(prefix.length)) + 1
  const end = start + input.count - 1
  if (String(end).length > digits) refuse(masterFaults.numbersOut)
  const codeOf = (n: number): string => prefix + String(n).padStart(digits, '0')
  const codes = Array.from({ length: input.count }, (_, i) => codeOf(start + i))
  await insert(
    ctx,
    container,
    codes.map((code) => ({ code, typeId: input.typeId })),
  )
  return codes
}

const isFilled = async (ctx: Ctx, id: string): Promise<boolean> =>
  (
    await ctx.tx.one<{ filled: boolean }>(sql`
      select exists (select 1 from wms_stock where tenant_id = ${ctx.tenantId} and container_id = ${id} and qty > 0)
        or exists (select 1 from wms_container where tenant_id = ${ctx.tenantId} and parent_id = ${id}) as filled`)
  ).filled

type Step = keyof typeof containerFlow.steps

/** Takes a step of the container's own flow that moves no goods. */
async function takeStep(ctx: Ctx, row: SeenRow, step: Step): Promise<Seen> {
  demandAt(container, ctx)
  const before = await lockSeen(ctx, container, row)
  const { state } = before
  const no = refusal(containerFlow, step, state, before.code)
  if (no) throw new Fault(no.refusal, no.args)
  const declared = containerFlow.steps[step]
  const reason = row.reason?.trim().slice(0, 64) || null
  if (declared.reason && reason === null) throw new Fault(faults.required, { field: container.fields.holdReason.title })
  if ((step === 'clear' || step === 'lose') && (await isFilled(ctx, row.id))) refuse(masterFaults.containerFilled)
  if (step === 'hold') return setHold(ctx, before, reason)
  const to = declared.to ?? state
  await changeContainers(ctx, [
    { id: row.id, state: to, ...(to === 'IDLE' && { binId: null, storeId: null, billId: null }) },
  ])
  if (step === 'clear') await dropContainer(ctx, row.id, reason)
  ctx.audit({
    subject: container.key,
    subjectId: row.id,
    subjectNo: before.code,
    action: step,
    before: { state },
    after: { state: to, reason },
  })
  return { id: row.id, version: before.version + 1 }
}

async function setHold(ctx: Ctx, before: StoredRow<typeof container>, reason: string | null): Promise<Seen> {
  await ctx.tx.run(sql`
    update wms_container set hold = ${reason !== null}, hold_reason = ${reason}, version = version + 1,
      updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
    where tenant_id = ${ctx.tenantId} and id = ${before.id}`)
  ctx.audit({
    subject: container.key,
    subjectId: before.id,
    subjectNo: before.code,
    action: reason === null ? 'unhold' : 'hold',
    before: { hold: before.hold, holdReason: before.holdReason },
    after: { hold: reason !== null, holdReason: reason },
  })
  return { id: before.id, version: before.version + 1 }
}

export const containerServed = (): Served[] => [
  serve(createContainers, createBatch),
  serveEach(containerSteps.hold, (ctx, row) => takeStep(ctx, row, 'hold')),
  serveEach(containerSteps.unhold, async (ctx, row) => {
    demandAt(container, ctx)
    return setHold(ctx, await lockSeen(ctx, container, row), null)
  }),
  serveEach(containerSteps.clear, (ctx, row) => takeStep(ctx, row, 'clear')),
  serveEach(containerSteps.lose, (ctx, row) => takeStep(ctx, row, 'lose')),
  serveEach(containerSteps.recover, (ctx, row) => takeStep(ctx, row, 'recover')),
]

export const containerRules: Rules<typeof container> = {
  beforeRemove: async (ctx, row) => {
    const { used } = await ctx.tx.one<{ used: boolean }>(sql`
      select exists (select 1 from wms_ledger where tenant_id = ${ctx.tenantId} and container_id = ${row.id}) as used`)
    if (used || row.uses !== 0) refuse(masterFaults.containerUsed)
  },
}

/** How containers of a type are managed stays once there are any. */
export const containerTypeRules: Rules<typeof containerType> = {
  beforeUpdate: async (ctx, input, before) => {
    const managed = ['returnable', 'serialised', 'nestable', 'perPallet', 'category', 'prefix', 'digits'] as const
    if (!managed.some((k) => input[k] !== undefined && (input[k] ?? null) !== (before[k] ?? null))) return
    const { used } = await ctx.tx.one<{ used: boolean }>(sql`
      select exists (select 1 from wms_container where tenant_id = ${ctx.tenantId} and type_id = ${input.id}) as used`)
    if (used) refuse(masterFaults.typeUsed)
  },
}

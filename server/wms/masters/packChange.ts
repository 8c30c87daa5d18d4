import { documentCalls } from '@lading/contract/kernel/crud.ts'
import { Fault, faults, refuse } from '@lading/contract/kernel/fault.ts'
import { isQtyText, parseQty } from '@lading/contract/kernel/qty.ts'
import { rowName } from '@lading/contract/kernel/text.ts'
import { options } from '@lading/contract/mdm/options.ts'
import { askedFields, packChange } from '@lading/contract/mdm/packChange.ts'
import { packFaults } from '@lading/contract/mdm/packFaults.ts'
import { qpc } from '@lading/contract/mdm/product.ts'
import sql from 'sql-template-tag'
import { createRow, updateRow } from '../../kernel/crud.ts'
import { type Ctx, found, systemAt, systemOrigin } from '../../kernel/ctx.ts'
import type { Served } from '../../kernel/http/serve.ts'
import { type Kernel, perform } from '../../kernel/perform.ts'
import type { Rules, StoredRow } from '../../kernel/rules.ts'
import { from } from '../../kernel/scope.ts'
import { businessDay } from '../../platform/document/day.ts'
import { documentRules, documentServed } from '../../platform/document/served.ts'
import { type BillRow, lockBill, type StepWorks, setBill } from '../../platform/document/steps.ts'
import type { ShortJob } from '../../platform/job/run.ts'
import { optionReader } from '../../platform/option.ts'
import type { Listener } from '../../platform/outbox/relay.ts'
import { tellWho } from '../../platform/tellWho.ts'
import { packRules } from './pack.ts'

type Change = BillRow<typeof packChange>
type Asked = Readonly<Record<string, unknown>>
type Pack = StoredRow<typeof qpc>

const names = Object.keys(askedFields)
const same = (a: unknown, b: unknown): boolean =>
  (a ?? null) === (b ?? null) ||
  (typeof a === 'string' && typeof b === 'string' && isQtyText(a) && isQtyText(b) && parseQty(a) === parseQty(b))
/** What is to become of the pack, of all that a request may say. */
const askedOf = (c: Asked): Asked =>
  Object.fromEntries(names.flatMap((name) => (c[name] === null || c[name] === undefined ? [] : [[name, c[name]]])))

async function readPack(ctx: Ctx, { qpcId, productId }: Asked): Promise<Pack> {
  const row = await ctx.tx.maybe<Pack>(sql`select q.* from ${from(ctx, qpc, 'q')} where q.id = ${String(qpcId)}`)
  const pack = found(row, qpc.title)
  if (pack.productId !== productId) refuse(packFaults.otherProduct)
  return pack
}
const newPack = (c: Asked, asked: Asked) => ({ ...asked, productId: c.productId, caseUnit: asked.caseUnit ?? '箱' })

/** Refuses what could not become of the pack if it were to be today. Nothing is written. */
async function demandPossible(ctx: Ctx, c: Asked): Promise<void> {
  const asked = askedOf(c)
  if (!c.qpcId) {
    if (asked.qpc === undefined) refuse(faults.required, { field: qpc.fields.qpc.title })
    const made = { ...newPack(c, asked), id: '0' }
    await packRules.beforeCreate?.(ctx, made as never)
    return demandFreeName(ctx, made)
  }
  const before = await readPack(ctx, c)
  if (Object.entries(asked).every(([name, value]) => same(before[name as keyof Pack], value)))
    refuse(packFaults.nothingChanges)
  const changed = { id: before.id, version: before.version, ...asked }
  await packRules.beforeUpdate?.(ctx, changed, before)
  await demandFreeName(ctx, { productId: before.productId, ...changed })
}

async function demandFreeName(ctx: Ctx, { id, productId, name }: Asked): Promise<void> {
  if (name === undefined) return
  const taken = await ctx.tx.maybe(sql`
    select 1 from ${from(ctx, qpc, 'q')} where q.product_id = ${String(productId)} and q.name = ${String(name)} and q.id <> ${String(id)}`)
  if (taken) refuse(faults.duplicate, { field: qpc.fields.name.title, value: name })
}

/** Two requests about one pack would each be agreed to without the other. */
async function demandAlone(ctx: Ctx, c: Change): Promise<void> {
  if (c.qpcId === null) return
  const other = await ctx.tx.maybe<{ id: string; billNo: string }>(sql`
    select t.id, t.bill_no from ${from(ctx, packChange.header, 't')}
    where t.qpc_id = ${c.qpcId} and t.id <> ${c.id} and t.state in ('SUBMITTED', 'APPROVED', 'FAILED') limit 1`)
  if (!other) return
  const { name } = await readPack(ctx, c)
  refuse(packFaults.changeOpen, { name, no: rowName(packChange.header, other.id, other.billNo) })
}

function demandDay(ctx: Ctx, day: unknown): void {
  if (typeof day === 'string' && day < businessDay(ctx)) refuse(packFaults.pastDay, { day })
}

const changeRules = documentRules(packChange, {
  beforeCreate: async (ctx, input) => {
    demandDay(ctx, input.effectiveOn)
    await demandPossible(ctx, input)
  },
  beforeUpdate: async (ctx, input, before) => {
    demandDay(ctx, input.effectiveOn)
    await demandPossible(ctx, { ...before, ...input })
  },
})

export const changeSteps: StepWorks<typeof packChange> = {
  submit: {
    effect: async (ctx, change) => {
      demandDay(ctx, change.effectiveOn)
      await demandPossible(ctx, change)
      await demandAlone(ctx, change)
      tellApprovers(ctx, change)
      return { submittedBy: ctx.userId }
    },
  },
  approve: {
    effect: async (ctx, change) => {
      // Whoever typed in what another had begun has not looked at it with other eyes.
      if (change.submittedBy === ctx.userId) refuse(packFaults.ownChange)
      await demandPossible(ctx, change)
      await demandAlone(ctx, change)
      ctx.emit({ topic: packChangeTopic, key: change.id })
      return undefined
    },
  },
  retry: {
    effect: async (ctx, change) => {
      await demandPossible(ctx, change)
      ctx.emit({ topic: packChangeTopic, key: change.id })
      return { problem: null }
    },
  },
}

function tellApprovers(ctx: Ctx, { billNo, id }: Change): void {
  const permission = documentCalls(packChange).approve?.permission
  if (typeof permission !== 'string') return
  tellWho(ctx, {
    kind: 'APPROVAL',
    about: `${billNo} ${id}`,
    args: { by: ctx.username, no: billNo },
    link: `${qpc.key}?changes=SUBMITTED`,
    to: { permission, ownerId: null },
  })
}

/** A request was agreed to, or its day has come. */
const packChangeTopic = 'mdm.packChange'

/** Lets a request become of its pack what it asks, once, from its day on. @throws Fault what the pack's own rules refuse */
async function applyChange(ctx: Ctx, id: string): Promise<void> {
  const change = await lockBill(ctx, packChange, id)
  if (change.state !== 'APPROVED' || change.effectiveOn > businessDay(ctx)) return
  const asked = askedOf(change)
  const { id: qpcId } = change.qpcId
    ? await updateRow(
        ctx,
        qpc,
        { ...asked, ...(({ id, version }) => ({ id, version }))(await readPack(ctx, change)) },
        packRules,
      )
    : await createRow(ctx, qpc, newPack(change, asked), packRules)
  await close(ctx, change, 'APPLIED', 'apply', { qpcId, appliedAt: ctx.now() })
}
async function close(ctx: Ctx, c: Change, to: string, action: string, more: Asked): Promise<void> {
  await setBill(ctx, packChange, c, to, more)
  const told = { subject: packChange.header.key, subjectId: c.id, subjectNo: c.billNo, action }
  ctx.audit({ ...told, before: { state: c.state }, after: { state: to } })
}

const packChangeListener =
  (kernel: Kernel): Listener =>
  async (tenantId, events) => {
    for (const { id, orgId, key } of events.slice(0, 1)) {
      const run = (work: (ctx: Ctx) => Promise<void>): Promise<void> =>
        perform(kernel, tenantId, systemOrigin(id), (tx) => systemAt(tx, tenantId, orgId), work)
      const told = await run((ctx) => applyChange(ctx, key)).then(
        () => undefined,
        (error: unknown) => {
          if (error instanceof Fault) return error
          throw error
        },
      )
      if (!told) continue
      await run(async (ctx) => {
        const change = await lockBill(ctx, packChange, key)
        if (change.state === 'APPROVED')
          await close(ctx, change, 'FAILED', 'fail', { problem: told.in(ctx.language).slice(0, 300) })
      })
    }
  }

export const packChangeListeners = (kernel: Kernel) => ({ [packChangeTopic]: packChangeListener(kernel) })

/** Asks for all requests whose day has come. @returns how many */
async function askDue(ctx: Ctx): Promise<number> {
  const due = await ctx.tx.query<{ id: string }>(sql`
    select t.id from ${from(ctx, packChange.header, 't')} where t.state = 'APPROVED' and t.effective_on <= ${businessDay(ctx)}`)
  for (const { id } of due) ctx.emit({ topic: packChangeTopic, key: id })
  return due.length
}

/** 规格变更生效: requests whose day has come. */
export const packChangeDue: ShortJob = {
  title: ['规格变更到期生效', 'Let pack changes take effect'],
  cron: '5 0 * * *',
  run: async (ctx) => `${await askDue(ctx)} changes`,
}

const readOption = optionReader(options)
/** Where packs change by request only, a person's own change of one is refused; which is the default stays his to say. */
async function demandByRequest(ctx: Ctx, changes: Asked, before: Asked): Promise<void> {
  const isSame = names.every((name) => changes[name] === undefined || same(changes[name], before[name]))
  if (!isSame && (await readOption(ctx, 'mdm_pack_by_request')) === true) refuse(packFaults.byRequest)
}
/** The rules of packs as people change them, by themselves. */
export const typedPackRules: Rules<typeof qpc> = {
  ...packRules,
  beforeCreate: async (ctx, input) => {
    await demandByRequest(ctx, input, {})
    await packRules.beforeCreate?.(ctx, input)
  },
  beforeUpdate: async (ctx, input, before) => {
    await demandByRequest(ctx, input, before)
    await packRules.beforeUpdate?.(ctx, input, before)
  },
}
/** The same of all packs of a product that is changed, in its form or by a file. */
export async function demandPacksByRequest(ctx: Ctx, productId: string, packs: readonly Asked[]): Promise<void> {
  const stored = await ctx.tx.query<Pack>(sql`select q.* from ${from(ctx, qpc, 'q')} where q.product_id = ${productId}`)
  for (const pack of packs) await demandByRequest(ctx, pack, stored.find(({ id }) => id === pack.id) ?? {})
  const gone = stored.find(({ id }) => !packs.some((p) => p.id === id))
  if (gone) await demandByRequest(ctx, { name: '' }, gone)
}

export const packChangeServed = (): Served[] => documentServed(packChange, changeSteps, changeRules)

// engine: posts papers about returnable containers

import type { MadeRecord } from '@lading/contract/kernel/call.ts'
import type { AnyDocument } from '@lading/contract/kernel/document.ts'
import { refuse } from '@lading/contract/kernel/fault.ts'
import type { ContainerState } from '@lading/contract/wms/container.ts'
import {
  type conditions,
  rtiBuy,
  type rtiCauses,
  rtiIn,
  rtiLines,
  rtiLoss,
  rtiOut,
} from '@lading/contract/wms/rtiBills.ts'
import { rtiFaults } from '@lading/contract/wms/rtiFaults.ts'
import sql from 'sql-template-tag'
import { createRow } from '../../kernel/crud.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { documentRules } from '../../platform/document/served.ts'
import type { BillRow, StepWorks } from '../../platform/document/steps.ts'
import { makeContainers } from '../masters/containers.ts'
import { changeContainers } from '../stock/containers.ts'
import {
  codeOf,
  dc,
  formatMoney,
  type Holder,
  holderOf,
  isParty,
  loss,
  type Party,
  parseMoney,
  partyOf,
  readTypes,
  supply,
} from './accounts.ts'
import { demandLines, lockNamed, putNamed, readLines, type Typed } from './lines.ts'
import { type Charge, type Leg, postRti, undoRti } from './post.ts'

/** One who holds containers stands on a paper, or where it may be about the warehouse's own none. */
export function demandParty(of: Party, o: { readonly orNone?: boolean } = {}): void {
  const n = [of.storeId, of.vendorId, of.carrierId].filter((one) => one).length
  if (n > 1 || (n === 0 && !o.orNone)) refuse(rtiFaults.oneParty)
}
export const keyOf = (d: AnyDocument, { id }: { readonly id: string }): string => `${d.header.key}:${id}`

/** Serialised ones that lie empty here are idle; the account tells of all others as well. */
async function demandIdle(ctx: Ctx, legs: readonly Leg[]): Promise<void> {
  const types = await readTypes(
    ctx,
    legs.map((l) => l.typeId),
  )
  for (const { typeId, n } of legs.filter((l) => l.from.kind === 'DC')) {
    const type = types.get(typeId)
    if (!type?.busy) continue
    const row = await ctx.tx.maybe<{ qty: number }>(sql`
      select qty from wms_rti_account where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and code = ${codeOf(dc, typeId)}`)
    const idle = Math.max((row?.qty ?? 0) - type.busy, 0)
    if (n > idle) refuse(rtiFaults.short, { type: type.name, n: idle })
  }
}

type OutLine = Typed & RowOf<typeof rtiLines.out, 'backQty'>
export const outRules = documentRules(rtiOut, {
  beforeCreate: async (ctx, input) => {
    demandParty(input)
    await demandOut(ctx, input.lines ?? [])
  },
  beforeUpdate: async (ctx, input, before) => {
    demandParty({ ...before, ...input })
    if (input.lines) await demandOut(ctx, input.lines)
  },
})
async function demandOut(ctx: Ctx, lines: readonly (Typed & { readonly backQty?: number | null })[]): Promise<void> {
  await demandLines(ctx, lines, 0)
  if (lines.some((l) => l.qty + (l.backQty ?? 0) === 0)) refuse(rtiFaults.nothing)
}

export const outSteps: StepWorks<typeof rtiOut> = {
  approve: {
    effect: async (ctx, bill) => {
      const lines = await readLines<OutLine>(ctx, rtiLines.out.table, bill.id)
      const to = holderOf(bill)
      const boxes = await lockNamed(ctx, lines, ['IDLE'])
      await putNamed(ctx, boxes, 'SHIPPED', bill.storeId)
      const legs = lines.flatMap(({ typeId, qty, backQty }): Leg[] => [
        ...(backQty > 0 ? [{ typeId, from: to, to: dc, n: backQty }] : []),
        ...(qty > 0 ? [{ typeId, from: dc, to, n: qty }] : []),
      ])
      await demandIdle(ctx, legs)
      const done = await postRti(ctx, { bizType: 'OUT', key: keyOf(rtiOut, bill), billNo: bill.billNo }, legs)
      return done ? { deposit: formatMoney(done.charged - done.refunded) } : undefined
    },
  },
  reverse: {
    effect: async (ctx, bill) => {
      const lines = await readLines<OutLine>(ctx, rtiLines.out.table, bill.id)
      await putNamed(ctx, await lockNamed(ctx, lines, ['SHIPPED']), 'IDLE', null)
      await undoRti(ctx, keyOf(rtiOut, bill), bill.billNo)
      return undefined
    },
  },
}

type InLine = Typed & { readonly condition: keyof typeof conditions }
export const inRules = documentRules(rtiIn, {
  beforeCreate: async (ctx, input) => {
    demandParty(input)
    await demandLines(ctx, input.lines ?? [], 0)
  },
  beforeUpdate: async (ctx, input, before) => {
    demandParty({ ...before, ...input })
    if (input.lines) await demandLines(ctx, input.lines, 0)
  },
})

export const inSteps: StepWorks<typeof rtiIn> = {
  approve: {
    effect: async (ctx, bill, made) => {
      const lines = await readLines<InLine>(ctx, rtiLines.in.table, bill.id)
      if (lines.every((l) => l.qty === 0)) refuse(rtiFaults.nothing)
      const giver = holderOf(bill)
      const boxes = await lockNamed(ctx, lines, ['SHIPPED', 'IDLE'])
      // What another was given comes off his account, whoever brings it.
      const others = boxes.filter((b) => b.state === 'SHIPPED' && b.storeId !== null && b.storeId !== bill.storeId)
      const legs = lines.flatMap(({ typeId, qty }): Leg[] => {
        const strange = Map.groupBy(
          others.filter((b) => b.typeId === typeId),
          (b) => b.storeId,
        )
        const swapped = [...strange].map(
          ([id, list]): Leg => ({ typeId, from: { kind: 'STORE', id }, to: dc, n: list.length }),
        )
        const own = qty - swapped.reduce((n, l) => n + l.n, 0)
        return [...swapped, ...(own > 0 ? [{ typeId, from: giver, to: dc, n: own }] : [])]
      })
      await putNamed(ctx, boxes, 'IDLE', null)
      const done = await postRti(ctx, { bizType: 'IN', key: keyOf(rtiIn, bill), billNo: bill.billNo }, legs)
      const broken = lines.filter((l) => l.condition === 'DAMAGED' && l.qty > 0)
      if (broken.length > 0) made.push(await proposeLoss(ctx, bill, broken))
      return done ? { refund: formatMoney(done.refunded) } : undefined
    },
    partly: (ctx, bill) => tellSwapped(ctx, bill),
  },
  reverse: {
    effect: async (ctx, bill) => {
      const lines = await readLines<InLine>(ctx, rtiLines.in.table, bill.id)
      await putNamed(ctx, await lockNamed(ctx, lines, ['IDLE']), 'SHIPPED', bill.storeId)
      await undoRti(ctx, keyOf(rtiIn, bill), bill.billNo)
      return undefined
    },
  },
}

/** Whoever counts hears which accounts gave what was not the giver's. */
async function tellSwapped(ctx: Ctx, bill: BillRow<typeof rtiIn>) {
  const rows = await ctx.tx.query<{ name: string; n: number }>(sql`
    select s.name, sum(-e.delta)::integer as n from wms_rti_entry e join wms_rti_account a on a.tenant_id = e.tenant_id and a.id = e.account_id
    join wms_rti_posting p on p.tenant_id = e.tenant_id and p.id = e.posting_id join wms_store s on s.tenant_id = a.tenant_id and s.id = a.store_id
    where e.tenant_id = ${ctx.tenantId} and e.org_id = ${ctx.org.id} and p.idem_key = ${keyOf(rtiIn, bill)} and e.delta < 0
      and a.store_id is distinct from ${bill.storeId} group by s.name order by s.name`)
  if (rows.length === 0) return undefined
  const list = rows.map((r) => `${r.name} ${r.n}`).join('、')
  return {
    text: ['不在该账上的容器已从实际账户转出：{list}', 'Not on this account, taken off their own: {list}'] as const,
    args: { list },
  }
}

/** What came back broken is to be written off, once somebody has agreed. */
async function proposeLoss(ctx: Ctx, bill: BillRow<typeof rtiIn>, lines: readonly Typed[]): Promise<MadeRecord> {
  const { id } = await createRow(
    ctx,
    rtiLoss.header,
    {
      ...{ cause: 'BROKEN', isCharged: false, note: bill.billNo, bizDate: bill.bizDate },
      lines: lines.map(({ typeId, qty, codes }) => ({ typeId, qty, codes })),
    },
    lossRules,
  )
  const { billNo } = await ctx.tx.one<{ billNo: string }>(sql`
    select bill_no from wms_rti_loss where tenant_id = ${ctx.tenantId} and id = ${id}`)
  return { key: rtiLoss.header.key, id, no: billNo }
}

type BuyLine = Typed & RowOf<typeof rtiLines.buy, 'id' | 'coded' | 'firstCode' | 'lastCode'>
export const buyRules = documentRules(rtiBuy, {
  beforeCreate: (ctx, input) => demandLines(ctx, input.lines ?? []),
  beforeUpdate: async (ctx, input) => {
    if (input.lines) await demandLines(ctx, input.lines)
  },
})
export const buySteps: StepWorks<typeof rtiBuy> = {
  finish: {
    effect: async (ctx, bill) => {
      const lines = await readLines<BuyLine>(ctx, rtiLines.buy.table, bill.id)
      const types = await readTypes(
        ctx,
        lines.map((l) => l.typeId),
      )
      const codes = new Map<string, readonly string[]>()
      for (const line of lines)
        if (line.coded && types.get(line.typeId)?.serialised)
          codes.set(line.id, await makeContainers(ctx, { typeId: line.typeId, count: line.qty }))
      const legs = lines.map(({ typeId, qty }): Leg => ({ typeId, from: supply, to: dc, n: qty }))
      await postRti(ctx, { bizType: 'BUY', key: keyOf(rtiBuy, bill), billNo: bill.billNo }, legs)
      for (const [id, made] of codes)
        await ctx.tx.run(sql`
          update wms_rti_buy_line set first_code = ${made[0]}, last_code = ${made.at(-1)} where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${id}`)
      return undefined
    },
  },
  reverse: {
    effect: async (ctx, bill) => {
      const lines = await readLines<BuyLine>(ctx, rtiLines.buy.table, bill.id)
      const ids = (await Promise.all(lines.map((line) => unused(ctx, line)))).flat()
      await changeContainers(
        ctx,
        ids.map((id) => ({ id, from: ['IDLE'], state: 'SCRAPPED' as const })),
      )
      const legs = lines.map(({ typeId, qty }): Leg => ({ typeId, from: dc, to: supply, n: qty }))
      await demandIdle(ctx, ids.length > 0 ? [] : legs)
      await undoRti(ctx, keyOf(rtiBuy, bill), bill.billNo)
      return undefined
    },
  },
}
/** Containers that a purchase made: what has been used since has not been bought in vain. */
async function unused(ctx: Ctx, { typeId, firstCode, lastCode }: BuyLine): Promise<readonly string[]> {
  if (firstCode === null || lastCode === null) return []
  const rows = await ctx.tx.query<{ id: string; code: string; state: string; uses: number }>(sql`
    select id, code, state, uses from wms_container where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and type_id = ${typeId}
      and code >= ${firstCode} and code <= ${lastCode} order by id`)
  const used = rows.find((r) => r.state !== 'IDLE' || r.uses > 0)
  if (used) refuse(rtiFaults.inUse, { code: used.code })
  return rows.map((r) => r.id)
}

export const lossRules = documentRules(rtiLoss, {
  beforeCreate: async (ctx, input) => {
    demandParty(input, { orNone: true })
    await demandLines(ctx, input.lines ?? [])
    demandCharged(input)
  },
  beforeUpdate: async (ctx, input, before) => {
    const all = { ...before, ...input }
    demandParty(all, { orNone: true })
    if (input.lines) await demandLines(ctx, input.lines)
    demandCharged(all)
  },
})
/** The warehouse charges nobody for what it lost itself. */
function demandCharged(of: Party & { readonly isCharged?: boolean | null }): void {
  if (of.isCharged && !isParty(holderOf(of))) refuse(rtiFaults.oneParty)
}

/** What stood on lost containers is owed no more; what they cost their holder is. */
export const lossCharge = (holder: Holder, amount: bigint): Charge[] =>
  isParty(holder) && amount > 0n ? [{ holder, typeId: null, amount, charged: 0 }] : []
/** What containers cost by the deposit of each. */
export async function worthOf(ctx: Ctx, lines: readonly { typeId: string; n: number }[]): Promise<bigint> {
  const types = await readTypes(
    ctx,
    lines.map((l) => l.typeId),
  )
  return lines.reduce((sum, { typeId, n }) => sum + parseMoney(types.get(typeId)?.deposit) * BigInt(n), 0n)
}

const goneBy = { LOST: 'LOST', BROKEN: 'SCRAPPED', SCRAPPED: 'SCRAPPED' } as const satisfies Record<
  keyof typeof rtiCauses,
  ContainerState
>
export const lossSteps: StepWorks<typeof rtiLoss> = {
  approve: {
    effect: async (ctx, bill) => {
      const lines = await readLines<Typed>(ctx, rtiLines.loss.table, bill.id)
      const holder = holderOf(bill)
      // Where filled ones are named the refusal says that, and not their state.
      const boxes = await lockNamed(ctx, lines, isParty(holder) ? ['SHIPPED'] : ['IDLE', 'STORED', 'PICKED'])
      await putNamed(ctx, boxes, goneBy[bill.cause], isParty(holder) ? bill.storeId : null)
      const legs = lines.map(({ typeId, qty }): Leg => ({ typeId, from: holder, to: loss, n: qty }))
      await demandIdle(ctx, legs)
      const worth = bill.amount === null ? await worthOf(ctx, legs) : parseMoney(bill.amount)
      const amount = bill.isCharged ? worth : 0n
      const of = { bizType: 'LOSS', key: keyOf(rtiLoss, bill), billNo: bill.billNo } as const
      await postRti(ctx, of, legs, lossCharge(holder, amount))
      return bill.isCharged ? { amount: formatMoney(amount) } : undefined
    },
  },
  /** Found again. */
  reverse: {
    effect: async (ctx, bill) => {
      const lines = await readLines<Typed>(ctx, rtiLines.loss.table, bill.id)
      const boxes = await lockNamed(ctx, lines, [goneBy[bill.cause]])
      const { storeId } = partyOf(holderOf(bill))
      await putNamed(ctx, boxes, isParty(holderOf(bill)) ? 'SHIPPED' : 'IDLE', storeId ?? null)
      await undoRti(ctx, keyOf(rtiLoss, bill), bill.billNo)
      return undefined
    },
  },
}

import { Fault, faults, type Refusal, refuse } from '@lading/contract/kernel/fault.ts'
import { clientSite } from '@lading/contract/tms/clientSite.ts'
import { orderFaults } from '@lading/contract/tms/orderFaults.ts'
import { routeScheme } from '@lading/contract/tms/routeScheme.ts'
import { wayBill } from '@lading/contract/tms/wayBill.ts'
import sql from 'sql-template-tag'
import { type Ctx, found } from '../../kernel/ctx.ts'
import type { Rules } from '../../kernel/rules.ts'
import { fromHere, named } from '../../kernel/scope.ts'
import { documentRules } from '../../platform/document/served.ts'
import type { StepWorks } from '../../platform/document/steps.ts'
import { tellClosed } from '../fee/tell.ts'
import { follow } from './move.ts'

interface Way {
  readonly fromSiteId: unknown
  readonly toSiteId: unknown
}
/** Goods go somewhere else than where they are. */
export function demandWay({ fromSiteId, toSiteId }: Way): void {
  if (fromSiteId === toSiteId)
    throw new Fault(orderFaults.sameSite, {}, [{ field: 'toSiteId', rule: 'way', message: '' }])
}
/** @param until the name of the field that says when it ends */
export function demandWindow(from: unknown, to: unknown, until: string): void {
  if (from && to && new Date(String(from)) >= new Date(String(to)))
    throw new Fault(orderFaults.windowOrder, {}, [{ field: until, rule: 'order', message: '' }])
}

/** Whether there is anything that takes room or weighs. */
export const hasMeasure = (bill: { readonly weight: string | null; readonly volume: string | null }): boolean =>
  Number(bill.weight) > 0 || Number(bill.volume) > 0

/** Why a way cannot be planned: one of its sites is off, or nowhere on the map; undefined when it can. */
export async function whyNotSites(
  ctx: Ctx,
  { fromSiteId, toSiteId }: Way,
): Promise<{ refusal: Refusal; args: Readonly<Record<string, unknown>> } | undefined> {
  const sites = await ctx.tx.query<{ code: string; name: string; disabled: boolean; lng: string | null }>(sql`
    select s.code, s.name, s.disabled, s.lng from ${named(ctx, clientSite, 's')}
    where s.id = any(${[fromSiteId, toSiteId]}::bigint[]) order by s.code`)
  for (const { code, name, disabled, lng } of sites) {
    if (disabled) return { refusal: faults.disabled, args: { name: `${code} ${name}` } }
    if (lng === null) return { refusal: orderFaults.notLocated, args: { code } }
  }
  return undefined
}
/** Refuses a way that cannot be planned. */
export async function demandSites(ctx: Ctx, way: Way): Promise<void> {
  const no = await whyNotSites(ctx, way)
  if (no) refuse(no.refusal, no.args)
}

/** All lines of a paper cannot go: then there is nothing to carry. */
export function demandLines({ lines }: { readonly lines?: readonly object[] | undefined }): void {
  if (lines?.length === 0) refuse(faults.emptyLines)
}

export const wayBillRules = documentRules(wayBill, {
  beforeCreate: async (_ctx, input) => {
    demandLines(input)
    demandWay(input)
    demandWindow(input.windowFrom, input.windowTo, 'windowTo')
  },
  beforeUpdate: async (_ctx, input, before) => {
    demandLines(input)
    const after = { ...before, ...input }
    demandWay(after)
    demandWindow(after.windowFrom, after.windowTo, 'windowTo')
  },
})
/** What a file brings says so. */
export const fromFile = <R extends Rules>(rules: R): R => ({
  ...rules,
  beforeCreateMany: async (ctx, inputs) => {
    await rules.beforeCreateMany?.(ctx, inputs)
    for (const input of inputs) input.source = 'IMPORT'
  },
})

export const wayBillSteps: StepWorks<typeof wayBill> = {
  approve: {
    effect: async (ctx, bill) => {
      await demandSites(ctx, bill)
      if (!hasMeasure(bill)) refuse(orderFaults.noMeasure, { no: bill.billNo })
      return undefined
    },
  },
  close: {
    effect: async (ctx, bill) => {
      if (bill.source === 'TAKE_DELIVERY') await follow(ctx, 'close', [bill.id])
      tellClosed(ctx, bill)
      return undefined
    },
  },
  changeRoute: {
    effect: async (ctx, _bill, _made, { routeSchemeId = null }) => {
      // Blank: it goes by its store again.
      if (routeSchemeId === null) return { routeSchemeId }
      const scheme = await ctx.tx.maybe<{ name: string; disabled: boolean }>(sql`
        select t.name, t.disabled from ${fromHere(ctx, routeScheme, 't')} where t.id = ${routeSchemeId}`)
      const { name, disabled } = found(scheme, routeScheme.title)
      if (disabled) refuse(faults.disabled, { name })
      return { routeSchemeId }
    },
  },
  change: {
    effect: async (_ctx, bill, _made, input) => {
      demandWindow(input.windowFrom ?? bill.windowFrom, input.windowTo ?? bill.windowTo, 'windowTo')
      return undefined
    },
  },
}

import { refuse } from '@lading/contract/kernel/fault.ts'
import {
  type Filled,
  type FilledCopy,
  type PrintForm,
  type PrintLayout,
  printLayout,
} from '@lading/contract/sys/printForm.ts'
import { printFaults } from '@lading/contract/sys/printTemplate.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { PrintJob } from '../../platform/print/page.ts'
import { showInstant } from '../../platform/sheet/showCell.ts'
import { drawCopy, onSheets } from './draw.ts'

interface Choice {
  readonly id: string
  readonly isDefault: boolean
  readonly forOrgId: string | null
  readonly forOwnerId: string | null
  readonly layout: unknown
}

/** How near a template is to a document: its owner in this organisation, the organisation, the owner anywhere, all. */
const nearness = (c: Choice): number => (c.forOrgId ? 2 : 0) + (c.forOwnerId ? 1 : 0)

/** The templates of the tenant that can count here, the nearest first: those that are the default, and those that are named. */
async function choicesOf(ctx: Ctx, kind: string, ids: readonly string[]): Promise<readonly Choice[]> {
  const rows = await ctx.tx.query<Choice>(sql`
    select id, is_default, for_org_id, for_owner_id, layout from sys_print_template
    where tenant_id = ${ctx.tenantId} and kind = ${kind} and (is_default or id = any(${ids}::bigint[])) and not disabled
      and (for_org_id is null or for_org_id = ${ctx.org.id})`)
  return rows.toSorted((a, b) => nearness(b) - nearness(a))
}

/** A template as far as others may point to it. */
export interface NamedTemplate {
  readonly id: string
  readonly name: string
  readonly kind: string
  readonly forOrgId: string | null
}
/** Templates by their ids; one that is gone is left out. */
export const namedTemplates = (ctx: Ctx, ids: readonly string[]): Promise<NamedTemplate[]> =>
  ctx.tx.query<NamedTemplate>(sql`
    select id, name, kind, for_org_id from sys_print_template where tenant_id = ${ctx.tenantId} and id = any(${ids}::bigint[])`)

/** What a template says, or the system where that cannot be read: a later version may know more kinds of marks. */
export const layoutOf = (ctx: Ctx, form: PrintForm, { layout }: { readonly layout: unknown }): PrintLayout =>
  printLayout.safeParse(layout).data ?? form.layout(ctx.language)

/**
 * Documents as pages: each by the template that it names, where that is in use for it; else as its owner in this
 * organisation wants it, the organisation, the tenant, the system.
 */
export async function drawFilled(ctx: Ctx, filled: Filled, paper: 'LABEL' | 'A4' = 'LABEL'): Promise<PrintJob> {
  const { form } = filled
  const named = new Set(filled.copies.flatMap((copy) => copy.templateId ?? []))
  const choices = await choicesOf(ctx, form.kind, [...named])
  const system = form.layout(ctx.language)
  const known = new Map<Choice, PrintLayout>()
  const chosen = (copy: FilledCopy): PrintLayout => {
    const fit = choices.filter((c) => c.forOwnerId === null || c.forOwnerId === copy.ownerId)
    const choice = fit.find((c) => c.id === copy.templateId) ?? fit.find((c) => c.isDefault)
    if (!choice) return system
    const layout = known.get(choice) ?? layoutOf(ctx, form, choice)
    known.set(choice, layout)
    return layout
  }
  const laid = filled.copies.map((copy) => ({ copy, layout: chosen(copy) }))
  const { width, height } = laid[0]?.layout ?? system
  if (laid.some(({ layout }) => layout.width !== width || layout.height !== height)) refuse(printFaults.papersDiffer)
  const by = { printedAt: showInstant(ctx, ctx.now()), printedBy: ctx.username }
  const pages = laid.flatMap(({ layout, copy }) => drawCopy(layout, copy, by))
  const job = { title: filled.name, width, height, pages }
  return paper === 'A4' ? onSheets(job) : job
}

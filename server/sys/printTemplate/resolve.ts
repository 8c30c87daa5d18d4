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
  readonly forOrgId: string | null
  readonly forOwnerId: string | null
  readonly layout: unknown
}

/** How near a template is to a document: its owner in this organisation, the organisation, the owner anywhere, all. */
const nearness = (c: Choice): number => (c.forOrgId ? 2 : 0) + (c.forOwnerId ? 1 : 0)

/** The default templates of the tenant that can count here, the nearest first. */
async function choicesOf(ctx: Ctx, kind: string): Promise<readonly Choice[]> {
  const rows = await ctx.tx.query<Choice>(sql`
    select for_org_id, for_owner_id, layout from sys_print_template
    where tenant_id = ${ctx.tenantId} and kind = ${kind} and is_default and not disabled
      and (for_org_id is null or for_org_id = ${ctx.org.id})`)
  return rows.toSorted((a, b) => nearness(b) - nearness(a))
}

/** What a template says, or the system where that cannot be read: a later version may know more kinds of marks. */
export const layoutOf = (ctx: Ctx, form: PrintForm, { layout }: { readonly layout: unknown }): PrintLayout =>
  printLayout.safeParse(layout).data ?? form.layout(ctx.language)

/** Documents as pages: each as its owner in this organisation wants it, else the organisation, the tenant, the system. */
export async function drawFilled(ctx: Ctx, filled: Filled, paper: 'LABEL' | 'A4' = 'LABEL'): Promise<PrintJob> {
  const { form } = filled
  const choices = await choicesOf(ctx, form.kind)
  const system = form.layout(ctx.language)
  const known = new Map<Choice, PrintLayout>()
  const chosen = (copy: FilledCopy): PrintLayout => {
    const choice = choices.find((c) => c.forOwnerId === null || c.forOwnerId === copy.ownerId)
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

import { refuse } from '@lading/contract/kernel/fault.ts'
import type { OrgType } from '@lading/contract/kernel/org.ts'
import { sysFaults } from '@lading/contract/sys/faults.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import type { Rules } from '../../kernel/rules.ts'
import { rightsTopic } from '../../platform/push/push.ts'
import type { ImportRules } from '../../platform/sheet/importCheck.ts'
import { lockRights } from '../rights.ts'
import { raiseRights } from '../session/identify.ts'
import { furnish, type OrgHooks } from './furnish.ts'
import { type Node, place, replace } from './place.ts'
import { demandPlan } from './plan.ts'

/** Where the organisations of a file will stand, while its transaction lasts. */
const places = new WeakMap<Ctx, Map<string, Node>>()
function placedBy(ctx: Ctx): Map<string, Node> {
  const known = places.get(ctx) ?? new Map<string, Node>()
  places.set(ctx, known)
  return known
}

/** What anybody may do can be another thing afterwards. */
async function rightsChanged(ctx: Ctx): Promise<void> {
  await raiseRights(ctx.tx, ctx.tenantId, ctx.newId)
  ctx.tell(rightsTopic)
}

/**
 * Files obey the rules of forms, one row after the other behind the lock of whoever changes rights; a row may stand below
 * another of its file.
 * @param demandKind refuses what another page keeps
 */
export const fileRules = (hooks: OrgHooks, rules: Rules, demandKind: (type: unknown) => void): ImportRules => ({
  ...rules,
  beforeCreateMany: async (ctx, inputs) => {
    await lockRights(ctx.tx, ctx.tenantId)
    const placed = placedBy(ctx)
    for (const input of inputs) {
      demandKind(input.type)
      // Asked a second time, alone, when another of the file was refused.
      placed.delete(String(input.id))
      const node = await place(ctx, input, placed)
      const others = [...placed.values()].filter((n) => n.type === 'DC' || n.type === 'TC')
      if (node.type === 'DC' || node.type === 'TC') await demandPlan(ctx, 'maxCentres', others.length)
      placed.set(node.id, node)
    }
  },
  beforeUpdate: async (ctx, input, before) => {
    demandKind(before.type)
    if (before.upperOrgId === null && input.upperOrgId) refuse(sysFaults.orgRoot)
    await lockRights(ctx.tx, ctx.tenantId)
    if (await replace(ctx, input, before, placedBy(ctx))) await rightsChanged(ctx)
  },
  made: async (ctx, inputs) => {
    for (const { id, code, type } of inputs)
      await furnish(ctx, hooks, { id: String(id), code: String(code), type: type as OrgType })
    await rightsChanged(ctx)
  },
})

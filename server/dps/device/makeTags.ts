import type { makeTags as call } from '@lading/contract/dps/deviceCalls.ts'
import { controller, tag } from '@lading/contract/dps/equipment.ts'
import sql from 'sql-template-tag'
import type { z } from 'zod'
import { type Ctx, found } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import { fromHere } from '../../kernel/scope.ts'

/** Makes a tag for each node of a span that has none yet; the others stay as they are, whatever they are. */
export async function makeTags(ctx: Ctx, { controllerId, from, to, ...each }: z.output<typeof call.input>) {
  const { bus } = each
  const own = found(
    await ctx.tx.maybe<{ code: string }>(
      sql`select c.code from ${fromHere(ctx, controller, 'c')} where c.id = ${controllerId} for key share of c`,
    ),
    controller.title,
  )
  const nodes = Array.from({ length: to - from + 1 }, (_, i) => from + i)
  const codeOf = (node: number) => (bus === 1 ? `${own.code}-${node}` : `${own.code}-${bus}-${node}`)
  const { count } = await insert(
    ctx,
    tag,
    nodes.map((node) => ({ ...each, controllerId, node, code: codeOf(node) })),
    sql`on conflict do nothing`,
  )
  if (count > 0)
    ctx.audit({
      subject: controller.key,
      subjectId: controllerId,
      subjectNo: own.code,
      action: 'makeTags',
      after: { bus, nodes: `${from}–${to}`, kind: each.kind, count },
    })
  ctx.tell(tag.key)
  return { made: count, kept: nodes.length - count }
}

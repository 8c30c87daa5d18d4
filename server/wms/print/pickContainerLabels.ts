import { formatQty, parseQty } from '@lading/contract/kernel/qty.ts'
import { say } from '@lading/contract/kernel/text.ts'
import { store } from '@lading/contract/mdm/partner.ts'
import { countOf } from '@lading/contract/mdm/units.ts'
import type { Filled } from '@lading/contract/sys/printForm.ts'
import { container, containerCategories, containerType } from '@lading/contract/wms/container.ts'
import { boundStates, pickContainer } from '@lading/contract/wms/pickContainer.ts'
import { task } from '@lading/contract/wms/task.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { fromHere, named } from '../../kernel/scope.ts'
import { inAskedOrder } from '../../platform/print/order.ts'
import { type ContentsRow, contentsOf } from '../pickContainer/contents.ts'
import { containerForm, contentFields } from './labelForms.ts'

interface Row {
  id: string
  code: string
  typeName: string
  category: keyof typeof containerCategories
  storeCode: string | null
  storeName: string | null
  route: string | null
  orgName: string
  taskNo: string
  nth: number
  total: number
  ownerId: string | null
}

/** What is stuck to a container before it is filled: for whom it is, and which of how many. A void one has no label. */
export async function pickContainerLabels(ctx: Ctx, ids: readonly string[]): Promise<Filled> {
  const rows = await ctx.tx.query<Row>(sql`
    with all_of as materialized (
      select y.*, row_number() over (partition by y.task_id order by y.seq, y.id)::integer as nth, (count(*) over (partition by y.task_id))::integer as total
      from ${fromHere(ctx, pickContainer, 'y')} where y.state not in ('VOID', 'FREED')
        and y.task_id in (select z.task_id from ${fromHere(ctx, pickContainer, 'z')} where z.id = any(${ids}::bigint[])))
    select x.id, x.code, t.name as type_name, t.category, s.code as store_code, s.name as store_name, s.route, o.name as org_name, k.task_no, x.nth, x.total, k.owner_id
    from all_of x join ${fromHere(ctx, task, 'k')} on k.id = x.task_id
    join ${named(ctx, container, 'c')} on c.id = x.container_id join ${named(ctx, containerType, 't')} on t.id = c.type_id
    join sys_org o on o.tenant_id = x.tenant_id and o.id = x.org_id left join ${named(ctx, store, 's')} on s.id = x.store_id
    where x.id = any(${ids}::bigint[]) and x.state = any(${[...boundStates]}::text[])`)
  const inside = Map.groupBy(await contentsOf(ctx, ids), (n) => n.pickContainerId)
  return {
    name: 'pick containers',
    form: containerForm,
    copies: inAskedOrder(ids, rows).map((c) => ({
      ...(c.ownerId !== null && { ownerId: c.ownerId }),
      values: {
        orgName: c.orgName,
        code: c.code,
        typeName: c.typeName,
        category: say(containerCategories[c.category], ctx.language),
        storeCode: c.storeCode ?? '',
        storeName: c.storeName ?? '',
        route: c.route ?? '',
        nth: `${c.nth}/${c.total}`,
        taskNo: c.taskNo,
        ...contentsOn(ctx, inside.get(c.id) ?? []),
      },
    })),
  }
}

/** What is to come into it, line by line; of more than its label holds it says how many. */
function contentsOn(ctx: Ctx, rows: readonly ContentsRow[]): Record<string, string> {
  const planned = rows.filter((n) => parseQty(n.planQty) > 0n)
  const isMore = planned.length > contentFields.length
  return Object.fromEntries(
    contentFields.map((name, i) => {
      if (isMore && i === contentFields.length - 1)
        return [name, say(['… 共{n}行', '… {n} lines in all'], ctx.language, { n: planned.length })]
      const n = planned[i]
      return [name, n ? lineOn(n) : '']
    }),
  )
}
function lineOn({ bin, product, planQty, planCases, unit }: ContentsRow): string {
  const count = countOf(formatQty(parseQty(planQty)), unit)
  return [bin, product.code, product.name, planCases ? `${count} (${planCases})` : count].filter(Boolean).join(' ')
}

/** How often each has been printed. */
export async function countContainerPrints(ctx: Ctx, ids: readonly string[]): Promise<void> {
  await ctx.tx.run(sql`
    update wms_pick_container x set print_count = print_count + 1, version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
    where x.tenant_id = ${ctx.tenantId} and x.org_id = ${ctx.org.id} and x.id = any(${ids}::bigint[])`)
}

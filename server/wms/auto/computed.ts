import { store } from '@lading/contract/mdm/partner.ts'
import { autoRule, autoRun } from '@lading/contract/wms/autoRule.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { waveBill } from '@lading/contract/wms/waveBill.ts'
import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { Computed } from '../../kernel/registry.ts'
import { from, named } from '../../kernel/scope.ts'
import { businessDay } from '../../platform/document/day.ts'

/** Lists of a rule, and the column of an order or its store that they speak of; an empty one means all. */
const lists = {
  owner_ids: sql`b.owner_id`,
  modes: sql`b.mode`,
  deliveries: sql`b.delivery`,
  store_kinds: sql`s.kind`,
  temperatures: sql`b.temperature`,
} as const
const routesOf = (rule: string): Sql =>
  sql`regexp_split_to_array(trim(both ',，;；、 ' from ${raw(rule)}.routes), '[,，;；、[:space:]]+')`

/** Whether a rule means an order `b` for a store `s`, as `meets` says of one that is given. @param rule its alias */
export const meant = (ctx: Ctx, rule: string): Sql => sql`b.state = 'APPROVED' and b.wave_id is null
  and ${join(
    Object.entries(lists).map(([name, column]) => {
      const list = sql`${raw(rule)}.${raw(name)}`
      return sql`(coalesce(cardinality(${list}), 0) = 0 or ${column} = any(${list}))`
    }),
    ' and ',
  )}
  and (coalesce(${raw(rule)}.routes, '') = '' or b.route = any(${routesOf(rule)}))
  and (${raw(rule)}.due_days is null or b.biz_date <= ${businessDay(ctx)}::date + ${raw(rule)}.due_days)`

/** Whether two rules `t` and `o` may want the same order. */
const meet = join(
  [
    ...Object.keys(lists).map(
      (name) => sql`(coalesce(cardinality(t.${raw(name)}), 0) = 0 or coalesce(cardinality(o.${raw(name)}), 0) = 0
        or t.${raw(name)} && o.${raw(name)})`,
    ),
    sql`(coalesce(t.routes, '') = '' or coalesce(o.routes, '') = '' or ${routesOf('t')} && ${routesOf('o')})`,
  ],
  ' and ',
)

export const autoRuleComputed: Readonly<Record<string, Computed>> = {
  waiting: {
    value: (ctx) => sql`
      select count(*)::integer from ${from(ctx, operateBill.header, 'b')} join ${named(ctx, store, 's')} on s.id = b.store_id
      where b.org_id = t.org_id and ${meant(ctx, 't')}`,
  },
  stuck: {
    value: (ctx) => sql`
      select count(*)::integer from ${named(ctx, waveBill.header, 'w')} where w.org_id = t.org_id and w.state = 'STARTEXCEPTION'
        and w.id in (select r.wave_id from ${named(ctx, autoRun, 'r')} where r.org_id = t.org_id and r.rule_id = t.id)`,
  },
  overlaps: {
    value: (ctx) => sql`
      select string_agg(o.code, ', ' order by o.code) from ${from(ctx, autoRule, 'o')}
      where o.org_id = t.org_id and o.id <> t.id and not o.disabled and not t.disabled and o.trigger <> 'HAND' and t.trigger <> 'HAND' and ${meet}`,
  },
}

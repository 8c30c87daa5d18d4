// engine: the wall itself

import { clientSite } from '@lading/contract/tms/clientSite.ts'
import { routeScheme, routeStop } from '@lading/contract/tms/routeScheme.ts'
import sql, { raw } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { Computations, Walls } from '../../kernel/registry.ts'
import { named } from '../../kernel/scope.ts'

const onIt = (
  ctx: Ctx,
) => sql`from ${named(ctx, routeStop, 's')} join ${named(ctx, clientSite, 'p')} on p.id = s.site_id
  where s.scheme_id = t.id`

export const schemeComputed: Computations = {
  [routeScheme.table]: {
    stores: {
      value: (ctx) => sql`select string_agg(p.code, ' ' order by s.seq, s.id) ${onIt(ctx)}`,
      // By code or name, as it is typed.
      where: (ctx, v) =>
        sql`exists (select 1 ${onIt(ctx)} and strpos(lower(p.code || ' ' || p.name), lower(${String(v)})) > 0)`,
    },
  },
}

/** A scheme with nobody else's stores. */
export const schemeWalls: Walls = {
  [routeScheme.table]: (owners, t) => sql`not exists (
    select 1 from ${raw(routeStop.table)} rs join ${raw(clientSite.table)} rp on rp.tenant_id = rs.tenant_id and rp.id = rs.site_id
      join tms_client rc on rc.tenant_id = rp.tenant_id and rc.id = rp.client_id
    where rs.tenant_id = ${t}.tenant_id and rs.scheme_id = ${t}.id and rc.owner_ref is not null and not (rc.owner_ref = any(${owners}::bigint[])))`,
}

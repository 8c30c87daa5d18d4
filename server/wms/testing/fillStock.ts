import sql, { type Sql } from 'sql-template-tag'
import { asOwner } from '../../kernel/database.ts'
import type { TestServer } from '../../testing/server.ts'

/** Runs an insert by the million straight in the database; what reads the rows does not ask where they come from. */
export const fill = (server: TestServer, insert: Sql): Promise<unknown> =>
  asOwner(server.db, async (tx) => {
    await tx.run(sql`select set_config('app.tenant_id', ${server.one.tenantId}, true)`)
    await tx.run(sql`set local statement_timeout = 0`)
    await tx.run(insert)
  })

/** Ten of each product of a yard in each of its storage bins, all of one lot per product. */
export const everyProductInEveryBin = sql`
  with lots as (
    insert into wms_lot (tenant_id, org_id, id, owner_id, product_id, lot_no, identity)
    select b.tenant_id, b.org_id, p.id, o.id, p.id, 'L' || p.code, '-' from mdm_product p
      join wms_owner o on o.tenant_id = p.tenant_id join (select distinct tenant_id, org_id from wms_bin) b on b.tenant_id = p.tenant_id returning *)
  insert into wms_stock (tenant_id, org_id, id, owner_id, product_id, qpc_id, lot_id, stock_type, bin_id, container_id, qty, first_in_at)
  select b.tenant_id, b.org_id, row_number() over (), l.owner_id, l.product_id, q.id, l.id, 'GOOD', b.id, c.id, 10, now()
  from lots l join mdm_product_qpc q on q.tenant_id = l.tenant_id and q.product_id = l.product_id
    join wms_bin b on b.tenant_id = l.tenant_id and b.usage = 'STORAGE' join wms_container c on c.tenant_id = b.tenant_id and c.org_id = b.org_id and c.code = 'LOOSE'`

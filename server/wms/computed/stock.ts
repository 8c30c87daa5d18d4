import sql, { type Sql } from 'sql-template-tag'
import type { Computed } from '../../kernel/registry.ts'
import { casesOf } from './cases.ts'

const pack = (what: Sql): Sql => sql`
  select ${what} from mdm_product_qpc q where q.tenant_id = t.tenant_id and q.id = t.qpc_id`
const goods = (what: Sql): Sql => sql`
  select ${what} from mdm_product p where p.tenant_id = t.tenant_id and p.id = t.product_id`

/** A balance in the measures of the board; none where the pack has no pattern, or the product no measure. */
export const stockComputed: Readonly<Record<string, Computed>> = {
  cases: { value: () => pack(casesOf(sql`t.qty`, sql`q.qpc`)) },
  pallets: { value: () => pack(sql`round(t.qty / nullif(q.qpc * q.pallet_ti * q.pallet_hi, 0), 1)`) },
  volume: { value: () => goods(sql`round(t.qty * p.volume_m3, 3)`) },
  amount: { value: () => goods(sql`round(t.qty * p.price, 2)`) },
}

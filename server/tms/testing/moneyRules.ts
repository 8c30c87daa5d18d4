import sql from 'sql-template-tag'
import type { TestServer } from '../../testing/server.ts'

const due = sql`('APPROVED', 'CONFIRMED', 'INVOICED', 'PARTIAL', 'PAID', 'CLOSED')`

/** What is broken of F1 to F5, in words; nothing when every rule holds. */
export const brokenMoney = (server: TestServer): Promise<readonly unknown[]> =>
  server.inside('TC01', async (ctx) => {
    const t = ctx.tenantId
    const found = await Promise.all([
      ctx.tx.query(
        sql`select 'F1' as rule, fee_id from tms_settle_line where tenant_id = ${t} and is_live group by 2 having count(*) > 1`,
      ),
      ctx.tx.query(sql`select 'F1 state' as rule, f.bill_no, f.state, f.settle_id, l.bill_id, s.state as settlement from tms_fee_bill f
        left join tms_settle_line l on l.tenant_id = f.tenant_id and l.fee_id = f.id and l.is_live
        left join tms_settle_bill s on s.tenant_id = f.tenant_id and s.id = l.bill_id
        where f.tenant_id = ${t} and (f.settle_id is distinct from l.bill_id or (f.state = 'SETTLED') <> (coalesce(s.state, '') in ${due})
          or (l.bill_id is not null and f.state not in ('CONFIRMED', 'SETTLED')))`),
      ctx.tx.query(sql`select 'F1 line' as rule, l.id from tms_settle_line l join tms_fee_bill f on f.tenant_id = l.tenant_id and f.id = l.fee_id
        where l.tenant_id = ${t} and l.is_live and (l.amount <> f.amount or f.org_id <> l.org_id)`),
      ctx.tx.query(sql`select 'F2' as rule, s.bill_no, s.net, s.amount, s.adjust from tms_settle_bill s where s.tenant_id = ${t}
        and (s.net <> s.amount + s.adjust or s.amount <> (select coalesce(sum(l.amount), 0) from tms_settle_line l where l.tenant_id = s.tenant_id and l.bill_id = s.id)
          or s.fee_count <> (select count(*) from tms_settle_line l where l.tenant_id = s.tenant_id and l.bill_id = s.id))`),
      ctx.tx.query(sql`select 'F3' as rule, s.bill_no, s.paid, s.net, s.state, p.sum from tms_settle_bill s
        left join (select bill_id, sum(amount) from tms_settle_payment where tenant_id = ${t} group by 1) p on p.bill_id = s.id
        where s.tenant_id = ${t} and (s.paid <> coalesce(p.sum, 0) or s.paid > greatest(s.net, 0) or s.paid < 0
          or (s.state = 'PAID') > (s.paid = s.net) or (s.state = 'PARTIAL') > (s.paid > 0 and s.paid < s.net))`),
      ctx.tx.query(sql`select 'F4' as rule, a.bill_no, b.bill_no as other from tms_fee_agreement a join tms_fee_agreement b on b.tenant_id = a.tenant_id and b.id > a.id
        and b.party = a.party and b.priority = a.priority and b.carrier_id is not distinct from a.carrier_id and b.client_id is not distinct from a.client_id
        and b.staff_id is not distinct from a.staff_id and b.valid_from <= a.valid_to and b.valid_to >= a.valid_from
        where a.tenant_id = ${t} and a.state <> 'DRAFT' and b.state <> 'DRAFT' and exists (select 1 from tms_fee_rule x join tms_fee_rule y
          on y.tenant_id = x.tenant_id and y.fee_type = x.fee_type where x.tenant_id = ${t} and x.bill_id = a.id and y.bill_id = b.id)`),
      ctx.tx.query(sql`select 'F5' as rule, f.bill_no, f.biz_date, c.closed_to from tms_fee_bill f join tms_fee_closing c on c.tenant_id = f.tenant_id and c.org_id = f.org_id
        and c.id = (select max(x.id) from tms_fee_closing x where x.tenant_id = f.tenant_id and x.org_id = f.org_id and x.id < f.id)
        where f.tenant_id = ${t} and f.biz_date <= c.closed_to`),
      ctx.tx.query(sql`select 'shares' as rule, s.bill_id, sum(s.amount) from tms_fee_share s join tms_fee_bill f on f.tenant_id = s.tenant_id and f.id = s.bill_id
        where s.tenant_id = ${t} group by 2, f.amount having sum(s.amount) <> f.amount`),
    ])
    return found.flat()
  })

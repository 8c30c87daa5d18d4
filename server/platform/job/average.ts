import sql from 'sql-template-tag'
import { lasted } from '../../kernel/lasted.ts'

/** How long the last runs of the job `t` that went well took on average, in milliseconds. */
export const averageMs = sql`
  select round(avg(extract(epoch from ${lasted(sql`started_at`, sql`ended_at`)}) * 1000))::integer from (
    select r.started_at, r.ended_at from sys_job_run r
    where r.tenant_id = t.tenant_id and r.job_id = t.id and r.status = 'DONE' order by r.planned desc limit 20) lately`

import type { Text } from '@lading/contract/kernel/text.ts'
import { say } from '@lading/contract/kernel/text.ts'
import sql from 'sql-template-tag'
import { usualZone } from '../../kernel/clock.ts'
import type { Org } from '../../kernel/ctx.ts'
import type { Tx } from '../../kernel/tx.ts'
import { putDue } from '../../platform/due/queue.ts'
import { nextRun } from '../../platform/job/schedule.ts'
import { wholeOutbox } from '../../platform/outbox/relay.ts'

export interface Settling {
  readonly tx: Tx
  readonly tenantId: string
  readonly now: Date
  readonly newId: () => string
  /** Topics of the outbox that end outside. */
  readonly outward: readonly string[]
  /** It has another code than it had: a copy, beside which the tenant itself may be at work elsewhere. */
  readonly isCopy: boolean
}

const notAgain: Text = ['由备份恢复，未再发送', 'Restored from a backup: not sent again']
const notOver: Text = ['由备份恢复，未完成', 'Restored from a backup: it had not ended']
const [notSent, notEnded] = [say(notAgain, 'zh-CN'), say(notOver, 'zh-CN')]

/**
 * What is different about a tenant that was restored: it sends nothing that was sent before, nobody works on what somebody
 * worked on then, its clocks begin now, and what speaks with others' systems waits until somebody lets it.
 */
export async function settle(s: Settling): Promise<void> {
  await sendNothingAgain(s)
  await endWhatRan(s)
  await pauseOutside(s)
  await beginClocks(s)
}

async function sendNothingAgain({ tx, tenantId: t, now, outward }: Settling): Promise<void> {
  await tx.run(sql`delete from sys_outbox where tenant_id = ${t} and topic = any(${outward}::text[])`)
  await tx.run(sql`
    update sys_open_delivery set state = 'DEAD', error = ${notSent}, next_at = null, updated_at = ${now}
    where tenant_id = ${t} and state = 'PENDING'`)
  await tx.run(sql`
    update sys_robot_delivery set state = 'DEAD', error = ${notSent}, next_at = null, updated_at = ${now}
    where tenant_id = ${t} and state = 'PENDING'`)
  await tx.run(sql`
    update sys_data_interactive set status = 'CANCELLED', message = ${notSent}, message_en = ${say(notAgain, 'en-US')}, next_at = null, done_at = ${now}, updated_at = ${now}
    where tenant_id = ${t} and status = 'PENDING' and direction = 'OUT'`)
  await tx.run(sql`
    update sys_mail set state = 'DEAD', answer = ${notSent}, next_at = null, updated_at = ${now}
    where tenant_id = ${t} and state = 'PENDING'`)
  await tx.run(sql`delete from sys_mail_item where tenant_id = ${t} and mail_id is null`)
  await tx.run(sql`
    update sys_ws_record set status = 'EXPIRED', updated_at = ${now} where tenant_id = ${t} and status in ('PENDING', 'SENT')`)
}

async function endWhatRan({ tx, tenantId: t, now }: Settling): Promise<void> {
  await tx.run(sql`
    update sys_job_run set status = 'CANCELLED', message = ${notEnded}, ended_at = ${now}, updated_at = ${now}
    where tenant_id = ${t} and status in ('RUNNING', 'WAITING')`)
  await tx.run(sql`
    update sys_collection_run set status = 'CANCELLED', message = ${notEnded}, message_en = ${say(notOver, 'en-US')}, ended_at = ${now}, updated_at = ${now}
    where tenant_id = ${t} and status in ('RUNNING', 'WAITING')`)
  await tx.run(sql`
    update sys_print_batch set state = 'CANCELED', error = ${notEnded}, updated_at = ${now}
    where tenant_id = ${t} and state in ('QUEUED', 'SENDING')`)
  // Their files are not carried.
  await tx.run(sql`
    update sys_export_record set state = case when state = 'DONE' then 'EXPIRED' else 'FAILED' end, file_id = null,
      message = case when state = 'DONE' then message else ${notEnded}::text end, ended_at = coalesce(ended_at, ${now}::timestamptz), updated_at = ${now}
    where tenant_id = ${t} and state in ('DONE', 'QUEUED', 'RUNNING')`)
  await tx.run(sql`
    update sys_import_record set state = case when state = 'CHECKED' then 'EXPIRED' else 'FAILED' end, source_id = null,
      message = ${notEnded}, ended_at = coalesce(ended_at, ${now}::timestamptz), updated_at = ${now}
    where tenant_id = ${t} and state not in ('DONE', 'PARTIAL', 'REFUSED', 'FAILED', 'CANCELLED', 'EXPIRED')`)
  await tx.run(sql`update sys_import_record set file_id = null, source_id = null where tenant_id = ${t}`)
}

async function pauseOutside({ tx, tenantId: t, now, isCopy }: Settling): Promise<void> {
  await tx.run(sql`update sys_data_collection set disabled = true, updated_at = ${now} where tenant_id = ${t}`)
  if (!isCopy) return
  await tx.run(sql`update sys_open_account set disabled = true, updated_at = ${now} where tenant_id = ${t}`)
  await tx.run(sql`update sys_message_robot set disabled = true, updated_at = ${now} where tenant_id = ${t}`)
}

/** Jobs are due when they next would be, not when they were: what was missed is not made up. */
async function beginClocks({ tx, tenantId, now, newId }: Settling): Promise<void> {
  const jobs = await tx.query<{ id: string; cron: string } & Pick<Org, 'timeZone'>>(sql`
    select j.id, j.cron, coalesce(o.time_zone, ${usualZone}) as time_zone from sys_job j
    left join sys_org o on o.tenant_id = j.tenant_id and o.id = j.org_id where j.tenant_id = ${tenantId}`)
  for (const { id, cron, timeZone } of jobs)
    await tx.run(sql`
      update sys_job set next_time = ${nextRun(cron, now, timeZone)}, last_status = nullif(last_status, 'RUNNING'), updated_at = ${now}
      where tenant_id = ${tenantId} and id = ${id}`)
  // Whoever serves the tenant finds by himself that its jobs are not planned here yet, and plans them.
  await putDue(tx, newId, [{ tenantId, ...wholeOutbox, at: now }])
}

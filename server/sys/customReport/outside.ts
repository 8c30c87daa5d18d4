import { Fault, refuse } from '@lading/contract/kernel/fault.ts'
import { say } from '@lading/contract/kernel/text.ts'
import { reportPermissions } from '@lading/contract/sys/report.ts'
import { planFaults } from '@lading/contract/sys/reportFaults.ts'
import { reportPlanCalls as calls, reportPlan } from '@lading/contract/sys/reportPlan.ts'
import sql, { type Sql } from 'sql-template-tag'
import { wallTime } from '../../kernel/clock.ts'
import { allowed, type Ctx } from '../../kernel/ctx.ts'
import { type Served, serve } from '../../kernel/http/serve.ts'
import { acrossOrgs } from '../../kernel/scope.ts'
import { tellWho } from '../../platform/tellWho.ts'
import { readPlatform, readSender } from '../mail/settings.ts'
import { canWriteStrangers, writeStranger } from '../mail/stranger.ts'
import { knownTo } from '../robot/served.ts'
import { putDelivery } from '../robot/tell.ts'
import { identifyUser } from '../session/identify.ts'
import { linkOfSent, type SentFile } from '../sheetRecord/sentFile.ts'

/** Robots `t` that the caller may have a report sent to: one that is an owner's hears of no other's goods. */
const mayTell = (ctx: Ctx): Sql =>
  sql`${knownTo(ctx)} and not t.disabled and (t.owner_id is null or t.owner_id = all(${ctx.owners}::bigint[]))`
const robotsOf = (ctx: Ctx, which: Sql) =>
  ctx.tx.query<{ id: string; name: string }>(sql`
    select t.id, t.name from sys_message_robot t where ${mayTell(ctx)} and ${which} order by t.name, t.id`)

interface Outside {
  readonly mails: readonly string[]
  readonly robotIds: readonly string[]
}
/** Whether the caller may have a report sent there, and it can be. @throws Fault maySend, noWay, noRobot */
export async function demandOutside(ctx: Ctx, { mails, robotIds }: Outside): Promise<void> {
  if (mails.length + robotIds.length === 0) return
  if (!allowed(ctx, reportPermissions.send)) refuse(planFaults.maySend)
  const { site } = await readSender(ctx, (await readPlatform(ctx))?.site)
  if (site === '' || (mails.length > 0 && !(await canWriteStrangers(ctx)))) refuse(planFaults.noWay)
  const known = await robotsOf(ctx, sql`t.id = any(${robotIds}::bigint[])`)
  if (known.length < robotIds.length) refuse(planFaults.noRobot)
}

interface Made {
  readonly id: string
  readonly userId: string
  readonly orgId: string
  readonly timeZone: string
  readonly language: Ctx['language']
  readonly mails: readonly string[] | null
  readonly robots: readonly string[] | null
  readonly name: string
  readonly taskId: string
  readonly fileName: string
  readonly rows: number
  readonly expiresAt: Date
}

/**
 * Sends outside what has been made for whoever subscribed: no more than he was given himself, while he still may send it.
 * @returns whether there was one
 */
export async function sendOne(ctx: Ctx): Promise<boolean> {
  const made = await ctx.tx.maybe<Made & object>(sql`
    select p.id, p.user_id, p.org_id, o.time_zone, p.language, p.mails, p.robots, r.name, p.task_id, e.file_name,
      coalesce(e.row_count, 0) as rows, e.expires_at
    from sys_report_plan p join sys_custom_report r on r.tenant_id = p.tenant_id and r.id = p.report_id
    join sys_org o on o.tenant_id = p.tenant_id and o.id = p.org_id
    join sys_export_record e on e.tenant_id = p.tenant_id and e.id = p.task_id and e.state = 'DONE'
    where p.tenant_id = ${ctx.tenantId} and (p.mails is not null or p.robots is not null) and p.sent_id is distinct from p.task_id
    order by p.id limit 1 for update of p skip locked`)
  if (!made) return false
  await ctx.tx.run(sql`
    update sys_report_plan set sent_id = task_id, version = version + 1, updated_at = ${ctx.now()}
    where tenant_id = ${ctx.tenantId} and id = ${made.id}`)
  const as = await senderOf(ctx, made)
  if (as) await send(as, made)
  else
    tellHim(ctx, made, 'EXPORT_FAILED', { file: made.fileName, message: say(planFaults.maySend.text, made.language) })
  return true
}

/** As whom it is sent; undefined: he may not any more. */
async function senderOf(ctx: Ctx, { userId, orgId, language }: Made): Promise<Ctx | undefined> {
  try {
    // Who he is decides the wall of organisations: what follows is the job's again.
    const who = await acrossOrgs(ctx, () => identifyUser(ctx.tx, ctx.tenantId, userId, orgId, ctx.now()))
    const as = { ...ctx, ...who, language }
    return allowed(as, reportPermissions.send) ? as : undefined
  } catch (error) {
    if (error instanceof Fault) return undefined
    throw error
  }
}

async function send(as: Ctx, made: Made): Promise<void> {
  const { mails, robots, name, taskId, fileName, rows, expiresAt } = made
  const file: SentFile = { id: taskId, until: expiresAt.getTime() }
  const until = wallTime(made.timeZone, expiresAt).slice(0, 16)
  for (const to of mails ?? [])
    writeStranger(as, {
      ...{ to, path: '', file, language: as.language === 'en-US' ? 'en-US' : 'zh-CN', title: [name, name] },
      body: [
        `[${fileName}]已生成，共${rows}行，${until}前可下载。由${as.username}订阅发送。`,
        `[${fileName}] is ready with ${rows} rows, and can be fetched until ${until}. Sent by a subscription of ${as.username}.`,
      ],
    })
  const known = await robotsOf(as, sql`t.id = any(${robots ?? []}::bigint[])`)
  const told = (to: readonly string[]) => ({ file: fileName, rows: String(rows), until, to: to.join(', ') })
  // None of them hears who else is sent it.
  for (const { id, name: to } of known)
    await putDelivery(as, id, { kind: 'REPORT_SENT', eventId: taskId, args: told([to]), link: linkOfSent(file) })
  as.audit({
    subject: reportPlan.key,
    subjectId: made.id,
    subjectNo: name,
    action: 'send',
    after: { fileName, mails, robots: known.map((r) => r.name) },
  })
  tellHim(as, made, 'REPORT_SENT', told([...(mails ?? []), ...known.map((r) => r.name)]))
}

const tellHim = (
  ctx: Ctx,
  { userId, taskId }: Made,
  kind: 'REPORT_SENT' | 'EXPORT_FAILED',
  args: Readonly<Record<string, string>>,
): void =>
  // The product itself tells it: whoever brings something about is not told.
  tellWho(
    { ...ctx, userId: null },
    { kind, about: taskId, args, link: '#/app-sys/exportRecord', to: { userIds: [userId] } },
  )

export const robotsServed: Served[] = [serve(calls.robots, async (ctx) => ({ robots: await robotsOf(ctx, sql`true`) }))]

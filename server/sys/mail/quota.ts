import { refuse } from '@lading/contract/kernel/fault.ts'
import { mailFaults } from '@lading/contract/sys/email.ts'
import type { mailUsage } from '@lading/contract/sys/platformMail.ts'
import sql from 'sql-template-tag'
import { dayIn, instantAt, usualZone } from '../../kernel/clock.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import type { MailServer } from './settings.ts'

const dayMs = 86_400_000
/** The platform's day: the same for all its tenants, wherever they are. */
export const quotaDay = (at: Date): string => dayIn(usualZone, at)
/** When the next day's quota begins. */
export const nextQuota = (at: Date): Date =>
  instantAt(usualZone, `${quotaDay(new Date(at.getTime() + dayMs))} 00:00:00`)

/**
 * Takes one letter of the tenant's quota of the day; tries at the same moment are counted one by one.
 * @param daily from 1
 * @returns false: there is none left
 */
export async function spend(ctx: Ctx, daily: number): Promise<boolean> {
  const row = await ctx.tx.maybe<RowOf<typeof mailUsage, 'letters'>>(sql`
    insert into sys_mail_usage (id, created_at, tenant, day, letters)
    values (${ctx.newId()}, ${ctx.now()}, ${ctx.tenantId}, ${quotaDay(ctx.now())}, 1)
    on conflict (tenant, day) do update set letters = sys_mail_usage.letters + 1, updated_at = excluded.created_at
      where sys_mail_usage.letters < ${daily}
    returning letters`)
  return row !== undefined
}

/** Counts a letter that waits for the next day. */
export const noteHeld = (ctx: Ctx): Promise<number> =>
  ctx.tx.run(sql`
    update sys_mail_usage set held = held + 1, updated_at = ${ctx.now()}
    where tenant = ${ctx.tenantId} and day = ${quotaDay(ctx.now())}`)

/** For letters that somebody waits for: refused where the platform sends them and the day's quota is used up. */
export async function demandQuota(ctx: Ctx, { daily }: Pick<MailServer, 'daily'>): Promise<void> {
  if (daily !== undefined && !(await spend(ctx, daily))) refuse(mailFaults.quota, { quota: daily })
}

/** What the tenant has used of the day. */
export const usedToday = async (ctx: Ctx): Promise<{ letters: number; held: number }> =>
  (await ctx.tx.maybe<RowOf<typeof mailUsage, 'letters' | 'held'>>(sql`
    select letters, held from sys_mail_usage where tenant = ${ctx.tenantId} and day = ${quotaDay(ctx.now())}`)) ?? {
    letters: 0,
    held: 0,
  }

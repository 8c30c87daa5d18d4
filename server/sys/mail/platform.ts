import { faults, refuse } from '@lading/contract/kernel/fault.ts'
import { mailFaults } from '@lading/contract/sys/email.ts'
import type { MailTried } from '@lading/contract/sys/mail.ts'
import { platformMailCalls as calls, platformMail, usualDailyQuota } from '@lading/contract/sys/platformMail.ts'
import sql from 'sql-template-tag'
import type { z } from 'zod'
import type { Ctx } from '../../kernel/ctx.ts'
import { type OutsideRequest, type Served, serve, serveOutside } from '../../kernel/http/serve.ts'
import { readBrand } from '../brand.ts'
import { demandReachable } from '../outbound/reach.ts'
import { seal } from '../seal.ts'
import { quotaDay, usedToday } from './quota.ts'
import { demandClosed, mailWayOf, type PlatformRow, readPlatform, serverOfPlatform } from './settings.ts'
import { tryServer } from './tryServer.ts'

/** What a platform begins with. */
const unset: PlatformRow = {
  version: 0,
  isOn: false,
  host: null,
  port: 587,
  security: 'starttls',
  username: null,
  sender: null,
  site: null,
  tenantDaily: usualDailyQuota,
  sealedLogin: null,
}

/** Who works in the platform's own organisation; the tables say the same of its tenant. */
function demandPlatform(ctx: Ctx): void {
  if (ctx.org.type !== 'PLAT') refuse(mailFaults.notPlatform)
}

async function show(ctx: Ctx) {
  demandPlatform(ctx)
  const { sealedLogin, ...row } = (await readPlatform(ctx)) ?? unset
  return { ...row, hasPassword: sealedLogin !== null }
}

type Change = z.output<typeof calls.set.input>
const told = ({ version: _, sealedLogin: __, ...rest }: PlatformRow) => rest

async function update(ctx: Ctx, input: Change, secret: string): Promise<{ version: number }> {
  demandPlatform(ctx)
  const { version, password, ...values } = input
  if (values.isOn && (!values.host || !values.sender)) refuse(mailFaults.notWhole)
  const login = values.username ? { user: values.username, pass: '' } : undefined
  demandClosed({ login, security: values.security })
  await ctx.tx.run(sql`
    insert into sys_platform_mail (id, created_at, created_by, code) values (${ctx.newId()}, ${ctx.now()}, ${ctx.userId}, 'MAIL')
    on conflict do nothing`)
  const { id, ...row } = await ctx.tx.one<PlatformRow & { id: string }>(sql`
    select id, version, is_on, host, port, security, username, sender, site, tenant_daily, sealed_login from sys_platform_mail
    where code = 'MAIL' for update`)
  if (row.version !== version) refuse(faults.stale)
  if (values.host && values.host !== row.host) demandReachable(values.host)
  const sealed =
    password === undefined
      ? row.sealedLogin
      : password === null || password === ''
        ? null
        : seal(password, secret, 'platform mail')
  await ctx.tx.run(sql`
    update sys_platform_mail set is_on = ${values.isOn}, host = ${values.host}, port = ${values.port}, security = ${values.security},
      username = ${values.username || null}, sender = ${values.sender}, site = ${values.site}, tenant_daily = ${values.tenantDaily},
      sealed_login = ${sealed}, version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
    where id = ${id}`)
  ctx.audit({
    subject: platformMail.key,
    subjectId: id,
    subjectNo: '',
    action: 'update',
    before: told(row),
    after: { ...values, ...(password !== undefined && { sealedLogin: password }) },
  })
  return { version: version + 1 }
}

async function test(request: OutsideRequest, to: string, secret: string): Promise<MailTried> {
  return tryServer(request, to, platformMail.key, async (ctx) => {
    demandPlatform(ctx)
    const row = await readPlatform(ctx)
    const server = row && (await serverOfPlatform(ctx, row, secret))
    // The platform's own test is the platform's to read.
    return server && { ...server, way: 'OWN', daily: undefined }
  })
}

async function way(ctx: Ctx) {
  const [by, { companyName }] = [await mailWayOf(ctx), await readBrand(ctx.tx, ctx.tenantId)]
  if (by !== 'PLATFORM') return { way: by, sender: companyName, quota: null }
  const [{ tenantDaily }, { letters, held }] = [(await readPlatform(ctx)) ?? unset, await usedToday(ctx)]
  return { way: by, sender: companyName, quota: { daily: tenantDaily, used: letters, held } }
}

const dayMs = 86_400_000
const tenantsMax = 200
async function usage(ctx: Ctx, { daysAgo }: { daysAgo: number }) {
  demandPlatform(ctx)
  const day = quotaDay(new Date(ctx.now().getTime() - daysAgo * dayMs))
  const tenants = await ctx.tx.query<{ code: string; name: string; letters: number; held: number }>(sql`
    select t.code, t.name, u.letters, u.held from sys_mail_usage u join sys_tenant t on t.id = u.tenant
    where u.day = ${day} order by u.letters desc, t.code limit ${tenantsMax}`)
  return { day, tenants }
}

/** The platform's mail server, and what a tenant is told of it. @param secret the installation's */
export const platformMailServed = (secret: string): Served[] => [
  serve(calls.way, way),
  serve(calls.get, show),
  serve(calls.set, (ctx, input) => update(ctx, input, secret)),
  serveOutside(calls.test, (request, { to }) => test(request, to, secret)),
  serve(calls.usage, usage),
]

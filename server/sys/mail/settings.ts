import { refuse } from '@lading/contract/kernel/fault.ts'
import { mailFaults } from '@lading/contract/sys/email.ts'
import type { MailWay } from '@lading/contract/sys/mail.ts'
import type { platformMail } from '@lading/contract/sys/platformMail.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { readOption } from '../../platform/option.ts'
import { readBrand } from '../brand.ts'
import { unseal } from '../seal.ts'

/** The mail server that a tenant's letters go through, and as whom they go out. */
export interface MailServer {
  /** Whose it is: the tenant's own, or the platform's, of which nobody of the tenant is told more. */
  readonly way: MailWay
  readonly host: string
  readonly port: number
  readonly security: 'starttls' | 'tls' | 'none'
  /** None: it asks for no log-in. */
  readonly login: { readonly user: string; readonly pass: string } | undefined
  readonly from: { readonly name: string; readonly address: string }
  /** How many letters it takes of a tenant in a day; undefined: as many as there are. */
  readonly daily: number | undefined
  readonly sender: Sender
}
/** As whom letters are written. */
export interface Sender {
  readonly company: string
  readonly color: string | null
  /** Where the product is, without a slash at its end; empty: mails have no links. */
  readonly site: string
}

export type PlatformRow = RowOf<
  typeof platformMail,
  'version' | 'isOn' | 'host' | 'port' | 'security' | 'username' | 'sender' | 'site' | 'tenantDaily' | 'sealedLogin'
>
/** The platform's server as it is set, whether it is in use or not. */
export const readPlatform = (ctx: Ctx): Promise<PlatformRow | undefined> =>
  ctx.tx.maybe<PlatformRow>(sql`
    select version, is_on, host, port, security, username, sender, site, tenant_daily, sealed_login from sys_platform_mail
    where code = 'MAIL'`)

const hasOwn = async (ctx: Ctx): Promise<boolean> =>
  (await readOption(ctx, 'mail_host')) !== '' && (await readOption(ctx, 'mail_from')) !== ''

/** How a tenant's mail goes: by its own server where it has one, else by the platform's, if that is in use. */
export async function mailWayOf(ctx: Ctx): Promise<MailWay | 'NONE'> {
  if (await hasOwn(ctx)) return 'OWN'
  const row = await readPlatform(ctx)
  return row?.isOn ? 'PLATFORM' : 'NONE'
}
/** Whether a tenant sends mail at all. */
export const isMailOn = async (ctx: Ctx): Promise<boolean> => (await mailWayOf(ctx)) !== 'NONE'

/** A password goes over no connection that others read. */
export function demandClosed({ login, security }: Pick<MailServer, 'login' | 'security'>): void {
  if (login && security === 'none') refuse(mailFaults.open)
}

const trimmed = (site: string | null): string => (site ?? '').replace(/\/+$/, '')
/** The tenant's name and colour; the product's address is the tenant's word, or the platform's. */
export async function readSender(ctx: Ctx, platformSite?: string | null): Promise<Sender> {
  const { companyName, color } = await readBrand(ctx.tx, ctx.tenantId)
  const own = trimmed(await readOption(ctx, 'mail_site'))
  return { company: companyName, color, site: own === '' ? trimmed(platformSite ?? null) : own }
}

async function readOwnServer(ctx: Ctx, secret: string): Promise<MailServer> {
  const user = await readOption(ctx, 'mail_user')
  const sealed = await readOption(ctx, 'mail_password')
  const sender = await readSender(ctx)
  return {
    way: 'OWN',
    host: await readOption(ctx, 'mail_host'),
    port: await readOption(ctx, 'mail_port'),
    // One of the option's choices.
    security: (await readOption(ctx, 'mail_security')) as MailServer['security'],
    login: user === '' ? undefined : { user, pass: sealed === '' ? '' : (unseal(sealed, secret, 'option') ?? '') },
    from: { name: sender.company, address: await readOption(ctx, 'mail_from') },
    daily: undefined,
    sender,
  }
}

/** @returns undefined: host or sender are not set */
export async function serverOfPlatform(ctx: Ctx, row: PlatformRow, secret: string): Promise<MailServer | undefined> {
  if (!row.host || !row.sender) return undefined
  const sender = await readSender(ctx, row.site)
  const pass = row.sealedLogin === null ? '' : (unseal(row.sealedLogin, secret, 'platform mail') ?? '')
  return {
    way: 'PLATFORM',
    host: row.host,
    port: row.port,
    security: row.security,
    login: row.username ? { user: row.username, pass } : undefined,
    from: { name: sender.company, address: row.sender },
    daily: row.tenantDaily,
    sender,
  }
}

/**
 * The server by which the tenant's mail goes. All of it is one or the other's: a host of the tenant's is never told a
 * password of the platform's.
 * @returns undefined: there is none
 */
export async function readMailServer(ctx: Ctx, secret: string): Promise<MailServer | undefined> {
  if (await hasOwn(ctx)) return readOwnServer(ctx, secret)
  const row = await readPlatform(ctx)
  return row?.isOn ? serverOfPlatform(ctx, row, secret) : undefined
}

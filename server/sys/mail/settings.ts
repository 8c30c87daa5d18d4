import { refuse } from '@lading/contract/kernel/fault.ts'
import { mailFaults } from '@lading/contract/sys/email.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { readBrand } from '../brand.ts'
import { readOption } from '../options/read.ts'
import { unseal } from '../seal.ts'

/** The mail server of a tenant, and as whom mail goes out. */
export interface MailServer {
  readonly host: string
  readonly port: number
  readonly security: 'starttls' | 'tls' | 'none'
  /** None: it asks for no log-in. */
  readonly login: { readonly user: string; readonly pass: string } | undefined
  readonly from: { readonly name: string; readonly address: string }
  /** Where the product is, without a slash at its end; empty: mails have no links. */
  readonly site: string
}

/** Whether a tenant sends mail at all. */
export const isMailOn = async (ctx: Ctx): Promise<boolean> =>
  (await readOption(ctx, 'mail_host')) !== '' && (await readOption(ctx, 'mail_from')) !== ''

/** A password goes over no connection that others read. */
export function demandClosed({ login, security }: MailServer): void {
  if (login && security === 'none') refuse(mailFaults.open)
}

/** @returns undefined: none is set up */
export async function readMailServer(ctx: Ctx, secret: string): Promise<MailServer | undefined> {
  if (!(await isMailOn(ctx))) return undefined
  const user = await readOption(ctx, 'mail_user')
  const sealed = await readOption(ctx, 'mail_password')
  const security = (await readOption(ctx, 'mail_security')) as MailServer['security']
  const { companyName } = await readBrand(ctx.tx, ctx.tenantId)
  return {
    host: await readOption(ctx, 'mail_host'),
    port: await readOption(ctx, 'mail_port'),
    security,
    login: user === '' ? undefined : { user, pass: sealed === '' ? '' : (unseal(sealed, secret, 'option') ?? '') },
    from: { name: companyName, address: await readOption(ctx, 'mail_from') },
    site: (await readOption(ctx, 'mail_site')).replace(/\/+$/, ''),
  }
}

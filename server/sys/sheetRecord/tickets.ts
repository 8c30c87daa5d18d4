import { createHash, randomBytes } from 'node:crypto'
import { Fault } from '@lading/contract/kernel/fault.ts'
import { sheetFaults } from '@lading/contract/sys/sheetFaults.ts'
import { sheetRecordCalls as calls, fileTicket, sheetRecordLimits as limits } from '@lading/contract/sys/sheetRecord.ts'
import sql from 'sql-template-tag'
import { type Ctx, systemIdentity, systemOrg } from '../../kernel/ctx.ts'
import { type FileAnswer, type Served, serveOutside } from '../../kernel/http/serve.ts'
import { insert } from '../../kernel/insert.ts'
import { type Kernel, perform } from '../../kernel/perform.ts'
import { fileOf, streamOf, typeOfFile } from '../../platform/sheet/files.ts'

const hashOf = (ticket: string): string => createHash('sha256').update(ticket).digest('hex')

/** An address that opens a file of the caller once, within moments. */
export async function giveTicket(ctx: Ctx, fileId: string): Promise<{ url: string; expiresIn: number }> {
  const ticket = randomBytes(32).toString('base64url')
  const expiresAt = new Date(ctx.now().getTime() + limits.ticketSeconds * 1000)
  await insert(ctx, fileTicket, [{ userId: ctx.userId ?? '0', fileId, expiresAt, hash: hashOf(ticket) }])
  const { code } = await ctx.tx.one<{ code: string }>(sql`select code from sys_tenant where id = ${ctx.tenantId}`)
  return { url: `${calls.file.path}?${new URLSearchParams({ tenant: code, ticket })}`, expiresIn: limits.ticketSeconds }
}

/** Serves files to who brings a ticket; a used one, a late one and one that never was are refused alike. */
export const fileTicketServed = (kernel: Kernel, tenantOf: (code: string) => Promise<string | undefined>): Served[] => [
  serveOutside(calls.file, async (request, { tenant, ticket }): Promise<FileAnswer> => {
    const tenantId = await tenantOf(tenant)
    if (tenantId === undefined) throw new Fault(sheetFaults.ticketUsed)
    const within = <T>(work: (ctx: Ctx) => Promise<T>): Promise<T> =>
      perform(kernel, tenantId, request.origin, systemIdentity(tenantId, systemOrg), work)
    const { fileId, name } = await within(async (ctx) => {
      const used = await ctx.tx.maybe<{ fileId: string }>(sql`
        update sys_file_ticket set used_at = ${ctx.now()}, updated_at = ${ctx.now()}
        where tenant_id = ${tenantId} and hash = ${hashOf(ticket)} and used_at is null and expires_at > ${ctx.now()}
        returning file_id`)
      const file = used && (await fileOf(ctx, used.fileId))
      if (!file) throw new Fault(sheetFaults.ticketUsed)
      return { fileId: used.fileId, name: file.name }
    })
    return { name, type: typeOfFile(name), data: streamOf(within, fileId), headers: { 'cache-control': 'no-store' } }
  }),
]

import { faults, refuse } from '@lading/contract/kernel/fault.ts'
import { exportRecord, sentFileCall } from '@lading/contract/sys/sheetRecord.ts'
import sql from 'sql-template-tag'
import { z } from 'zod'
import { type Ctx, systemIdentity, systemOrg } from '../../kernel/ctx.ts'
import { type FileAnswer, type Served, serveOutside } from '../../kernel/http/serve.ts'
import { perform } from '../../kernel/perform.ts'
import { fileOf, streamOf, typeOfFile } from '../../platform/sheet/files.ts'
import { readSigned, type SignedKind, signed } from '../../platform/signed/signed.ts'
import type { Signing } from '../../platform/signed/signedPages.ts'

/** A file that goes outside: the record of its export, and until when it may be fetched. It is signed only as it goes. */
export const sentFile = z.object({ id: z.string(), until: z.number() })
export type SentFile = z.output<typeof sentFile>

const kind: SignedKind<{ e: string }> = { kind: 'sent file', fields: z.object({ e: z.string() }) }

/** Where it is fetched, below the address of the product. @param secret the installation's */
export const pathOfSent = (secret: string, tenantId: string, { id, until }: SentFile): string =>
  `${sentFileCall.path}?token=${signed(secret, kind, { tenantId, about: { e: id } }, new Date(until))}`

/** As a message names it: without the signature it leads nobody to more than his own exports. */
export const linkOfSent = ({ id, until }: SentFile): string => `${exportRecord.key}?sent=${id}&until=${until}`
/** @returns null: the link is of something else */
export function readLink(link: string | null): SentFile | null {
  const [, id, until] = /^sys\.exportRecord\?sent=(\d+)&until=(\d+)$/.exec(link ?? '') ?? []
  return id === undefined ? null : { id, until: Number(until) }
}

/** Serves files to who brings such an address; one of a file that is gone, a late one and one that never was alike. */
export const sentFileServed = ({ kernel, secret }: Signing): Served[] => [
  serveOutside(sentFileCall, async ({ origin }, { token }): Promise<FileAnswer> => {
    const unknown = (): never => refuse(faults.notFound, { subject: exportRecord.title, no: '' })
    const { tenantId, about } = readSigned(secret, kind, token, kernel.now()) ?? unknown()
    const within = <T>(work: (ctx: Ctx) => Promise<T>): Promise<T> =>
      perform(kernel, tenantId, origin, systemIdentity(tenantId, systemOrg), work, { read: true })
    const { fileId, name } = await within(async (ctx) => {
      const row = await ctx.tx.maybe<{ fileId: string | null }>(sql`
        select file_id from sys_export_record where tenant_id = ${tenantId} and id = ${about.e} and state = 'DONE'`)
      const file = row?.fileId ? await fileOf(ctx, row.fileId) : undefined
      return row?.fileId && file ? { fileId: row.fileId, name: file.name } : unknown()
    })
    return { name, type: typeOfFile(name), data: streamOf(within, fileId), headers: { 'cache-control': 'no-store' } }
  }),
]

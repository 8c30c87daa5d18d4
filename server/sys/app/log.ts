import { createHash } from 'node:crypto'
import { refuse } from '@lading/contract/kernel/fault.ts'
import { appFaults } from '@lading/contract/sys/appCalls.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { Upload } from '../../kernel/http/serve.ts'

/** What gzip begins with. It is kept as it came and never unpacked here. */
const magic = Buffer.from('1f8b', 'hex')
const nameMax = 100
const nameOf = (name: string): string =>
  [...name.toWellFormed().replace(/[\p{C}/\\"]/gu, '')].slice(-nameMax).join('').trim() || 'log.gz'

/** Keeps what a device has written. Uploads above 20 MB were refused before they got here. */
export async function uploadAppLog(
  ctx: Ctx,
  input: { appName: string; device?: string | undefined },
  upload?: Upload,
): Promise<{ id: string }> {
  if (!upload || upload.data.length === 0) return refuse(appFaults.noFile)
  const { data } = upload
  if (!data.subarray(0, 2).equals(magic)) refuse(appFaults.wrongType)
  const id = ctx.newId()
  await ctx.tx.run(sql`
    insert into sys_app_log (tenant_id, id, created_at, created_by, app_name, device, name, size, sha256, content)
    values (${ctx.tenantId}, ${id}, ${ctx.now()}, ${ctx.userId}, ${input.appName}, ${input.device ?? null}, ${nameOf(upload.name)},
      ${data.length}, ${createHash('sha256').update(data).digest('hex')}, ${data})`)
  return { id }
}

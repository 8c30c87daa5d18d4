import { createHash } from 'node:crypto'
import { refuse } from '@lading/contract/kernel/fault.ts'
import {
  file as fileTable,
  type ImageType,
  imageEnds,
  imageFaults,
  imageMaxBytes,
  imageMaxPixels,
  imageTypes,
} from '@lading/contract/sys/file.ts'
import { imageSize } from 'image-size'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { disposition } from '../../kernel/http/pipeline.ts'
import type { FileAnswer, Upload } from '../../kernel/http/serve.ts'
import { insert } from '../../kernel/insert.ts'
import type { RowOf } from '../../kernel/rowOf.ts'

/** What the first bytes say; a name says nothing. */
export function imageTypeOf(data: Buffer): ImageType | undefined {
  if (data.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex'))) return 'PNG'
  if (data.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex'))) return 'JPEG'
  const word = (from: number): string => data.subarray(from, from + 4).toString('latin1')
  return word(0) === 'RIFF' && word(8) === 'WEBP' ? 'WEBP' : undefined
}

const nameMax = 100
/** What people called it, as one line that any column holds and no path; how it ends is what it is. */
export function nameOf(name: string, type: ImageType): string {
  const plain = name
    .toWellFormed()
    .replace(/[\p{C}/\\"]/gu, '')
    .replace(/\.[^.]*$/, '')
    .trim()
  const end = imageEnds[type]
  return `${[...plain].slice(0, nameMax - end.length).join('') || 'image'}${end}`
}

/** What a file says of its own size; what does not say it is no image, whatever its first bytes are. */
function sidesOf(data: Buffer): { width: number; height: number } {
  try {
    return imageSize(data)
  } catch {
    return refuse(imageFaults.wrongType)
  }
}
function demandSides(data: Buffer): void {
  const { width, height } = sidesOf(data)
  if (width * height > imageMaxPixels) refuse(imageFaults.tooWide, { width, height })
}

/** Keeps an uploaded image. Whatever shows it refers to its row, and drops it with the last reference. */
export async function keepImage(ctx: Ctx, upload: Upload | undefined): Promise<{ id: string; name: string }> {
  if (!upload || upload.data.length === 0) return refuse(imageFaults.none)
  const { data } = upload
  if (data.length > imageMaxBytes) refuse(imageFaults.tooBig)
  const type = imageTypeOf(data) ?? refuse(imageFaults.wrongType)
  demandSides(data)
  const kept = { id: ctx.newId(), name: nameOf(upload.name, type) }
  const sha256 = createHash('sha256').update(data).digest('hex')
  const contentId = await keepContent(ctx, sha256, data)
  await insert(ctx, fileTable, [{ ...kept, type, size: data.length, sha256, contentId }])
  return kept
}

/** The same bytes are kept once. Who has them again says so, and so they stay however long nobody had them. */
async function keepContent(ctx: Ctx, sha256: string, data: Buffer): Promise<string> {
  const known = await ctx.tx.maybe<{ id: string }>(sql`
    update sys_file_content set updated_at = ${ctx.now()} where tenant_id = ${ctx.tenantId} and sha256 = ${sha256} returning id`)
  if (known) return known.id
  const made = await ctx.tx.one<{ id: string }>(sql`
    insert into sys_file_content (tenant_id, id, created_at, created_by, updated_at, updated_by, sha256, content)
    values (${ctx.tenantId}, ${ctx.newId()}, ${ctx.now()}, ${ctx.userId}, ${ctx.now()}, ${ctx.userId}, ${sha256}, ${data})
    on conflict (tenant_id, sha256) do update set updated_at = excluded.updated_at returning id`)
  return made.id
}

/** Its bytes stay until nobody has had them for a while. */
export const dropFile = (ctx: Ctx, id: string): Promise<number> =>
  ctx.tx.run(sql`delete from sys_file where tenant_id = ${ctx.tenantId} and id = ${id}`)

/**
 * An image as an answer, shown in place. Browsers keep it and ask each time whether it is still the same and theirs to see.
 * @param known the caller's `If-None-Match`: the hash of what he has
 */
export async function readImage(ctx: Ctx, id: string, known: string | undefined): Promise<FileAnswer> {
  const row = await ctx.tx.one<RowOf<typeof fileTable, 'name' | 'type' | 'sha256'>>(
    sql`select name, type, sha256 from sys_file where tenant_id = ${ctx.tenantId} and id = ${id}`,
  )
  const etag = `"${row.sha256}"`
  const answer = {
    name: row.name,
    type: imageTypes[row.type],
    headers: {
      etag,
      'cache-control': 'private, no-cache',
      'content-disposition': disposition(nameOf(row.name, row.type)).replace(/^attachment/, 'inline'),
    },
  }
  if (known === etag) return { ...answer, status: 304, data: Buffer.alloc(0) }
  const { content } = await ctx.tx.one<{ content: Buffer }>(
    sql`
      select c.content from sys_file f join sys_file_content c on c.tenant_id = f.tenant_id and c.id = f.content_id
      where f.tenant_id = ${ctx.tenantId} and f.id = ${id}`,
  )
  return { ...answer, data: content }
}

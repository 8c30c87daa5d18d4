import { Readable } from 'node:stream'
import { sheetRecordLimits as limits, openImportStates, type sheetFile } from '@lading/contract/sys/sheetRecord.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { type SheetFormat, sheetTypes } from './write.ts'

/** A part of a file that is being written; nobody sees it until a record names the file. */
export async function writePart(ctx: Ctx, fileId: string, no: number, content: Uint8Array): Promise<void> {
  await ctx.tx.run(sql`
    insert into sys_sheet_part (tenant_id, id, created_at, created_by, updated_at, updated_by, file_id, no, content)
    values (${ctx.tenantId}, ${ctx.newId()}, ${ctx.now()}, ${ctx.userId}, ${ctx.now()}, ${ctx.userId}, ${fileId}, ${no}, ${content})`)
}

/** Begins a file of a user. @returns its id */
export async function beginFile(ctx: Ctx, name: string, userId: string | null): Promise<string> {
  const id = ctx.newId()
  await ctx.tx.run(sql`
    insert into sys_sheet_file (tenant_id, id, created_at, created_by, updated_at, updated_by, user_id, name, size)
    values (${ctx.tenantId}, ${id}, ${ctx.now()}, ${userId}, ${ctx.now()}, ${userId}, ${userId}, ${name}, 0)`)
  return id
}

/** The file is whole. Of the user's files the oldest go, when there are too many; not what is still to be imported. */
export async function endFile(ctx: Ctx, id: string, size: number, userId: string | null): Promise<void> {
  await ctx.tx.run(sql`
    update sys_sheet_file set size = ${size}, updated_at = ${ctx.now()} where tenant_id = ${ctx.tenantId} and id = ${id}`)
  await ctx.tx.run(sql`
    delete from sys_sheet_file where tenant_id = ${ctx.tenantId} and user_id = ${userId} and id in (
      select f.id from sys_sheet_file f where f.tenant_id = ${ctx.tenantId} and f.user_id = ${userId}
      and not exists (
        select 1 from sys_import_record r where r.tenant_id = f.tenant_id and r.user_id = f.user_id and r.source_id = f.id
        and r.state = any(${openImportStates}::text[]))
      order by f.id desc offset ${limits.filesPerUser})`)
}

export async function dropFiles(ctx: Ctx, ids: readonly (string | null)[]): Promise<void> {
  const named = ids.filter((id) => id !== null)
  if (named.length > 0)
    await ctx.tx.run(sql`
      delete from sys_sheet_file where tenant_id = ${ctx.tenantId} and id = any(${named}::bigint[])`)
}

/** Bytes that are in hand, kept for their owner; those above the limit are not. */
export async function keepFile(ctx: Ctx, name: string, content: Buffer | undefined): Promise<string | null> {
  if (!content || content.length > limits.fileBytes) return null
  const id = await beginFile(ctx, name, ctx.userId)
  for (let from = 0, no = 0; from < content.length; from += limits.partBytes, no++)
    await writePart(ctx, id, no, content.subarray(from, from + limits.partBytes))
  await endFile(ctx, id, content.length, ctx.userId)
  return id
}

interface Kept {
  readonly name: string
  readonly size: number
}
export const fileOf = (ctx: Ctx, id: string): Promise<Kept | undefined> =>
  ctx.tx.maybe<RowOf<typeof sheetFile, 'name' | 'size'>>(sql`
    select name, size from sys_sheet_file where tenant_id = ${ctx.tenantId} and id = ${id}`)

export const partOf = async (ctx: Ctx, fileId: string, no: number): Promise<Buffer | undefined> =>
  (
    await ctx.tx.maybe<{ content: Buffer }>(sql`
      select content from sys_sheet_part where tenant_id = ${ctx.tenantId} and file_id = ${fileId} and no = ${no}`)
  )?.content

/** A whole file that was sent once, and so is no larger than what is taken. */
export async function bytesOf(ctx: Ctx, fileId: string): Promise<Buffer> {
  const parts = await ctx.tx.query<{ content: Buffer }>(sql`
    select content from sys_sheet_part where tenant_id = ${ctx.tenantId} and file_id = ${fileId} order by no`)
  return Buffer.concat(parts.map((p) => p.content))
}

type Perform = <T>(work: (ctx: Ctx) => Promise<T>) => Promise<T>
/** A file as it is read: a part at a time, each when it is wanted, in a transaction of its own. */
export const streamOf = (perform: Perform, fileId: string): Readable =>
  Readable.from(parts(perform, fileId), { objectMode: false, highWaterMark: limits.partBytes })

async function* parts(perform: Perform, fileId: string): AsyncGenerator<Buffer> {
  for (let no = 0; ; no++) {
    const part = await perform((ctx) => partOf(ctx, fileId, no))
    if (!part) return
    yield part
  }
}

export const typeOfFile = (name: string): string => {
  if (name.endsWith('.gz')) return 'application/gzip'
  if (name.endsWith('.pdf')) return 'application/pdf'
  const format: SheetFormat = name.endsWith('.csv') ? 'csv' : 'xlsx'
  return sheetTypes[format]
}

import { refuse } from '@lading/contract/kernel/fault.ts'
import { type Photo, type PhotoCalls, photo, photoFaults, photosMax } from '@lading/contract/sys/photo.ts'
import sql from 'sql-template-tag'
import { type Ctx, found } from '../../kernel/ctx.ts'
import {
  type FileAnswer,
  type OutsideRequest,
  type Served,
  serve,
  serveOutside,
  type Upload,
} from '../../kernel/http/serve.ts'
import { insert } from '../../kernel/insert.ts'
import { type AnyHeader, type BillRow, lockBill, readBill } from '../document/steps.ts'
import { dropFile, keepImage, readImage } from './image.ts'

interface Kept {
  readonly fileId: string
  readonly name: string
  readonly partId: string | null
}
/** Refuses a photo of a part of a document, or that one is taken away. The document is locked. */
export type DemandPart<B extends AnyHeader> = (ctx: Ctx, bill: BillRow<B>, partId: string) => Promise<void>
const noParts = async () => found(undefined, photo.fields.partId.title)
interface Asked {
  readonly id: string
  readonly photoId: string
}

/** Keeps one more photo of a document that its caller has locked. @throws Fault tooMany */
export async function keepPhoto(
  ctx: Ctx,
  of: { readonly subject: string; readonly subjectId: string; readonly partId?: string | undefined },
  upload: Upload | undefined,
): Promise<{ readonly id: string; readonly name: string }> {
  const { n } = await ctx.tx.one<{ n: number }>(sql`
    select count(*)::integer as n from sys_photo p where ${photosAt(ctx, of.subject, of.subjectId)}`)
  if (n >= photosMax) refuse(photoFaults.tooMany, { max: photosMax })
  const image = await keepImage(ctx, upload)
  const { ids } = await insert(ctx, photo, [{ ...of, partId: of.partId ?? null, fileId: image.id }])
  return { id: ids[0] ?? '', name: image.name }
}
const photosAt = (ctx: Ctx, subject: string, id: string) =>
  sql`p.tenant_id = ${ctx.tenantId} and p.org_id = ${ctx.org.id} and p.subject = ${subject} and p.subject_id = ${id}`

/**
 * Photos of a kind of document. What was seen stays: one is added or removed, never exchanged.
 * @param demandPart of which parts there are photos, and when; left out: of none
 */
export function photosServed<B extends AnyHeader>(
  b: B,
  calls: PhotoCalls,
  demandPart: DemandPart<NoInfer<B>> = noParts,
): Served[] {
  const ofIt = (ctx: Ctx, id: string) => photosAt(ctx, b.header.key, id)
  const one = async (ctx: Ctx, { id, photoId }: Asked): Promise<Kept> =>
    found(
      await ctx.tx.maybe<Kept>(sql`
        select p.file_id, f.name, p.part_id from sys_photo p join sys_file f on f.tenant_id = p.tenant_id and f.id = p.file_id
        where ${ofIt(ctx, id)} and p.id = ${photoId}`),
      photo.title,
    )

  async function list(ctx: Ctx, { id }: { id: string }): Promise<Photo[]> {
    await readBill(ctx, b, id)
    const rows = await ctx.tx.query<Omit<Photo, 'createTime'> & { createdAt: Date }>(sql`
      select p.id, f.name, p.created_at, p.part_id, (select u.real_name from sys_user u where u.tenant_id = p.tenant_id and u.id = p.created_by) as creator_name
      from sys_photo p join sys_file f on f.tenant_id = p.tenant_id and f.id = p.file_id
      where ${ofIt(ctx, id)} order by p.id`)
    return rows.map(({ createdAt, ...row }) => ({ ...row, createTime: createdAt.toISOString() }))
  }
  const show = (request: OutsideRequest, asked: Asked): Promise<FileAnswer> =>
    request.perform(
      async (ctx) => {
        await readBill(ctx, b, asked.id)
        return readImage(ctx, (await one(ctx, asked)).fileId, request.header('if-none-match'))
      },
      { read: true },
    )

  async function add(
    ctx: Ctx,
    { id, partId }: { id: string; partId?: string | undefined },
    upload?: Upload,
  ): Promise<{ id: string }> {
    const bill = await lockBill(ctx, b, id)
    if (partId !== undefined) await demandPart(ctx, bill, partId)
    const kept = await keepPhoto(ctx, { subject: b.header.key, subjectId: id, partId }, upload)
    ctx.audit({ ...subjectOf(bill), after: { photo: kept.name } })
    return { id: kept.id }
  }
  async function remove(ctx: Ctx, asked: Asked): Promise<null> {
    const bill = await lockBill(ctx, b, asked.id)
    const { fileId, name, partId } = await one(ctx, asked)
    if (partId !== null) await demandPart(ctx, bill, partId)
    await ctx.tx.run(sql`delete from sys_photo p where ${ofIt(ctx, asked.id)} and p.id = ${asked.photoId}`)
    await dropFile(ctx, fileId)
    ctx.audit({ ...subjectOf(bill), before: { photo: name } })
    return null
  }
  const subjectOf = (bill: { readonly id: string; readonly billNo: string }) => ({
    subject: b.header.key,
    subjectId: bill.id,
    subjectNo: bill.billNo,
    action: 'update',
  })
  return [serve(calls.list, list), serveOutside(calls.show, show), serve(calls.add, add), serve(calls.remove, remove)]
}

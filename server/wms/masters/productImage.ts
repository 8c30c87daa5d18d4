// engine: locks master data, makes it, and refuses what would contradict goods of anybody

import { product } from '@lading/contract/mdm/product.ts'
import * as calls from '@lading/contract/mdm/productImage.ts'
import type { file as fileTable } from '@lading/contract/sys/file.ts'
import sql from 'sql-template-tag'
import { lockSeen } from '../../kernel/crud.ts'
import { type Ctx, found } from '../../kernel/ctx.ts'
import type { FileAnswer, OutsideRequest, Upload } from '../../kernel/http/serve.ts'
import { type Served, serve, serveOutside } from '../../kernel/http/serve.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import type { Seen, StoredRow } from '../../kernel/rules.ts'
import { demandAt, visible } from '../../kernel/scope.ts'
import { dropFile, keepImage, readImage } from '../../platform/file/image.ts'

type Product = StoredRow<typeof product>

async function show(request: OutsideRequest, input: { id: string }): Promise<FileAnswer> {
  return request.perform(
    async (ctx) => {
      const row = await ctx.tx.maybe<{ imageId: string }>(sql`
        select t.image_id from mdm_product t where ${visible(product, ctx, 't')} and t.id = ${input.id} and t.image_id is not null`)
      return readImage(ctx, found(row, ['商品图片', 'Image']).imageId, request.header('if-none-match'))
    },
    { read: true },
  )
}

async function set(ctx: Ctx, input: Seen, upload?: Upload): Promise<Seen> {
  const before = await lockProduct(ctx, input)
  const image = await keepImage(ctx, upload)
  return change(ctx, before, image)
}
const clear = async (ctx: Ctx, input: Seen): Promise<Seen> => change(ctx, await lockProduct(ctx, input), null)

async function lockProduct(ctx: Ctx, seen: Seen): Promise<Product> {
  demandAt(product, ctx)
  return lockSeen(ctx, product, seen)
}

/** The image before is nobody else's: it goes in the same transaction, so that none is ever left behind. */
async function change(ctx: Ctx, before: Product, image: { id: string; name: string } | null): Promise<Seen> {
  const old = before.imageId
  const was =
    old === null
      ? undefined
      : await ctx.tx.maybe<RowOf<typeof fileTable, 'name'>>(
          sql`select name from sys_file where tenant_id = ${ctx.tenantId} and id = ${old}`,
        )
  await ctx.tx.run(sql`
    update mdm_product set image_id = ${image?.id ?? null}, version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
    where tenant_id = ${ctx.tenantId} and id = ${before.id}`)
  if (old) await dropFile(ctx, old)
  ctx.audit({
    subject: product.key,
    subjectId: before.id,
    subjectNo: before.code,
    action: 'update',
    before: { imageId: was?.name ?? null },
    after: { imageId: image?.name ?? null },
  })
  return { id: before.id, version: before.version + 1 }
}

/** A product that goes takes its image along; when it is refused to go, both stay. */
export async function forgetImage(ctx: Ctx, row: Product): Promise<void> {
  if (row.imageId === null) return
  await ctx.tx.run(sql`update mdm_product set image_id = null where tenant_id = ${ctx.tenantId} and id = ${row.id}`)
  await dropFile(ctx, row.imageId)
}

export const productImageServed = (): Served[] => [
  serveOutside(calls.productImage, show),
  serve(calls.setProductImage, set),
  serve(calls.clearProductImage, clear),
]

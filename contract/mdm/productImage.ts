import { z } from 'zod'
import { get, id, post, seen } from '../kernel/call.ts'
import { entityPath, entityPermission } from '../kernel/entity.ts'
import { product } from './product.ts'

const at = `${entityPath(product)}/image`
const mayChange = entityPermission(product, 'update')

/** Whoever handles goods must recognise them, so that any user sees the image of a product that he may see. */
export const productImage = get(at, {
  title: ['查看商品图片', 'View a product image'],
  permission: 'session',
  input: z.object({ id }),
  binary: true,
})
/** The one file of the form takes the place of the image before. */
export const setProductImage = post(`${at}/set`, {
  title: ['设置商品图片', 'Set a product image'],
  permission: mayChange,
  // A form's fields are texts.
  input: z.object({ id, version: z.coerce.number().int().min(0).max(2_147_483_647) }),
  output: seen,
  upload: true,
})
export const clearProductImage = post(`${at}/clear`, {
  title: ['删除商品图片', 'Remove a product image'],
  permission: mayChange,
  input: seen,
  output: seen,
})

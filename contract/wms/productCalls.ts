import { z } from 'zod'
import { get, id } from '../kernel/call.ts'
import { entityPath, entityPermission } from '../kernel/entity.ts'
import { gs1TextMax } from '../mdm/gs1.ts'
import { owner } from '../mdm/owner.ts'
import { packLevels, product, qpc } from '../mdm/product.ts'
import { user } from '../sys/user.ts'

const label = z.object({ id: z.string(), code: z.string(), name: z.string() })

/** Which storage scheme serves a product in this logistics centre, for each of its owners, and why that one. */
export const productSchemes = get(`${entityPath(product)}/schemes`, {
  title: ['商品适用的存储方案', 'Storage schemes of a product'],
  permission: entityPermission(product, 'view'),
  reads: ['wms.productStorageScheme', product.key],
  input: z.object({ id }),
  output: z.array(
    z.object({
      owner: label,
      /** Null: no scheme serves these goods, the standard rules do. */
      scheme: label.nullable(),
      why: z.tuple([z.string(), z.string()]),
    }),
  ),
})

/** Users who are limited to certain owners, this one among them. */
export const ownerUsers = get(`${entityPath(owner)}/users`, {
  title: ['货主范围内的用户', 'Users limited to an owner'],
  permission: entityPermission(user, 'view'),
  reads: [user.key, owner.key],
  input: z.object({ id }),
  output: z.array(
    z.object({ id: z.string(), username: z.string(), realName: z.string(), org: z.string(), disabled: z.boolean() }),
  ),
})

const holder = z.object({
  productId: z.string(),
  code: z.string(),
  name: z.string(),
  pack: z.string(),
  level: z.enum(Object.keys(packLevels) as [keyof typeof packLevels]),
  /** Base units in it; null: a pallet whose pattern is not known. */
  qty: z.string().nullable(),
  /** Base units that the label counts, where it does: twelve cases of 24. */
  counted: z.string().nullable(),
})
/** Who has a barcode, at which level, however its number is written, or what a label names; and of a case code, who has what it holds. */
export const verifyBarcode = get(`${entityPath(qpc)}/verifyBarcode`, {
  title: ['校验条码', 'Verify a barcode'],
  permission: entityPermission(qpc, 'view'),
  input: z.object({ code: z.string().trim().min(1).max(gs1TextMax) }),
  output: z.object({
    holders: z.array(holder),
    contained: z.array(holder),
    /** What a label says of the goods themselves. */
    label: z.object({ batch: z.string().nullable(), lastDay: z.string().nullable() }).nullable(),
  }),
})

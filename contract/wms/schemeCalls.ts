import { z } from 'zod'
import { id, query } from '../kernel/call.ts'
import { entityPath, entityPermission } from '../kernel/entity.ts'
import { qtyText } from '../kernel/schema.ts'
import { stockTypes } from './place.ts'
import { productStorageScheme, putAwayMethods } from './scheme.ts'

const day = z.string().regex(/^\d{4}-\d\d-\d\d$/)
const text = z.tuple([z.string(), z.string()])
const method = z.enum(Object.keys(putAwayMethods) as [keyof typeof putAwayMethods])
const label = z.object({ code: z.string(), name: z.string() })

/** 试算: where goods would be put away, and why not elsewhere. The same engine as the real proposal; nothing is written. */
export const tryPutAway = query(`${entityPath(productStorageScheme)}/tryPutAway`, {
  title: ['上架试算', 'Simulate put-away'],
  permission: entityPermission(productStorageScheme, 'view'),
  input: z.object({
    productId: id,
    qpcId: id.nullish(),
    ownerId: id,
    stockType: z.enum(Object.keys(stockTypes) as [keyof typeof stockTypes]).default('GOOD'),
    /** Base units. */
    qty: qtyText,
    productionDate: day.nullish(),
    expireDate: day.nullish(),
    /** All of it on one pallet, which goes to one bin as a whole. */
    pallet: z.boolean().default(false),
  }),
  output: z.object({
    /** Null: no scheme serves these goods, the standard rules do. */
    scheme: label.nullable(),
    targets: z.array(z.object({ binId: z.string(), bin: z.string(), qty: z.string(), seq: z.number(), method })),
    /** What found no place. */
    rest: z.string(),
    refused: z.array(z.object({ seq: z.number(), method, bin: z.string().nullable(), why: text })),
    /** Of these, only the first are listed. */
    refusedCount: z.number(),
    qpc: z.string(),
    baseUnit: z.string(),
  }),
})

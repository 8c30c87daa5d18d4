import { z } from 'zod'
import { id, post } from '../kernel/call.ts'
import { type AnyEntity, entityPath, entityPermission } from '../kernel/entity.ts'
import type { Text } from '../kernel/text.ts'
import { product, qpc } from '../mdm/product.ts'
import { container } from './container.ts'
import { operateBill } from './operateBill.ts'
import { bin } from './place.ts'
import { taskViews } from './task.ts'

/** Documents of one call. */
export const printMax = 500

const printInput = z.object({
  rows: z.array(z.object({ id })).min(1).max(printMax),
  /** Asked for when one of them was printed before. */
  reason: z.string().trim().min(1).max(200).optional(),
  /** Labels on a roll, or many on an A4 sheet. */
  paper: z.enum(['LABEL', 'A4']).default('LABEL'),
})
export type PrintInput = z.output<typeof printInput>

const print = (e: AnyEntity, title: Text) =>
  post(`${entityPath(e)}/print`, { title, permission: entityPermission(e, 'print'), input: printInput, binary: true })

const pickTask = taskViews.find((v) => v.entity.noun === 'pickTask')?.entity
if (!pickTask) throw new Error('there is no view of pick tasks')

/** Each answers a PDF. */
export const printCalls = {
  container: print(container, ['打印容器标签', 'Print container labels']),
  bin: print(bin, ['打印货位标签', 'Print bin labels']),
  product: print(product, ['打印商品条码', 'Print product labels']),
  productQpc: print(qpc, ['打印箱条码', 'Print case labels']),
  pickTask: print(pickTask, ['打印拣货单', 'Print pick sheets']),
  operateBill: print(operateBill.header, ['打印送货单', 'Print delivery notes']),
} as const

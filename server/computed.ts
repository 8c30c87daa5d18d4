import type { Computations } from './kernel/registry.ts'
import { productComputed } from './wms/computed/product.ts'
import { taskComputed } from './wms/computed/task.ts'

/** How the computed fields of every area are worked out, by table. */
export const computations: Computations = {
  mdm_product: productComputed,
  wms_task: taskComputed,
}

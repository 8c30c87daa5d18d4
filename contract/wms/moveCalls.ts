import { z } from 'zod'
import { id, listQuery, pageOf, post, query } from '../kernel/call.ts'
import { entityPath, entityPermission } from '../kernel/entity.ts'
import { qtyText } from '../kernel/schema.ts'
import { waitingUsages } from './putAwayCalls.ts'
import { putAwayUsages } from './scheme.ts'
import { viewOf } from './taskViews.ts'

export const moveTask = viewOf('MOVE')
const path = entityPath(moveTask)
const permission = entityPermission(moveTask, 'create')
/** Where goods stand that nobody is working on. */
export const movableUsages: readonly string[] = [...Object.keys(putAwayUsages), ...waitingUsages]

/** Stock that is promised to nobody, on bins that no other work is using. */
export const movableStock = query(`${path}/movableStock`, {
  title: ['可移库存', 'Stock to move'],
  permission,
  input: listQuery,
  output: pageOf(z.record(z.string(), z.unknown())),
})
/** Makes one task of all lines. Goods without a bin go where put-away would bring them. */
export const startMoves = post(`${path}/start`, {
  title: ['新建移库', 'Move stock'],
  permission,
  input: z.object({
    lines: z
      .array(
        z.object({
          stockId: id,
          /** Base units; of a whole pallet all is moved, whatever it says. */
          qty: qtyText,
          toBinId: id.optional(),
          /** The pallet itself, with all that stands on it. */
          whole: z.boolean().optional(),
        }),
      )
      .min(1)
      .max(100),
  }),
  output: z.object({ id: z.string(), taskNo: z.string(), lines: z.number(), withoutBin: z.number() }),
})

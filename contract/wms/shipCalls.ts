import { z } from 'zod'
import { get, id, post, version } from '../kernel/call.ts'
import { entityPath, entityPermission } from '../kernel/entity.ts'
import { shipBillEntity, shipVerbs } from './shipBill.ts'
import { leaveReasons } from './taskTypes/enterTruck.ts'

export type LeaveReason = keyof typeof leaveReasons

const at = (verb: string) => `${entityPath(shipBillEntity)}/${verb}`
const may = (action: 'view' | 'update' | 'finish') => entityPermission(shipBillEntity, action)

/** Stores shown to choose from, and containers left at once. */
export const stagedMax = 200

/** 待装门店: stores for which containers stand ready, those of the shipment and of its route first. */
export const stagedStores = get(at('staged'), {
  title: ['待装门店', 'Stores with containers ready to load'],
  permission: may('view'),
  input: z.object({ id }),
  output: z.object({
    stores: z.array(
      z.object({
        storeId: z.string(),
        code: z.string(),
        name: z.string(),
        route: z.string().nullable(),
        containers: z.number(),
        cases: z.string(),
        weight: z.string(),
        volume: z.string(),
        isStop: z.boolean(),
        isRoute: z.boolean(),
      }),
    ),
  }),
})
/** Makes stores stops of the shipment; while it is loading, their containers go on the load list. */
export const addStaged = post(at('addStaged'), {
  title: shipVerbs.addStaged,
  permission: may('update'),
  input: z.object({ id, version, storeIds: z.array(id).min(1).max(stagedMax) }),
  output: z.object({ id: z.string(), version: z.number(), containers: z.number() }),
})
/** 留仓: containers that stay, each with its reason; the shipment can then be closed without them. */
export const leaveContainers = post(at('leave'), {
  title: shipVerbs.leave,
  permission: may('finish'),
  input: z.object({
    id,
    version,
    containerIds: z.array(id).min(1).max(stagedMax),
    reason: z.enum(Object.keys(leaveReasons) as [LeaveReason]),
  }),
  output: z.object({ id: z.string(), version: z.number(), left: z.number() }),
})

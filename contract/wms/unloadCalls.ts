import { z } from 'zod'
import { id, post } from '../kernel/call.ts'
import { entityPath, entityPermission } from '../kernel/entity.ts'
import type { Refusal } from '../kernel/fault.ts'
import { stagedMax } from './shipCalls.ts'
import { unloadReasons } from './taskTypes/abolishTruck.ts'
import { viewOf } from './taskViews.ts'

export type UnloadReason = keyof typeof unloadReasons
export const unloadTask = viewOf('ABOLISH_TRUCK')
const refusal = (code: number, zh: string, en: string): Refusal => ({ code, text: [zh, en] })

/** Refusals of unloading: 42411 to 42416. */
export const unloadFaults = {
  gone: refusal(42411, '已发运，请走司机退货', 'The truck has left: use a driver return'),
  notAboard: refusal(42412, '容器[{c}]不在车上', 'Container [{c}] is not on the truck'),
  inWork: refusal(42413, '容器[{c}]已在取消装车任务[{no}]中', 'Container [{c}] is part of unload task [{no}] already'),
  unloading: refusal(
    42414,
    '取消装车任务[{no}]未完成，不能完成装车',
    'Unload task [{no}] is still open: loading cannot be finished',
  ),
  otherShip: refusal(
    42415,
    '装车单[{no}]当前状态为[{state}]，不能转入容器',
    'Shipment [{no}] is [{state}]: no containers can be moved to it',
  ),
} as const satisfies Record<string, Refusal>

/** 取消装车: one task, a line for each container that comes off; they go on the same truck again, on another, or wait. */
export const startUnload = post(`${entityPath(unloadTask)}/start`, {
  title: ['新建取消装车', 'Unload containers'],
  permission: entityPermission(unloadTask, 'create'),
  input: z.object({
    shipBillId: id,
    containerIds: z.array(id).min(1).max(stagedMax),
    reason: z.enum(Object.keys(unloadReasons) as [UnloadReason]),
    /** The shipment that takes them: the same, another, or none yet. */
    toShipBillId: id.optional(),
  }),
  output: z.object({ id: z.string(), taskNo: z.string(), lines: z.number() }),
})

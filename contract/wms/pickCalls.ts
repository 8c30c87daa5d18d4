import { z } from 'zod'
import { get, id, post } from '../kernel/call.ts'
import { entityPath, entityPermission } from '../kernel/entity.ts'
import type { Refusal } from '../kernel/fault.ts'
import { viewOf } from './taskViews.ts'

export const pickTask = viewOf('PICK')
const path = entityPath(pickTask)

/** Lots of the same goods in a pick line's bin, and why one may not be taken instead. */
export const otherLots = get(`${path}/otherLots`, {
  title: ['可换批次', 'Other lots in this bin'],
  permission: entityPermission(pickTask, 'view'),
  input: z.object({ taskLineId: id }),
  output: z.object({
    lots: z.array(
      z.object({
        id: z.string(),
        lotNo: z.string(),
        productionDate: z.string().nullable(),
        expireDate: z.string().nullable(),
        free: z.string(),
        refused: z.string().nullable(),
      }),
    ),
  }),
})
/** 换批次: the line takes another lot of its bin, as long as none of it has been picked. What was promised goes along. */
export const changeLot = post(`${path}/changeLot`, {
  title: ['换批次', 'Change lot'],
  permission: entityPermission(pickTask, 'run'),
  input: z.object({ taskLineId: id, lotId: id }),
  output: z.object({ lotNo: z.string() }),
})

const refusal = (code: number, zh: string, en: string): Refusal => ({ code, text: [zh, en] })

/** Why another lot may not be taken. */
export const pickFaults = {
  olderLot: refusal(42224, '存在更早到期的批次[{lot}]', 'Lot [{lot}] expires earlier'),
  lotBegun: refusal(
    42238,
    '该明细已按原批次拣过，不能再换批次；差额请报缺货',
    'Some of this line was picked from its own lot: report the rest short instead',
  ),
  lotRefused: refusal(42239, '批次[{lot}]不能用于该订单：{reason}', 'Lot [{lot}] cannot serve this order: {reason}'),
}

import { z } from 'zod'
import { bulkAnswer, get, id, post, seenMany, version } from '../kernel/call.ts'
import { entityPath, entityPermission } from '../kernel/entity.ts'
import { choice, computed, date, instant, qty, ref, text } from '../kernel/field.ts'
import { qtyText, rowsMax, wordSchema } from '../kernel/schema.ts'
import { view } from '../kernel/view.ts'
import { stopStates, tripItem, tripStates } from './shipPlanBill.ts'
import { wayBill } from './wayBill.ts'

const { direction: _, loadSeq: __, stopId: ___, isLive: ____, ...kept } = tripItem.fields

// density: what is fetched has its own list over trips, and is told from there as from a driver's phone
/** 提货任务: what is fetched on trips: collections, returns and empty containers. It has no table of its own. */
export const takeDeliveryTask = view(tripItem, 'tms', 'takeDeliveryTask', {
  title: ['提货任务', 'Collection task'],
  module: 'transportation.takeDeliveryTask',
  only: { direction: ['BACK'] },
  fields: {
    ...kept,
    kind: computed({ ...choice(['类型', 'Kind'], wayBill.header.fields.kind.choices ?? {}), filter: true }),
    siteId: computed(ref(['提货点', 'Fetched at'], 'tms.clientSite', { filter: true })),
    goods: computed(text(['货物', 'Goods'])),
    windowText: computed(text(['要求时间', 'Wanted'])),
    planArriveAt: computed(instant(['计划到达', 'Planned arrival'])),
    actArriveAt: computed(instant(['实际到达', 'Arrived at'])),
    stopState: computed(choice(['站点状态', 'Stop'], stopStates)),
    tripState: computed(choice(['派车单状态', 'Trip'], tripStates, { filter: true })),
    bizDate: computed(date(['配送日期', 'Day'], { filter: true })),
    truckId: computed(ref(['车辆', 'Truck'], 'tms.truck', { filter: true })),
    driverId: computed(ref(['司机', 'Driver'], 'tms.staff', { filter: true })),
    /** Handed over less ordered. */
    diffPieces: computed(qty(['差异', 'Difference'])),
  },
  list: [
    ...[
      'wayBillId',
      'state',
      'siteId',
      'windowText',
      'planArriveAt',
      'pieces',
      'donePieces',
      'diffPieces',
      'billId',
      'goods',
      'kind',
    ],
    ...['truckId', 'driverId', 'stopState', 'tripState', 'actArriveAt', 'reason', 'bizDate', 'weight', 'volume'],
  ],
  form: [],
  sort: '-id',
  found: false,
  actions: ['run', 'finish', 'cancel', 'export'],
})

const path = entityPath(takeDeliveryTask)
/** 到达: the truck is at the site. Told again it was there before. */
export const arriveTasks = post(`${path}/arrive`, {
  title: ['到达', 'Arrive'],
  permission: entityPermission(takeDeliveryTask, 'run'),
  input: seenMany,
  output: bulkAnswer,
})
const line = z.object({ id: z.string(), name: z.string(), uom: z.string(), planQty: z.string() })
/** What is to be fetched, line by line. */
export const taskLines = get(`${path}/lines`, {
  title: ['提货明细', 'What is to be fetched'],
  permission: entityPermission(takeDeliveryTask, 'view'),
  input: z.object({ id }),
  output: z.object({ version: z.number(), lines: z.array(line) }),
})
/** 确认提货: what was handed over by line; of more than was ordered only by the right to permit. */
export const collectTask = post(`${path}/collect`, {
  title: ['确认提货', 'Confirm collection'],
  permission: entityPermission(takeDeliveryTask, 'finish'),
  input: z.object({
    ...{ id, version },
    lines: z
      .array(z.object({ lineId: id, qty: qtyText }))
      .min(1)
      .max(rowsMax),
    /** Where less was handed over. */
    reason: wordSchema(100).optional(),
    signer: wordSchema(32).optional(),
  }),
  output: z.object({ id: z.string(), version: z.number() }),
})
/** 提货失败: nothing was fetched, and why; the way bill waits for another trip, or is over. */
export const failTasks = post(`${path}/fail`, {
  title: ['提货失败', 'Not collected'],
  permission: entityPermission(takeDeliveryTask, 'cancel'),
  input: seenMany.extend({ input: z.object({ isOver: z.boolean() }).optional() }),
  output: bulkAnswer,
})

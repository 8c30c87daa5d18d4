import { document } from '../kernel/document.ts'
import { choice, code, computed, decimal, int, note, ref } from '../kernel/field.ts'
import { flow } from '../kernel/flow.ts'
import type { Text } from '../kernel/text.ts'

export const raters = {
  AUTO: ['系统', 'The product'],
  STORE: ['门店', 'Store'],
  CLIENT: ['客户', 'Client'],
  DISPATCHER: ['调度', 'Dispatcher'],
} as const satisfies Record<string, Text>
/** How much each counts for the score of a trip; what is missing counts nothing. */
export const weightOf: Readonly<Record<keyof typeof raters, number>> = {
  AUTO: 60,
  STORE: 30,
  CLIENT: 30,
  DISPATCHER: 10,
}
/** Points at most of what the product counts itself. */
export const pointsOf = { onTime: 40, intact: 25, receipt: 10, safety: 15, temp: 10 } as const
export const starsMax = 5

const points = (zh: string, en: string) => decimal([zh, en], { derived: true, scale: 1 })
const evaluateFlow = flow({
  states: {
    SUBMITTED: ['已提交', 'Submitted'],
    APPEALED: ['申诉中', 'Appealed'],
    FINAL: ['已定', 'Final'],
  },
  initial: 'SUBMITTED',
  final: ['FINAL'],
  fulfilled: ['FINAL'],
  steps: {
    appeal: {
      title: ['申诉', 'Appeal'],
      from: ['SUBMITTED'],
      to: 'APPEALED',
      verb: 'update',
      reason: true,
    },
    decide: {
      title: ['裁定', 'Decide'],
      from: ['SUBMITTED', 'APPEALED'],
      to: 'FINAL',
      verb: 'approve',
      stamp: 'finishedAt',
      bulk: true,
      input: {
        total: decimal(['裁定分', 'Score decided'], {
          scale: 1,
          least: 0,
          most: 100,
          hint: ['不填保持原分', 'Blank: as it is'],
        }),
      },
    },
  },
})

/** 派车单评价: how a trip went, by what its events tell, and by whom it served. */
export const tripEvaluate = document('tms', 'tripEvaluate', {
  title: ['派车单评价', 'Trip evaluation'],
  module: 'transportation.evaluate',
  prefix: 'PJ',
  worksAt: ['TC'],
  flow: evaluateFlow,
  ownerThrough: 'tripId',
  carrierThrough: 'carrierId',
  fields: {
    tripId: ref(['派车单', 'Trip'], 'tms.shipPlanBill', { required: true, filter: true, frozen: true }),
    stopId: ref(['站点', 'Stop'], 'tms.shipPlanStop', {
      frozen: true,
      hint: ['不填评价整趟', 'Blank: the whole trip'],
    }),
    rater: choice(['评价方', 'Rated by'], raters, {
      required: true,
      derived: true,
      filter: true,
      initial: 'DISPATCHER',
    }),
    stars: int(['星级', 'Stars'], { least: 1, most: starsMax }),
    total: decimal(['得分', 'Score'], { derived: true, scale: 1 }),
    onTimePoints: points('准点', 'On time'),
    intactPoints: points('货物完好', 'Goods intact'),
    receiptPoints: points('回单', 'Receipts'),
    safetyPoints: points('安全', 'Safety'),
    tempPoints: points('温度', 'Temperature'),
    /** Of all that was said of the trip, by how much each counts. */
    tripScore: computed(decimal(['整趟得分', 'Score of the trip'], { scale: 1 })),
    comment: note(['评语', 'Comment'], { max: 500 }),
    truckId: ref(['车辆', 'Truck'], 'tms.truck', { derived: true, filter: true }),
    driverId: ref(['司机', 'Driver'], 'tms.staff', { derived: true, filter: true }),
    carrierId: ref(['承运商', 'Carrier'], 'tms.carrier', { derived: true, filter: true }),
  },
  secrets: { ratedOnce: code(['一次评价', 'Rated once'], { max: 64 }) },
  list: [
    ...(['billNo', 'state', 'tripId', 'rater', 'stars', 'total', 'tripScore', 'truckId', 'driverId'] as const),
    ...([
      'carrierId',
      'stopId',
      'onTimePoints',
      'intactPoints',
      'receiptPoints',
      'safetyPoints',
      'tempPoints',
    ] as const),
    ...(['comment', 'bizDate'] as const),
  ],
  form: ['tripId', 'stopId', 'stars', 'comment'],
  indexes: [
    ['carrierId', 'bizDate'],
    ['driverId', 'bizDate'],
  ],
  actions: ['create', 'update', 'approve', 'export'],
})

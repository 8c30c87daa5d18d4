import { document } from '../kernel/document.ts'
import { choice, date, decimal, flag, instant, int, json, money, ref, text } from '../kernel/field.ts'
import { flow } from '../kernel/flow.ts'

// density: a day is planned in the background, drawn on a map and along its hours, and changed by hand with undo.
/** 排线单: one way to bring a day's way bills out: trips with their stops in order, and what is left over. */
export const routePlan = document('tms', 'routePlan', {
  title: ['排线单', 'Route plan'],
  module: 'transportation.routePlan',
  prefix: 'PX',
  worksAt: ['TC'],
  ownerThrough: 'everybody',
  flow: flow({
    states: {
      COMPUTING: ['计算中', 'Computing'],
      COMPUTED: ['已计算', 'Computed'],
      ADJUSTED: ['已调整', 'Adjusted'],
      FAILED: ['未完成', 'Not finished'],
      CONFIRMED: ['已确认', 'Confirmed'],
      CANCELLED: ['已作废', 'Void'],
    },
    initial: 'COMPUTING',
    typedIn: [],
    final: ['CANCELLED'],
    steps: {
      approve: {
        title: ['确认', 'Confirm'],
        from: ['COMPUTED', 'ADJUSTED'],
        to: 'CONFIRMED',
        verb: 'approve',
        stamp: 'confirmedAt',
      },
      revoke: {
        title: ['撤回确认', 'Withdraw'],
        from: ['CONFIRMED'],
        to: 'ADJUSTED',
        verb: 'update',
        danger: true,
      },
      cancel: {
        title: ['作废', 'Void'],
        from: ['COMPUTED', 'ADJUSTED', 'FAILED'],
        to: 'CANCELLED',
        verb: 'cancel',
        danger: true,
        bulk: true,
      },
    },
  }),
  fields: {
    bizDate: date(['配送日期', 'Delivery day'], { required: true, filter: true }),
    depotId: ref(['发货车场', 'Depot'], 'tms.clientSite', { required: true, brief: true, filter: true }),
    mode: choice(
      ['方式', 'Way'],
      {
        VRP: ['智能', 'Optimised'],
        ROUTE: ['固定线路', 'Fixed routes'],
        QUICK: ['快速', 'Quick'],
      },
      { required: true, derived: true, filter: true, initial: 'VRP' },
    ),
    configId: ref(['排线参数', 'Settings'], 'tms.vrpConfig', { required: true, filter: true }),
    /** 快速排线 of its maker that is still open. */
    isDraft: flag(['草稿', 'Draft'], { derived: true }),
    parentId: ref(['改自', 'Made from'], 'tms.routePlan', { derived: true }),
    tripCount: int(['车次', 'Trips'], { derived: true }),
    orderCount: int(['已排运单', 'Planned'], { derived: true }),
    leftCount: int(['未排运单', 'Left out'], { derived: true }),
    distanceM: int(['里程m', 'Distance m'], { derived: true }),
    durationS: int(['用时s', 'Time s'], { derived: true }),
    cost: money(['成本', 'Cost'], { derived: true }),
    weightRate: decimal(['重量装载率%', 'Weight fill %'], { derived: true, scale: 1 }),
    volumeRate: decimal(['体积装载率%', 'Volume fill %'], { derived: true, scale: 1 }),
    lateCount: int(['晚到站点', 'Late stops'], { derived: true }),
    faultCount: int(['违反', 'Violations'], { derived: true }),
    seconds: int(['求解s', 'Solved in s'], { derived: true }),
    iterations: int(['迭代', 'Iterations'], { derived: true }),
    seed: int(['随机种子', 'Seed'], { derived: true }),
    message: text(['说明', 'Note'], { derived: true, max: 200 }),
    /** What was asked: {@link Asked}. */
    asked: json(['排线范围', 'Scope']),
    /** Trips and what is left out: {@link Arrangement}. */
    arrangement: json(['排线结果', 'Arrangement']),
    /** What was made of it. */
    tripIds: json(['派车单', 'Trips']),
    progress: json(['进度', 'Progress']),
    stopAsked: flag(['要求停止', 'Asked to stop'], { derived: true }),
    startedAt: instant(['开始时间', 'Begun at'], { derived: true }),
    confirmedAt: instant(['确认时间', 'Confirmed at'], { derived: true }),
  },
  list: [
    'billNo',
    'state',
    'bizDate',
    'depotId',
    'tripCount',
    'orderCount',
    'leftCount',
    'distanceM',
    'cost',
    'weightRate',
    'volumeRate',
    'lateCount',
    'mode',
    'configId',
  ],
  verbs: { stop: ['停止计算', 'Stopped computing'], arrange: ['调整排线', 'Arranged'] },
  actions: ['approve', 'cancel', 'update'],
})

/** What is to be planned with which trucks. */
export interface Asked {
  readonly wayBillIds: readonly string[]
  readonly truckIds: readonly string[]
  readonly seconds: number
}
/** A truck's trip: which of the day it is, and what it brings in which order. */
export interface PlannedTrip {
  readonly truckId: string
  readonly turn: number
  /** Nobody but a person changes it. */
  readonly locked?: boolean
  readonly visits: readonly {
    readonly wayBillId: string
    readonly pickup?: boolean
    readonly lock?: 'TRIP' | 'POSITION'
  }[]
}
export interface Arrangement {
  readonly trips: readonly PlannedTrip[]
}

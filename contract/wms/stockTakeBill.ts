import { document } from '../kernel/document.ts'
import { type EntityOptions, entity, type Fields, type Walled } from '../kernel/entity.ts'
import { choice, code, computed, date, decimal, flag, instant, int, qty, ref, refs, text } from '../kernel/field.ts'
import { flow } from '../kernel/flow.ts'
import type { Text } from '../kernel/text.ts'
import { stockTypes } from './place.ts'

/** 盘点类型: why these bins are counted. */
export const takeKinds = {
  FULL: ['全盘', 'Full count'],
  CYCLE: ['循环盘点', 'Cycle count'],
  MOVED: ['动碰盘点', 'Bins with movements'],
  SPOT: ['抽盘', 'Spot check'],
  EXCEPTION: ['异常盘点', 'Goods in doubt'],
} as const satisfies Record<string, Text>
export type TakeKind = keyof typeof takeKinds

/** How far one bin of a count is. */
export const takeBinStates = {
  OPEN: ['待盘', 'To count'],
  MATCHED: ['无差异', 'No difference'],
  DIFFERS: ['待审差异', 'Difference to approve'],
  ADJUSTED: ['已调整', 'Adjusted'],
  SKIPPED: ['未盘', 'Left out'],
} as const satisfies Record<string, Text>

/** Rounds of one bin at most: the third decides. */
export const roundsMost = 3

const unlessDone = ['SAVED', 'APPROVED', 'INPROGRESS', 'AUDITING'] as const
export const takeFlow = flow({
  states: {
    SAVED: ['已保存', 'Saved'],
    APPROVED: ['待开始', 'Ready to start'],
    INPROGRESS: ['盘点中', 'Counting'],
    AUDITING: ['待审差异', 'Differences to approve'],
    FINISHED: ['已完成', 'Finished'],
    CANCELED: ['已作废', 'Cancelled'],
  },
  initial: 'SAVED',
  // Which bins and who counts is settled by its start: until then what that refuses can be put right.
  typedIn: ['SAVED', 'APPROVED'],
  final: ['FINISHED', 'CANCELED'],
  steps: {
    approve: {
      title: ['审核', 'Approve'],
      from: ['SAVED'],
      to: 'APPROVED',
      verb: 'approve',
      bulk: true,
      stamp: 'approvedAt',
    },
    start: {
      title: ['开始盘点', 'Start counting'],
      from: ['APPROVED'],
      to: 'INPROGRESS',
      verb: 'start',
      bulk: true,
      stamp: 'startedAt',
    },
    finish: {
      title: ['结束盘点', 'End counting'],
      from: ['INPROGRESS'],
      verb: 'finish',
      early: true,
      confirm: [
        '未盘的货位不再盘点，任务将取消，确认？',
        'Bins that are not counted yet are left out and their tasks cancelled. Continue?',
      ],
    },
    settle: {
      title: ['审核差异', 'Approve differences'],
      from: ['AUDITING'],
      to: 'FINISHED',
      verb: 'approve',
      confirm: ['差异将计入库存，确认？', 'Stock will be adjusted by the differences. Continue?'],
      bulk: true,
      stamp: 'finishedAt',
    },
    cancel: {
      title: ['作废', 'Cancel'],
      from: [...unlessDone],
      to: 'CANCELED',
      verb: 'cancel',
      confirm: [
        '盘点结果将作废，盘点占用将释放，账面不变，确认？',
        'The counts are dropped, goods held for them are released, and stock stays as it is. Continue?',
      ],
      reason: true,
      danger: true,
    },
  },
})

/** What is done to a count beside its steps. */
export const takeVerbs = {
  recount: ['重盘', 'Count again'],
  counted: ['盘点结束', 'Counted'],
} as const satisfies Record<string, Text>

/** 盘点单: bins whose goods are counted, and what comes of the differences. */
export const stockTakeBill = document('wms', 'stockTakeBill', {
  title: ['盘点单', 'Stock count'],
  module: 'warehouse.stockTake',
  prefix: 'PD',
  worksAt: ['DC'],
  flow: takeFlow,
  fields: {
    kind: choice(['盘点类型', 'Kind'], takeKinds, { required: true, filter: true, initial: 'SPOT' }),
    areaId: ref(['库区', 'Area'], 'wms.area', { filter: true }),
    storageAreaId: ref(['存储区', 'Storage area'], 'wms.storageArea', {}),
    pickAreaId: ref(['拣货分区', 'Pick area'], 'wms.pickArea', {}),
    binFrom: code(['货位从', 'Bins from'], { max: 30, hint: ['含', 'Included'] }),
    binTo: code(['货位至', 'Bins to'], { max: 30, hint: ['含', 'Included'] }),
    abc: choice(['货位ABC', 'Bin ABC'], { A: ['A', 'A'], B: ['B', 'B'], C: ['C', 'C'] }, {}),
    /** Whose goods alone are counted; empty: all that stand there. */
    ownerId: ref(['货主', 'Owner'], 'wms.owner', { filter: true, hint: ['空白时盘点全部货主', 'All owners if blank'] }),
    productId: ref(['商品', 'Product'], 'mdm.product', {
      filter: true,
      hint: ['只盘该商品', 'Only this product is counted'],
    }),
    movedSince: date(['变动起始日', 'Moved since'], {
      hint: ['动碰盘点：该日起有变动的货位', 'Bins with movements since that day'],
    }),
    most: int(['最多货位数', 'Bins at most'], {
      least: 1,
      most: 100_000,
      hint: ['循环盘点取最该盘的，抽盘随机抽取', 'Cycle: the most due; spot check: at random'],
    }),
    withEmpty: flag(['含空货位', 'Include empty bins'], { initial: true }),
    blind: flag(['盲盘', 'Blind'], { initial: true, hint: ['不显示账面数量', 'The book quantity is not shown'] }),
    lockBins: flag(['盘点时锁定货位', 'Lock bins while counting'], {
      hint: ['禁入禁出，差异审核后解锁', 'Nothing in or out until the differences are approved'],
    }),
    rounds: int(['最多轮次', 'Rounds at most'], { required: true, initial: roundsMost, least: 1, most: roundsMost }),
    tolQty: qty(['允差数量', 'Tolerance (quantity)'], { required: true, initial: '0' }),
    tolPct: decimal(['允差%', 'Tolerance %'], {
      required: true,
      initial: '0',
      scale: 2,
      most: 100,
      hint: ['差异同时超过两者时复盘', 'Counted again if a difference exceeds both'],
    }),
    binsPerTask: int(['每任务货位数', 'Bins per task'], { required: true, initial: 30, least: 1, most: 200 }),
    teamIds: refs(['盘点人员', 'Counters'], 'sys.user', {
      hint: [
        '货位按行走顺序均分给他们；空白时自行领取',
        'The bins are shared among them in walking order; whoever is free takes them if blank',
      ],
    }),
    bins: computed(int(['货位数', 'Bins'])),
    openBins: computed(int(['待盘货位', 'Still to count'])),
    diffBins: computed(int(['差异货位', 'Bins that differ'])),
    recounts: computed(int(['复盘货位', 'Recounted'])),
    countedPct: computed(decimal(['完成率%', 'Counted %'], { scale: 1 })),
    plusCases: computed(code(['盘盈件数', 'Surplus'])),
    minusCases: computed(code(['盘亏件数', 'Missing'])),
  },
  list: [
    ...(['billNo', 'kind', 'state', 'bins', 'openBins', 'countedPct', 'diffBins', 'minusCases', 'plusCases'] as const),
    ...(['productId', 'areaId', 'recounts', 'blind', 'bizDate', 'ownerId', 'startedAt', 'finishedAt'] as const),
  ],
  form: [
    ...(['kind', 'areaId', 'storageAreaId', 'pickAreaId', 'binFrom', 'binTo', 'abc', 'ownerId', 'productId'] as const),
    ...([
      'movedSince',
      'most',
      'withEmpty',
      'blind',
      'lockBins',
      'rounds',
      'tolQty',
      'tolPct',
      'binsPerTask',
      'teamIds',
    ] as const),
    ...(['bizDate', 'note'] as const),
  ],
  actions: ['create', 'update', 'remove', 'approve', 'start', 'finish', 'cancel', 'export'],
  verbs: takeVerbs,
  details: { bins: int(['货位数', 'Bins']), bin: code(['货位', 'Bin'], { max: 1000 }) },
})

const kept = <const F extends Fields>(
  noun: string,
  title: Text,
  fields: F,
  o: Omit<EntityOptions<F>, 'title' | 'fields'> & Walled<'wms', F>,
) =>
  entity<'wms', F, Fields>('wms', noun, {
    title,
    scope: 'org',
    worksAt: ['DC'],
    actions: [],
    fields,
    ...o,
  } as EntityOptions<F> & Walled<'wms', F>)

/** 盘点货位: one bin of a count, and the round that it is in. */
export const stockTakeBin = kept(
  'stockTakeBin',
  ['盘点货位', 'Bin of a stock count'],
  {
    takeId: ref(['盘点单', 'Stock count'], 'wms.stockTakeBill', { required: true, filter: true }),
    binId: ref(['货位', 'Bin'], 'wms.bin', { required: true, filter: true }),
    /** Whose goods, and which, are counted there; empty: all. */
    ownerId: ref(['货主', 'Owner'], 'wms.owner', {}),
    productId: ref(['商品', 'Product'], 'mdm.product', {}),
    state: choice(['状态', 'Status'], takeBinStates, { required: true, filter: true, initial: 'OPEN' }),
    round: int(['轮次', 'Round'], { required: true, initial: 1 }),
    /** The line of work of this round; none until the task that counts it again is made. */
    taskLineId: ref(['任务行', 'Task line'], 'wms.taskLine', { loose: true }),
    countedAt: instant(['盘点时间', 'Counted at']),
    countedBy: ref(['盘点人', 'Counted by'], 'sys.user', { loose: true }),
  },
  {
    unique: [['takeId', 'binId', 'productId']],
    indexes: [['binId', 'state'], ['taskLineId']],
    ownerThrough: 'takeId',
  },
)

/** 盘点记录: what somebody counted of one stock, and what the book said in that moment. Never changed. */
export const stockCount = kept(
  'stockCount',
  ['盘点记录', 'Count'],
  {
    takeId: ref(['盘点单', 'Stock count'], 'wms.stockTakeBill', { required: true, filter: true }),
    takeBinId: ref(['盘点货位', 'Bin of the stock count'], 'wms.stockTakeBin', { required: true }),
    taskId: ref(['任务', 'Task'], 'wms.task', { required: true, loose: true }),
    round: int(['轮次', 'Round'], { required: true, filter: true }),
    ownerId: ref(['货主', 'Owner'], 'wms.owner', { required: true, filter: true }),
    productId: ref(['商品', 'Product'], 'mdm.product', { required: true, filter: true }),
    qpcId: ref(['规格', 'Pack'], 'mdm.productQpc', { required: true }),
    lotId: ref(['批次', 'Lot'], 'wms.lot', { required: true }),
    stockType: choice(['库存类型', 'Stock type'], stockTypes, { required: true }),
    binId: ref(['货位', 'Bin'], 'wms.bin', { required: true, filter: true }),
    containerId: ref(['容器', 'Container'], 'wms.container', { required: true }),
    bookQty: qty(['账面数量', 'Book'], { required: true }),
    countedQty: qty(['实盘数量', 'Counted'], { required: true }),
    diffQty: qty(['差异数量', 'Difference'], { required: true, least: -1e15 }),
    bookPieces: int(['账面件数', 'Pieces on record']),
    countedPieces: int(['实盘件数', 'Pieces counted']),
    /** Nobody named it: what was not found is not there. */
    unnamed: flag(['未见到', 'Not found']),
    /** Its dates are a guess: nobody could read them. */
    lotGuessed: flag(['批次不明', 'Lot unknown']),
    /** It waited on a handheld, and goods moved meanwhile: this stock is counted again. */
    moved: flag(['其间有变动', 'Moved meanwhile']),
    note: text(['说明', 'Note'], { max: 200 }),
  },
  { appendOnly: true, indexes: [['takeBinId'], ['takeId', 'round']], sort: '-id' },
)

import { entity } from '../kernel/entity.ts'
import { choice, code, computed, decimal, flag, instant, int, money, note, ref, text } from '../kernel/field.ts'
import { flow, titlesOf } from '../kernel/flow.ts'
import type { Text } from '../kernel/text.ts'

export const containerCategories = {
  PALLET: ['托盘', 'Pallet'],
  TOTE: ['周转箱', 'Tote'],
  CAGE: ['笼车', 'Cage'],
  CARTON: ['一次性箱', 'Carton'],
  BAG: ['袋', 'Bag'],
  /** The maker's own case, shipped as it came. */
  PACKAGE: ['原包装箱', 'Original case'],
  /** Goods that stand in no container: the tenant's one LOOSE row, or a paper task's goods on their way. */
  VIRTUAL: ['虚拟', 'Virtual'],
} as const satisfies Record<string, Text>

/** 容器类型 */
export const containerType = entity('wms', 'containerType', {
  title: ['容器类型', 'Container type'],
  module: 'basic.containerType',
  ownerThrough: 'everybody',
  fields: {
    code: code(['代码', 'Code'], { required: true, filter: true, frozen: true }),
    name: text(['名称', 'Name'], { required: true, filter: true }),
    category: choice(['类别', 'Category'], containerCategories, { required: true, filter: true, initial: 'TOTE' }),
    returnable: flag(['可回收', 'Returnable'], { initial: true }),
    /** Each has a code of its own; the others are only counted. */
    serialised: flag(['按条码管理', 'Barcoded'], { initial: true }),
    nestable: flag(['可套叠', 'Nestable']),
    perPallet: int(['每托数量', 'Per pallet'], { most: 9_999 }),
    prefix: code(['条码前缀', 'Barcode prefix'], { required: true, max: 8 }),
    digits: int(['流水位数', 'Digits'], { required: true, initial: 6, least: 3, most: 12 }),
    lengthCm: decimal(['长cm', 'Length cm'], { scale: 1, most: 10_000 }),
    widthCm: decimal(['宽cm', 'Width cm'], { scale: 1, most: 10_000 }),
    heightCm: decimal(['高cm', 'Height cm'], { scale: 1, most: 10_000 }),
    volumeM3: decimal(['容积m³', 'Volume m³'], { scale: 6, most: 1_000 }),
    tareKg: decimal(['自重kg', 'Tare kg'], { most: 10_000 }),
    maxWeightKg: decimal(['承重kg', 'Max weight kg'], { most: 100_000 }),
    maxFillPct: int(['装载率%', 'Max fill %'], { required: true, initial: 85, least: 1, most: 100 }),
    deposit: money(['押金', 'Deposit'], {}),
  },
  list: [
    'code',
    'name',
    'category',
    'returnable',
    'serialised',
    'prefix',
    'volumeM3',
    'maxWeightKg',
    'maxFillPct',
    'deposit',
  ],
  unique: [['code'], ['prefix']],
  actions: ['create', 'update', 'enable_disable', 'remove', 'export'],
})

export const containerFlow = flow({
  states: {
    IDLE: ['空闲', 'Idle'],
    RECEIVING: ['收货中', 'Receiving'],
    STORED: ['已存放', 'Stored'],
    MOVING: ['移动中', 'Moving'],
    PICKING: ['拣货中', 'Picking'],
    PICKED: ['已拣', 'Picked'],
    COLLECTED: ['已集货', 'Staged'],
    CHECKED: ['已复核', 'Checked'],
    LOADED: ['已装车', 'Loaded'],
    SHIPPED: ['在外', 'Out'],
    CLOSED: ['已结束', 'Closed'],
    LOST: ['丢失', 'Lost'],
    SCRAPPED: ['报废', 'Scrapped'],
  },
  initial: 'IDLE',
  final: ['CLOSED', 'SCRAPPED'],
  steps: {
    hold: { title: ['冻结', 'Put on hold'], from: ['IDLE', 'STORED'], verb: 'update', reason: true },
    clear: {
      title: ['强制置空', 'Mark empty'],
      from: ['RECEIVING', 'STORED', 'PICKING', 'PICKED', 'SHIPPED'],
      to: 'IDLE',
      verb: 'finish',
      confirm: ['确认容器已空？', 'Is the container really empty?'],
    },
    lose: {
      title: ['标记丢失', 'Mark lost'],
      from: ['IDLE', 'SHIPPED'],
      to: 'LOST',
      verb: 'finish',
      reason: true,
      danger: true,
    },
    recover: { title: ['找回', 'Mark found'], from: ['LOST', 'SHIPPED'], to: 'IDLE', verb: 'update' },
  },
})
export type ContainerState = keyof typeof containerFlow.states

/** 容器 (LPN): this box at that place with this content. Its place and state change only in `post()`. */
export const container = entity('wms', 'container', {
  title: ['容器', 'Container'],
  module: 'basic.container',
  scope: 'org',
  worksAt: ['DC'],
  ownerThrough: 'contents',
  fields: {
    code: code(['条码', 'Barcode'], { required: true, filter: true, frozen: true }),
    typeId: ref(['类型', 'Type'], 'wms.containerType', { required: true, filter: true, frozen: true }),
    state: choice(['状态', 'Status'], containerFlow.states, {
      required: true,
      filter: true,
      derived: true,
      initial: 'IDLE',
    }),
    binId: ref(['货位', 'Bin'], 'wms.bin', { filter: true, derived: true }),
    parentId: ref(['上级容器', 'Parent container'], 'wms.container', { derived: true }),
    storeId: ref(['门店', 'Store'], 'wms.store', { filter: true, derived: true }),
    billId: ref(['单据', 'Document'], 'wms.operateBill', { loose: true, derived: true }),
    lastMoveAt: instant(['最近移动', 'Last moved'], { filter: true, derived: true }),
    uses: int(['使用次数', 'Times used'], { required: true, initial: 0, derived: true }),
    hold: flag(['冻结', 'On hold'], { filter: true, derived: true }),
    holdReason: text(['冻结原因', 'Hold reason'], { max: 64, derived: true }),
    note: note(['备注', 'Note']),
    cases: computed(text(['件数', 'Cases'])),
    weightKg: computed(decimal(['重量kg', 'Weight kg'])),
    inDc: computed(flag(['在库', 'On site'], { filter: true })),
    /** Whole days since it was last moved, or made. */
    idleDays: computed(int(['未移动天数', 'Days since last move'], { filter: true })),
  },
  list: ['code', 'typeId', 'state', 'binId', 'storeId', 'cases', 'weightKg', 'lastMoveAt', 'idleDays', 'uses', 'hold'],
  form: ['note'],
  unique: [['code']],
  indexes: [['parentId']],
  label: { code: 'code', name: 'code' },
  actions: ['create', 'update', 'remove', 'export', 'print', 'finish'],
  verbs: {
    ...titlesOf(containerFlow.steps),
    unhold: ['解冻', 'Release hold'],
    createBatch: ['批量新增', 'Create in bulk'],
  },
})

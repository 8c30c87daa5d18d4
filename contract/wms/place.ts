import { childRows, entity } from '../kernel/entity.ts'
import { choice, choices, code, computed, decimal, flag, int, ref, rows, text, time } from '../kernel/field.ts'
import { calledByOrg, type Text } from '../kernel/text.ts'
import { weekdays } from '../mdm/partner.ts'
import { temperatureZones } from '../mdm/product.ts'
import { dockClosure } from './dockSlot.ts'

/** What a bin is for. The stage of goods follows from the bin they stand on. */
export const binUsages = {
  STORAGE: ['存储位', 'Storage'],
  PICK: ['拣货位', 'Pick face'],
  PICK_STORAGE: ['拣存位', 'Pick and storage'],
  RECEIVE: ['收货暂存位', 'Receiving'],
  QC: ['待检位', 'Inspection'],
  PUTAWAY_TRANSIT: ['上架中转位', 'Put-away transit'],
  RPL_TRANSIT: ['补货中转位', 'Replenishment transit'],
  PICK_TRANSIT: ['拣货中转位', 'Pick transit'],
  SOW: ['分播位', 'Sorting'],
  COLLECT: ['集货位', 'Staging'],
  DOCK: ['月台暂存', 'Dock'],
  TRUCK: ['车辆位', 'Truck'],
  PROCESS: ['加工位', 'Processing'],
  RTN_RECEIVE: ['退仓收货位', 'Return receiving'],
  VENDOR_RTN: ['退供存放位', 'Vendor returns'],
  VENDOR_COLLECT: ['退供集货位', 'Vendor return staging'],
  DEFECT: ['残次位', 'Defective'],
  EXCEPTION: ['异常位', 'Exceptions'],
  VIRTUAL: ['虚拟位', 'Virtual'],
} as const satisfies Record<string, Text>
export type BinUsage = keyof typeof binUsages

/** Places outside the warehouse, so that every posting has two sides. They have ledger lines and no stock rows. */
export const virtualBins = {
  V_VENDOR: ['供应商', 'Vendors'],
  V_STORE: ['门店', 'Stores'],
  V_ADJUST: ['损益', 'Adjustments'],
  V_PROCESS: ['加工', 'Processing'],
  V_CHANGE: ['转换', 'Conversion'],
  V_USE: ['领用', 'Internal use'],
} as const satisfies Record<string, Text>

export const stockTypes = calledByOrg({
  GOOD: ['正品', 'Good'],
  QC: ['待检', 'To inspect'],
  DAMAGE: ['残次', 'Defective'],
  NEAR: ['临期', 'Near expiry'],
  EXPIRED: ['过期', 'Expired'],
  RETURN: ['退货待理', 'Returned'],
  GIFT: ['赠品', 'Gift'],
})
export type StockType = keyof typeof stockTypes

export const areaUsages = {
  STORAGE: ['存储', 'Storage'],
  PICK: ['拣货', 'Picking'],
  RECEIVE: ['收货', 'Receiving'],
  SHIP: ['发货', 'Shipping'],
  RETURN: ['退货', 'Returns'],
  PROCESS: ['加工', 'Processing'],
  OTHER: ['其他', 'Other'],
} as const satisfies Record<string, Text>

/** 仓库库区: a warehouse or a zone of it. */
export const area = entity('wms', 'area', {
  title: ['库区', 'Area'],
  module: 'storage.area',
  scope: 'org',
  worksAt: ['DC'],
  ownerThrough: 'everybody',
  fields: {
    code: code(['代码', 'Code'], { required: true, filter: true, frozen: true }),
    name: text(['名称', 'Name'], { required: true, filter: true }),
    kind: choice(
      ['类型', 'Type'],
      { WAREHOUSE: ['仓库', 'Warehouse'], ZONE: ['库区', 'Zone'] },
      { required: true, filter: true, initial: 'ZONE' },
    ),
    upperId: ref(['上级', 'Parent'], 'wms.area', { filter: true }),
    temperature: choice(['温层', 'Temperature'], temperatureZones, {
      required: true,
      filter: true,
      initial: 'AMBIENT',
    }),
    usage: choice(['用途', 'Usage'], areaUsages, { filter: true }),
    floor: int(['楼层', 'Floor'], { least: -9, most: 99 }),
    squareMetres: decimal(['面积m²', 'Area m²'], { scale: 1, most: 1_000_000 }),
    fireClass: text(['消防等级', 'Fire class'], { max: 16 }),
    /** Where its corner nearest to the origin lies, for maps of areas whose bins have no place of their own. */
    x: decimal(['X(m)', 'X (m)'], { scale: 2, least: -100_000, most: 100_000 }),
    y: decimal(['Y(m)', 'Y (m)'], { scale: 2, least: -100_000, most: 100_000 }),
  },
  unique: [['code']],
  actions: ['create', 'update', 'enable_disable', 'remove', 'import', 'export'],
})

/** What is needed to reach goods. */
export const equipment = {
  HAND: ['人工', 'By hand'],
  FORKLIFT: ['叉车', 'Forklift'],
  REACH: ['高位叉车', 'Reach truck'],
} as const satisfies Record<string, Text>

/** 货位类型: how big a bin is and what reaches it. */
export const binType = entity('wms', 'binType', {
  title: ['货位类型', 'Bin type'],
  module: 'storage.binType',
  scope: 'org',
  worksAt: ['DC'],
  ownerThrough: 'everybody',
  fields: {
    code: code(['代码', 'Code'], { required: true, filter: true, frozen: true }),
    name: text(['名称', 'Name'], { required: true, filter: true }),
    lengthCm: decimal(['长cm', 'Length cm'], { scale: 1, most: 10_000 }),
    widthCm: decimal(['宽cm', 'Width cm'], { scale: 1, most: 10_000 }),
    heightCm: decimal(['高cm', 'Height cm'], { scale: 1, most: 10_000 }),
    maxWeightKg: decimal(['承重kg', 'Max weight kg'], { most: 1_000_000 }),
    maxVolumeM3: decimal(['容积m³', 'Max volume m³'], { scale: 6, most: 100_000 }),
    maxPallets: int(['最大托盘数', 'Max pallets'], { most: 9_999 }),
    level: int(['层', 'Level'], { most: 99 }),
    equipment: choice(['作业设备', 'Equipment'], equipment, { required: true, filter: true, initial: 'HAND' }),
    /** How goods are reached: decides whether a put-away rule may stack lots one before the other. */
    access: choice(
      ['存取方式', 'Access'],
      {
        SINGLE: ['单位存取', 'Single position'],
        FLOW: ['先进先出通道', 'Lane, first in first out'],
        STACK: ['堆垛或后进先出通道', 'Stack or lane, last in first out'],
      },
      { required: true, filter: true, initial: 'SINGLE' },
    ),
  },
  unique: [['code']],
  actions: ['create', 'update', 'enable_disable', 'remove', 'import', 'export'],
})

/** Which of the empty bins of a storage area are filled first. */
export const fillOrders = {
  LOW: ['低层优先', 'Lowest levels first'],
  NEAR_PICK: ['近拣货位', 'Near the pick face'],
  NEAR_DOCK: ['近月台', 'Near a dock'],
} as const satisfies Record<string, Text>
export type FillOrder = keyof typeof fillOrders

const storageAreaOwner = childRows('wms', 'storageAreaOwner', 'wms.storageArea', {
  title: ['专属货主', 'Owner'],
  scope: 'org',
  fields: {
    storageAreaId: ref(['存储区', 'Storage area'], 'wms.storageArea', { required: true, derived: true }),
    ownerId: ref(['货主', 'Owner'], 'wms.owner', { required: true }),
  },
  unique: [['storageAreaId', 'ownerId']],
})
const storageAreaType = childRows('wms', 'storageAreaType', 'wms.storageArea', {
  title: ['允许货位类型', 'Bin type'],
  scope: 'org',
  fields: {
    storageAreaId: ref(['存储区', 'Storage area'], 'wms.storageArea', { required: true, derived: true }),
    binTypeId: ref(['货位类型', 'Bin type'], 'wms.binType', { required: true }),
  },
  unique: [['storageAreaId', 'binTypeId']],
})

/** 存储区: bins that put-away searches together. */
export const storageArea = entity('wms', 'storageArea', {
  title: ['存储区', 'Storage area'],
  module: 'storage.storageArea',
  scope: 'org',
  worksAt: ['DC'],
  fields: {
    code: code(['代码', 'Code'], { required: true, filter: true, frozen: true }),
    name: text(['名称', 'Name'], { required: true, filter: true }),
    areaId: ref(['库区', 'Area'], 'wms.area', { required: true, filter: true }),
    stockTypes: choices(['允许库存类型', 'Stock types'], stockTypes, { initial: ['GOOD'] }),
    temperature: choice(['温层', 'Temperature'], temperatureZones, { required: true, initial: 'AMBIENT' }),
    hazard: text(['危险品类别', 'Hazard class'], { max: 16 }),
    equipment: choice(['作业设备', 'Equipment'], equipment, {}),
    searchOrder: int(['搜索顺序', 'Search order'], { required: true, initial: 10, most: 9_999 }),
    fill: choice(['上架策略', 'Fill order'], fillOrders, {
      filter: true,
      hint: ['空白时按上架顺序', 'Put-away sequence if blank'],
    }),
    owners: rows(['专属货主', 'Reserved for owners'], storageAreaOwner),
    binTypes: rows(['允许货位类型', 'Allowed bin types'], storageAreaType),
  },
  unique: [['code']],
  actions: ['create', 'update', 'enable_disable', 'remove', 'import', 'export'],
})

/** 补货方式: how much is brought to a pick face at once. */
export const replenishMethods = {
  ENOUGHOUT: ['够出货量', 'As much as orders need'],
  WHOLE: ['整托', 'Whole pallets'],
  HIGHLOW: ['最高最低', 'To the maximum when below the minimum'],
  FULL: ['补满', 'Always to the maximum'],
} as const satisfies Record<string, Text>

/** 补货步骤: goods come to the pick face by one person's way, or by those of two. */
export const replenishSteps = {
  ONE: ['一步', 'One step'],
  TWO: ['二步', 'Two steps'],
} as const satisfies Record<string, Text>

const handMethods = { RF: ['手持', 'Handheld'], PAPER: ['纸单', 'Paper'], LABEL: ['标签', 'Labels'] } as const
/** 拣货分区: bins picked in one way by one kind of people. */
export const pickArea = entity('wms', 'pickArea', {
  title: ['拣货分区', 'Pick area'],
  module: 'storage.pickArea',
  scope: 'org',
  worksAt: ['DC'],
  ownerThrough: 'everybody',
  fields: {
    code: code(['代码', 'Code'], { required: true, filter: true, frozen: true }),
    name: text(['名称', 'Name'], { required: true, filter: true }),
    areaId: ref(['库区', 'Area'], 'wms.area', { required: true, filter: true }),
    pickType: choice(
      ['拣货类型', 'Pick type'],
      { BOTH: ['整件+拆零', 'Cases and pieces'], CASE: ['整件', 'Cases'], SPLIT: ['拆零', 'Pieces'] },
      { required: true, filter: true, initial: 'BOTH' },
    ),
    method: choice(
      ['拣货方式', 'Method'],
      { ...handMethods, LIGHT: ['电子标签', 'Lights'] },
      {
        required: true,
        filter: true,
        initial: 'RF',
        hint: ['无标签的货位由手持拣货', 'Bins without a tag: by handheld'],
      },
    ),
    pickMode: choice(
      ['拣货模式', 'Pick mode'],
      { STORE: ['摘果', 'By store'], BATCH: ['播种', 'In batches, then sorted'] },
      {
        required: true,
        filter: true,
        initial: 'STORE',
        hint: [
          '播种：波次内多门店合并拣货，再分播',
          'In batches: for many stores of a wave at once, sorted afterwards',
        ],
      },
    ),
    sowingSchemeId: ref(['播种方案', 'Sorting scheme'], 'wms.sowingScheme'),
    maxLines: int(['任务最大行数', 'Max lines per task'], { required: true, initial: 40, least: 1, most: 500 }),
    maxCases: int(['任务最大件数', 'Max cases per task'], { least: 1, most: 100_000 }),
    maxVolumeM3: decimal(['任务最大体积m³', 'Max volume per task m³'], { scale: 6, most: 1_000 }),
    maxWeightKg: decimal(['任务最大重量kg', 'Max weight per task kg'], { most: 100_000 }),
    containerTypeId: ref(['拣货容器', 'Pick container'], 'wms.containerType'),
    rpl: choice(['补货方式', 'Replenishment'], replenishMethods, {
      required: true,
      initial: 'ENOUGHOUT',
      hint: ['波次缺货时一次补多少', 'How much is brought when orders of a wave wait'],
    }),
    rplMode: choice(['补货作业方式', 'Replenishment method'], handMethods, {
      required: true,
      initial: 'RF',
      hint: [
        '标签：每箱一张补货标签，贴后由手持确认',
        'Labels: one for each case, stuck on before the handheld confirms it',
      ],
    }),
    rplSteps: choice(['补货步骤', 'Replenishment steps'], replenishSteps, {
      required: true,
      initial: 'ONE',
      hint: [
        '二步：先下架到中转位，再上架到拣货位；没有实际中转位时仍按一步',
        'Two: down to a transit bin first, from there up to the pick face; one while there is no real transit bin',
      ],
    }),
    rplTransitId: ref(['补货中转位', 'Replenishment transit bin'], 'wms.bin', {
      hint: [
        '二步补货用；空白时用同巷道、同库区的补货中转位',
        'For two steps; if blank, the transit bin of the aisle or the area',
      ],
    }),
  },
  unique: [['code']],
  actions: ['create', 'update', 'enable_disable', 'remove', 'import', 'export'],
})

/** 货位: the smallest place that has a code. Goods stand on bins and nowhere else. */
export const bin = entity('wms', 'bin', {
  title: ['货位', 'Bin'],
  module: 'storage.bin',
  scope: 'org',
  worksAt: ['DC'],
  fields: {
    code: code(['代码', 'Code'], { required: true, filter: true, frozen: true }),
    usage: choice(['用途', 'Usage'], binUsages, { required: true, filter: true, initial: 'STORAGE' }),
    areaId: ref(['库区', 'Area'], 'wms.area', { required: true, filter: true }),
    storageAreaId: ref(['存储区', 'Storage area'], 'wms.storageArea', { filter: true }),
    pickAreaId: ref(['拣货分区', 'Pick area'], 'wms.pickArea', { filter: true }),
    binTypeId: ref(['货位类型', 'Bin type'], 'wms.binType', { filter: true }),
    aisle: code(['巷道', 'Aisle'], { max: 8, filter: true }),
    bay: int(['列', 'Bay'], { most: 9_999 }),
    level: int(['层', 'Level'], { most: 99 }),
    pos: int(['位', 'Position'], { most: 99 }),
    x: decimal(['X(m)', 'X (m)'], { scale: 2, least: -100_000, most: 100_000 }),
    y: decimal(['Y(m)', 'Y (m)'], { scale: 2, least: -100_000, most: 100_000 }),
    /** How high its floor is above the ground. */
    z: decimal(['Z(m)', 'Z (m)'], { scale: 2, least: -1_000, most: 1_000 }),
    pickSeq: int(['拣货顺序', 'Pick sequence'], { required: true, initial: 0 }),
    putawaySeq: int(['上架顺序', 'Put-away sequence'], { required: true, initial: 0 }),
    abc: choice(
      ['ABC', 'ABC'],
      { A: ['A', 'A'], B: ['B', 'B'], C: ['C', 'C'] },
      { required: true, filter: true, initial: 'C' },
    ),
    ownerId: ref(['专属货主', 'Reserved for owner'], 'wms.owner'),
    mixOwner: flag(['允许混货主', 'Mixed owners allowed']),
    mixProduct: flag(['允许混商品', 'Mixed products allowed']),
    mixLot: flag(['允许混批次', 'Mixed lots allowed'], { initial: true }),
    dateTolDays: int(['批次效期容差天数', 'Lot date tolerance (days)'], { most: 3_650 }),
    checkDigit: code(['校验码', 'Check digit'], { max: 4 }),
    lockIn: flag(['禁入', 'Putting in blocked'], { filter: true, derived: true }),
    lockOut: flag(['禁出', 'Taking out blocked'], { filter: true, derived: true }),
    lockReason: text(['锁定原因', 'Lock reason'], { max: 64, derived: true }),
    /** The fuller of volume and pallet positions, of what the bin's type takes. */
    occupancy: computed(decimal(['占用率%', 'Filled %'], { scale: 1 })),
    products: computed(code(['存放商品', 'Products stored'], { filter: true, max: 200 })),
    isEmpty: computed(flag(['空货位', 'Empty'], { filter: true })),
  },
  list: [
    'code',
    'usage',
    'binTypeId',
    'occupancy',
    'products',
    'lockIn',
    'lockOut',
    'lockReason',
    'areaId',
    'storageAreaId',
    'pickAreaId',
    'aisle',
    'pickSeq',
    'abc',
  ],
  unique: [['code']],
  // The stage of a usage, and the neighbours of a pick face.
  indexes: [
    ['usage', 'pickSeq'],
    ['areaId', 'aisle'],
  ],
  label: { code: 'code', name: 'code' },
  actions: ['create', 'update', 'enable_disable', 'remove', 'import', 'export', 'print', 'stop', 'release'],
  verbs: { lock: ['锁定', 'Lock'], unlock: ['解锁', 'Unlock'], generate: ['批量生成', 'Generate'] },
})

export const dockStates = {
  FREE: ['空闲', 'Free'],
  BUSY: ['作业中', 'Busy'],
  CLOSED: ['已关闭', 'Closed'],
} as const satisfies Record<string, Text>

/** 月台: where trucks stand; its bin holds what is between truck and floor. */
export const dock = entity('wms', 'dock', {
  title: ['月台', 'Dock'],
  module: 'storage.dock',
  scope: 'org',
  worksAt: ['DC'],
  ownerThrough: 'everybody',
  fields: {
    code: code(['代码', 'Code'], { required: true, filter: true, frozen: true }),
    name: text(['名称', 'Name'], { required: true, filter: true }),
    direction: choice(
      ['方向', 'Direction'],
      { IN: ['入库', 'Inbound'], OUT: ['出库', 'Outbound'], BOTH: ['出入', 'Both'] },
      { required: true, filter: true, initial: 'BOTH' },
    ),
    dockGroup: text(['分组', 'Group'], { max: 16, filter: true }),
    state: computed(choice(['月台状态', 'Dock status'], dockStates, { filter: true })),
    binId: ref(['绑定货位', 'Bin'], 'wms.bin', { required: true }),
    temperature: choice(['温层', 'Temperature'], temperatureZones, { required: true, initial: 'AMBIENT' }),
    vehicleLengthM: decimal(['最大车长m', 'Max vehicle length m'], { scale: 1, most: 40 }),
    slotVehicles: int(['每时段车辆数', 'Vehicles per slot'], { required: true, initial: 1, most: 99 }),
    slotCases: int(['每时段箱数', 'Cases per slot'], { most: 1_000_000 }),
    openFrom: time(['开放时间从', 'Opens at']),
    openTo: time(['开放时间至', 'Closes at']),
    closedDays: choices(['不开放日', 'Closed on'], weekdays),
    closures: rows(['停用计划', 'Planned closures'], dockClosure),
    /** Nobody is sent here until it opens again. */
    closed: flag(['已关闭', 'Closed'], { derived: true }),
    closeReason: text(['关闭原因', 'Reason closed'], { max: 64, derived: true }),
  },
  list: [
    ...(['code', 'name', 'dockGroup', 'direction', 'state', 'binId', 'temperature', 'openFrom', 'openTo'] as const),
    ...(['slotVehicles', 'slotCases', 'closedDays', 'vehicleLengthM', 'closeReason'] as const),
  ],
  unique: [['code']],
  actions: ['create', 'update', 'enable_disable', 'remove', 'export', 'stop', 'release'],
  verbs: { close: ['关闭', 'Close'], open: ['开放', 'Open'] },
})

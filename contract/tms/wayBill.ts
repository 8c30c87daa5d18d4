import { document } from '../kernel/document.ts'
import { childRows } from '../kernel/entity.ts'
import {
  choice,
  choices,
  code,
  computed,
  date,
  decimal,
  flag,
  instant,
  int,
  json,
  money,
  qty,
  ref,
  rows,
  text,
} from '../kernel/field.ts'
import { flow, titlesOf } from '../kernel/flow.ts'
import type { Text } from '../kernel/text.ts'
import { orderFaults } from './orderFaults.ts'
import { skills } from './skills.ts'

export const tempZones = {
  AMBIENT: ['常温', 'Ambient'],
  CHILL: ['冷藏', 'Chilled'],
  FROZEN: ['冷冻', 'Frozen'],
} as const satisfies Record<string, Text>

export const wayBillStates = {
  DRAFT: ['待确认', 'To confirm'],
  CONFIRMED: ['待排线', 'To plan'],
  PLANNED: ['已排线', 'Planned'],
  DISPATCHED: ['已派车', 'Dispatched'],
  LOADING: ['装车中', 'Loading'],
  LOADED: ['已装车', 'Loaded'],
  IN_TRANSIT: ['运输中', 'In transit'],
  ARRIVED: ['已到店', 'Arrived'],
  SIGNED: ['已签收', 'Signed'],
  PARTIAL: ['部分签收', 'Signed in part'],
  REJECTED: ['拒收', 'Rejected'],
  CLOSED: ['已完成', 'Closed'],
  CANCELLED: ['已取消', 'Cancelled'],
} as const satisfies Record<string, Text>
export type WayBillState = keyof typeof wayBillStates

interface Move {
  readonly title: Text
  readonly from: readonly WayBillState[]
  readonly to: WayBillState
  /** Somebody has to say why. */
  readonly reason?: true
}
/** What plans and trips do to a way bill. A person's own steps are those of its flow. */
export const wayBillMoves = {
  assign: { title: ['排线', 'Plan'], from: ['CONFIRMED'], to: 'PLANNED' },
  unassign: { title: ['移出排线', 'Take off the plan'], from: ['PLANNED'], to: 'CONFIRMED' },
  dispatch: { title: ['派车', 'Dispatch'], from: ['PLANNED'], to: 'DISPATCHED' },
  recall: { title: ['撤回派车', 'Withdraw the trip'], from: ['DISPATCHED'], to: 'PLANNED' },
  takeOff: { title: ['移出派车单', 'Take off the trip'], from: ['DISPATCHED'], to: 'CONFIRMED', reason: true },
  load: { title: ['开始装车', 'Start loading'], from: ['DISPATCHED'], to: 'LOADING' },
  loaded: { title: ['装车完成', 'Loading done'], from: ['DISPATCHED', 'LOADING'], to: 'LOADED' },
  unload: { title: ['卸车', 'Unload'], from: ['LOADING', 'LOADED'], to: 'DISPATCHED' },
  /** What is to be fetched is not loaded before. */
  depart: { title: ['发车', 'Depart'], from: ['DISPATCHED', 'LOADED'], to: 'IN_TRANSIT' },
  arrive: { title: ['到店', 'Arrive'], from: ['IN_TRANSIT'], to: 'ARRIVED' },
  sign: { title: ['签收', 'Sign'], from: ['ARRIVED'], to: 'SIGNED' },
  signPart: { title: ['部分签收', 'Sign in part'], from: ['ARRIVED'], to: 'PARTIAL' },
  rejectAll: { title: ['拒收', 'Reject'], from: ['ARRIVED'], to: 'REJECTED', reason: true },
  fail: { title: ['提货失败', 'Not collected'], from: ['ARRIVED'], to: 'CONFIRMED', reason: true },
  /** A trip was opened again: what was signed is told anew. */
  resign: {
    title: ['更正签收', 'Correct what was signed'],
    from: ['SIGNED', 'PARTIAL', 'REJECTED'],
    to: 'ARRIVED',
    reason: true,
  },
  close: { title: ['回单审核', 'Close on receipt'], from: ['SIGNED', 'PARTIAL', 'REJECTED'], to: 'CLOSED' },
} as const satisfies Record<string, Move>
export type WayBillMove = keyof typeof wayBillMoves

/** Where it comes from: a person, a file, another program, or a paper of the warehouse's or of transport. */
export const wayBillSources = {
  MANUAL: ['手工', 'Typed in'],
  IMPORT: ['导入', 'Import'],
  API: ['接口', 'Interface'],
  WMS_SHIP: ['仓库发运', 'Warehouse shipment'],
  WMS_RETURN: ['仓库退货', 'Warehouse return'],
  WMS_CONTAINER: ['容器回收', 'Empty containers'],
  TAKE_DELIVERY: ['提货单', 'Collection'],
} as const satisfies Record<string, Text>

/** Goods as transport sees them: what they are called, how many, how heavy and how large. */
export const carriedGoods = {
  productCode: code(['商品编码', 'Product code'], {}),
  productName: text(['品名', 'Goods'], { required: true, max: 100 }),
  uom: text(['单位', 'Unit'], { required: true, max: 16, initial: '件' }),
  planQty: qty(['数量', 'Quantity'], { required: true, least: 0.001 }),
  weight: decimal(['重量(kg)', 'Weight (kg)'], { required: true, initial: '0' }),
  volume: decimal(['体积(m³)', 'Volume (m³)'], { required: true, initial: '0', scale: 6 }),
  lot: text(['批号', 'Lot'], { max: 32 }),
}

const line = childRows('tms', 'wayBillLine', 'tms.wayBill', {
  title: ['运单明细', 'Waybill line'],
  scope: 'org',
  fields: {
    billId: ref(['运单', 'Waybill'], 'tms.wayBill', { required: true, derived: true }),
    lineNo: int(['行号', 'Line'], { required: true, derived: true }),
    ...carriedGoods,
    containerNo: code(['容器号', 'Container'], { max: 40 }),
    loadedQty: qty(['装车数量', 'Loaded'], { derived: true }),
    signedQty: qty(['签收数量', 'Signed'], { derived: true }),
    rejectedQty: qty(['拒收数量', 'Rejected'], { derived: true }),
    rejectReason: text(['拒收原因', 'Why rejected'], { derived: true, max: 100 }),
    /** Of which paper this was a line first: splitting and merging keep it. */
    sourceNo: text(['原单号', 'First on'], { derived: true }),
    sourceLine: int(['原行号', 'as line'], { derived: true }),
  },
  /**
   * Of which outbound order of a warehouse, and which line of it: what is loaded and signed is told of that. Who reads them
   * finds its number and line among the fields; these ids are rows of another organisation.
   */
  secrets: {
    outOrderId: ref(['出库单', 'Outbound order'], 'wms.operateBill', { loose: true }),
    outLineId: ref(['出库单行', 'Line of the order'], 'wms.operateBillLine', { loose: true }),
  },
  unique: [['billId', 'lineNo']],
})
export const wayBillLine = line.entity

const window = {
  windowFrom: instant(['时间窗从', 'Window from'], { hint: ['不填按收货点的时间窗', "Blank: as the site's"] }),
  windowTo: instant(['时间窗至', 'Window until'], {}),
}
const bizDate = date(['配送日期', 'Delivery day'], { filter: true })
const routeSchemeId = ref(['线路方案', 'Route scheme'], 'tms.routeScheme', {
  filter: true,
  hint: ['不填按门店所在线路', "Blank: the store's"],
})
const done = (word: readonly [zh: string, en: string]) => ({
  weight: decimal([`${word[0]}重量`, `Weight ${word[1]}`], { derived: true }),
  volume: decimal([`${word[0]}体积`, `Volume ${word[1]}`], { derived: true, scale: 6 }),
  pieces: qty([`${word[0]}件数`, `Pieces ${word[1]}`], { derived: true }),
  containers: int([`${word[0]}容器`, `Containers ${word[1]}`], { derived: true }),
})
const [act, sign] = [done(['实装', 'loaded']), done(['签收', 'signed'])]

const wayBillFlow = flow({
  states: wayBillStates,
  initial: 'DRAFT',
  typedIn: ['DRAFT'],
  final: ['CLOSED', 'CANCELLED'],
  fulfilled: ['CLOSED'],
  steps: {
    approve: {
      title: ['确认', 'Confirm'],
      from: ['DRAFT'],
      to: 'CONFIRMED',
      verb: 'approve',
      stamp: 'approvedAt',
      bulk: true,
    },
    change: {
      title: ['改期', 'Change day or window'],
      from: ['DRAFT', 'CONFIRMED'],
      verb: 'update',
      bulk: true,
      input: { bizDate, ...window },
    },
    changeRoute: {
      title: ['改线路', 'Change route'],
      from: ['DRAFT', 'CONFIRMED'],
      verb: 'update',
      bulk: true,
      input: { routeSchemeId },
    },
    // The signed receipt is back and looked through: nothing of it is corrected any more.
    close: { ...wayBillMoves.close, verb: 'approve', bulk: true },
    cancel: {
      title: ['取消', 'Cancel'],
      from: ['DRAFT', 'CONFIRMED'],
      to: 'CANCELLED',
      verb: 'cancel',
      reason: true,
      bulk: true,
      danger: true,
      why: Object.fromEntries(
        (['DISPATCHED', 'LOADING', 'LOADED', 'IN_TRANSIT', 'ARRIVED'] as const).map((s) => [s, orderFaults.dispatched]),
      ),
    },
  },
})

// density: the demand of transport: what is planned, loaded and signed of it stands on one paper, with the table of its moves.
/** 运单: what is to be brought from one site to another, within a time window. */
export const wayBill = document('tms', 'wayBill', {
  title: ['运单', 'Waybill'],
  module: 'transportation.wayBill',
  prefix: 'YD',
  worksAt: ['TC'],
  flow: wayBillFlow,
  ownerThrough: 'clientId',
  carrierThrough: 'contents',
  fields: {
    kind: choice(
      ['类型', 'Kind'],
      {
        DELIVERY: ['配送', 'Delivery'],
        PICKUP: ['提货', 'Collection'],
        RETURN: ['退货', 'Return'],
        CONTAINER: ['回箱', 'Empty containers'],
        TRANSFER: ['调拨', 'Transfer'],
        SHUTTLE: ['干线', 'Line haul'],
      },
      { required: true, filter: true, initial: 'DELIVERY' },
    ),
    clientId: ref(['客户', 'Client'], 'tms.client', { required: true, brief: true, filter: true }),
    fromSiteId: ref(['发货点', 'From'], 'tms.clientSite', { required: true, brief: true, filter: true }),
    toSiteId: ref(['收货点', 'To'], 'tms.clientSite', { required: true, brief: true, filter: true }),
    bizDate,
    ...window,
    tempZone: choice(['温层', 'Temperature'], tempZones, { required: true, filter: true, initial: 'AMBIENT' }),
    skills: choices(['要求装备', 'Needs'], skills, { filter: true }),
    priority: int(['优先级', 'Priority'], { required: true, initial: 50, most: 100 }),
    routeSchemeId,
    source: choice(['来源', 'Source'], wayBillSources, {
      required: true,
      derived: true,
      filter: true,
      initial: 'MANUAL',
    }),
    sourceNo: text(['来源单号', 'Source no.'], { filter: true, frozen: true }),
    lineCount: int(['行数', 'Lines']),
    pieces: qty(['件数', 'Pieces'], { total: true }),
    weight: decimal(['重量(kg)', 'Weight (kg)'], { total: true }),
    volume: decimal(['体积(m³)', 'Volume (m³)'], { total: true, scale: 6 }),
    containers: int(['容器数', 'Containers'], { total: true }),
    pallets: int(['托盘数', 'Pallets'], { total: true }),
    actWeight: act.weight,
    actVolume: act.volume,
    actPieces: act.pieces,
    actContainers: act.containers,
    signWeight: sign.weight,
    signVolume: sign.volume,
    signPieces: sign.pieces,
    signContainers: sign.containers,
    codAmount: money(['代收货款', 'Cash on delivery'], {}),
    goodsValue: money(['货值', 'Goods value'], {}),
    parentId: ref(['拆自', 'Split off'], 'tms.wayBill', { derived: true }),
    mergedIntoId: ref(['并入', 'Merged into'], 'tms.wayBill', { derived: true }),
    signedAt: instant(['签收时间', 'Signed at'], { derived: true, filter: true }),
    signer: text(['签收人', 'Signed by'], { derived: true, max: 32 }),
    /** Photographs, signature and place, as the driver's page writes them. */
    pod: json(['签收凭证', 'Proof of delivery']),
    lines: rows(['明细', 'Lines'], line, { required: true }),
    /** Of the site that is served, which is where goods that come back are fetched. */
    regionId: computed(ref(['区域', 'Region'], 'tms.region', { filter: true })),
    route: computed(text(['线路', 'Route'], { filter: true })),
    windowText: computed(text(['时间窗', 'Time window'])),
    overdue: computed(flag(['超时', 'Overdue'], { filter: true })),
  },
  sums: { lineCount: 'lines', pieces: 'lines.planQty', weight: 'lines.weight', volume: 'lines.volume' },
  list: [
    'billNo',
    'state',
    'kind',
    'fromSiteId',
    'toSiteId',
    'weight',
    'volume',
    'windowText',
    'bizDate',
    'pieces',
    'containers',
    'tempZone',
    'clientId',
    'regionId',
    'route',
    'overdue',
    'sourceNo',
    'signedAt',
  ],
  form: [
    'kind',
    'clientId',
    'fromSiteId',
    'toSiteId',
    'bizDate',
    'windowFrom',
    'windowTo',
    'tempZone',
    'skills',
    'priority',
    'routeSchemeId',
    'sourceNo',
    'containers',
    'pallets',
    'codAmount',
    'goodsValue',
    'note',
    'lines',
  ],
  /** What is handed over twice is one way bill, whatever became of it: what is split off has no such number of its own. */
  unique: [['sourceNo']],
  found: { codes: ['sourceNo'] },
  indexes: [['bizDate', 'state'], ['toSiteId', 'bizDate'], ['parentId']],
  actions: ['create', 'update', 'remove', 'import', 'export', 'print', 'approve', 'cancel'],
  verbs: {
    ...titlesOf(wayBillMoves as never),
    split: ['拆单', 'Split'],
    merge: ['合单', 'Merge'],
    demand: ['仓库出库单变化', 'Outbound orders changed'],
    track: ['生成收货人链接', 'Made a receiver link'],
  },
  details: { orders: text(['出库单', 'Outbound order']) },
})

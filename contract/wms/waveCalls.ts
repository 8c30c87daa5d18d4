import { z } from 'zod'
import { get, id, post, seen, version } from '../kernel/call.ts'
import { entityPath, entityPermission } from '../kernel/entity.ts'
import { choice, code, date, int, qty, ref, text } from '../kernel/field.ts'
import type { Text } from '../kernel/text.ts'
import { trail } from '../kernel/trail.ts'
import { lineShortReasons, operateBill, operateFlow } from './operateBill.ts'
import { taskFlow } from './task.ts'
import { rationMethods, waveBill, waveVerbs } from './waveBill.ts'

const at = (verb: string) => `${entityPath(waveBill.header)}/${verb}`
const may = (action: 'view' | 'create' | 'update') => entityPermission(waveBill.header, action)

/** Orders that join or leave at once. */
export const waveOrdersMax = 500
const orders = z.array(seen).min(1).max(waveOrdersMax)
const changed = z.object({ id: z.string(), version: z.number(), orders: z.number() })

/** 加入单据: also to a wave that was started; what joins late is allocated at once. */
export const addToWave = post(at('addOrders'), {
  title: waveVerbs.addOrders,
  permission: may('update'),
  input: z.object({ id, version, rows: orders }),
  output: changed,
})
/** 移出单据: what was not allocated yet. */
export const removeFromWave = post(at('removeOrders'), {
  title: waveVerbs.removeOrders,
  permission: may('update'),
  input: z.object({ id, version, rows: orders }),
  output: changed,
})
const offered = z.array(
  z.object({
    id: z.string(),
    version: z.number(),
    billNo: z.string(),
    store: z.object({ code: z.string(), name: z.string() }),
    route: z.string().nullable(),
    bizDate: z.string(),
    lines: z.number(),
    cases: z.string(),
  }),
)
/** 可选单据: orders that wait for allocation and are in no wave, and those of the wave that may still leave it. */
export const waveOffer = get(at('offerOrders'), {
  title: ['可选单据', 'Orders to choose from'],
  permission: may('view'),
  input: z.object({ id }),
  output: z.object({ waiting: offered, members: offered }),
})
/** 生成波次: chosen orders become a wave of their own. */
export const makeWave = post(`${entityPath(operateBill.header)}/wave`, {
  title: ['生成波次', 'Make a wave'],
  permission: may('create'),
  input: z.object({
    rows: orders,
    title: z.string().trim().max(64).nullish(),
    ration: z.enum(Object.keys(rationMethods) as [keyof typeof rationMethods]).optional(),
    dueAt: z.iso.datetime().nullish(),
  }),
  output: z.object({ id: z.string(), version: z.number(), billNo: z.string(), orders: z.number() }),
})

/** Lines told of a simulation. */
export const plannedMax = 200
const goods = z.object({ code: z.string(), name: z.string() })
const reason = z.tuple([z.string(), z.string()])

/** 试算: what starting a wave would do now, by the same engine; nothing is written. */
export const planWave = get(at('plan'), {
  title: waveVerbs.plan,
  permission: may('view'),
  input: z.object({ id }),
  output: z.object({
    orders: z.number(),
    lines: z.number(),
    shortLines: z.number(),
    /** Lines that wait for goods to be brought to a pick face. */
    waitingLines: z.number(),
    pickTasks: z.number(),
    pickLines: z.number(),
    replenishments: z.number(),
    /** Of work, as long as such tasks took in the last 30 days; null while nobody has done any. */
    minutes: z.number().nullable(),
    shorts: z.array(
      z.object({
        id: z.string(),
        billNo: z.string(),
        store: goods,
        product: goods,
        unit: z.string(),
        want: z.string(),
        short: z.string(),
        why: reason,
        /** Stock that was passed over, and why. */
        refused: z.array(z.object({ bin: z.string(), qty: z.string(), why: reason })),
      }),
    ),
    supplies: z.array(
      z.object({
        id: z.string(),
        product: goods,
        unit: z.string(),
        from: z.string(),
        to: z.string(),
        qty: z.string(),
        cases: z.string(),
        lotNo: z.string(),
      }),
    ),
  }),
})

const product = ref(['商品', 'Product'], 'mdm.product', { required: true })
const bin = (title: Text) => ref(title, 'wms.bin')

/** 单据: the orders of a wave, and how far each is. */
export const waveOrders = trail(waveBill.header, 'members', ['单据', 'Orders'], {
  billId: ref(['单据', 'Order'], 'wms.operateBill', { required: true }),
  state: choice(['状态', 'Status'], operateFlow.states, { required: true }),
  storeId: ref(['门店', 'Store'], 'wms.store', { required: true }),
  lines: int(['行数', 'Lines'], { required: true }),
  shortLines: int(['缺货行', 'Short lines'], { required: true }),
  planCases: code(['计划件数', 'Planned cases']),
  bookedCases: code(['分配件数', 'Allocated cases']),
  doneCases: code(['拣货件数', 'Picked cases']),
  sentCases: code(['发运件数', 'Shipped cases']),
})
/** 缺货: what the wave could not give its orders, and why. */
export const waveShorts = trail(waveBill.header, 'shorts', ['缺货', 'Short lines'], {
  billId: ref(['单据', 'Order'], 'wms.operateBill', { required: true }),
  storeId: ref(['门店', 'Store'], 'wms.store', { required: true }),
  productId: product,
  planQty: qty(['计划数量', 'Planned'], { required: true }),
  bookedQty: qty(['已分配', 'Allocated'], { required: true }),
  shortQty: qty(['缺货数量', 'Short'], { required: true }),
  reason: choice(['缺货原因', 'Short reason'], lineShortReasons),
})
/** 补货: what is brought to the pick faces for the wave. */
export const waveSupplies = trail(waveBill.header, 'supplies', ['补货', 'Replenishment'], {
  taskId: ref(['任务', 'Task'], 'wms.task', { required: true }),
  state: choice(['状态', 'Status'], taskFlow.states, { required: true }),
  productId: product,
  planQty: qty(['数量', 'Quantity'], { required: true }),
  cases: code(['件数', 'Cases']),
  doneQty: qty(['已补货', 'Replenished'], { required: true }),
  fromBinId: bin(['来源货位', 'From bin']),
  toBinId: bin(['拣货位', 'Pick face']),
  expireDate: date(['到期日期', 'Expiry date']),
})
/** 拣货: the picks of a wave's orders, what waits for goods first. */
export const wavePicks = trail(waveBill.header, 'picks', ['拣货与播种', 'Picks and sorting'], {
  taskId: ref(['任务', 'Task'], 'wms.task', { required: true }),
  state: choice(['状态', 'Status'], taskFlow.states, { required: true }),
  billId: ref(['单据', 'Order'], 'wms.operateBill', { required: true }),
  storeId: ref(['门店', 'Store'], 'wms.store', { required: true }),
  pickAreaId: ref(['拣货分区', 'Pick area'], 'wms.pickArea'),
  doneLines: int(['完成行数', 'Lines done'], { required: true }),
  lineCount: int(['行数', 'Lines'], { required: true }),
  assignee: text(['作业人', 'Worker']),
})

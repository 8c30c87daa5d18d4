import { ref } from '../kernel/field.ts'
import type { Text } from '../kernel/text.ts'
import { type StoreBasis, storeBases } from './warehouse.ts'

/** Who pays, or is paid. */
export const parties = {
  CLIENT: ['客户', 'Client'],
  CARRIER: ['承运商', 'Carrier'],
  EMPLOYEE: ['员工', 'Employee'],
} as const satisfies Record<string, Text>
export type Party = keyof typeof parties
/** The field that names it, by its kind. */
export const partyField = { CLIENT: 'clientId', CARRIER: 'carrierId', EMPLOYEE: 'staffId' } as const satisfies Record<
  Party,
  string
>
export const partyFields = {
  clientId: ref(['客户', 'Client'], 'tms.client', { filter: true, frozen: true }),
  carrierId: ref(['承运商', 'Carrier'], 'tms.carrier', { filter: true, frozen: true }),
  staffId: ref(['员工', 'Employee'], 'tms.staff', { filter: true, frozen: true }),
}
/** Whose money it is; a finance centre says it, a transport centre works on its own. */
export const centreField = ref(['运输中心', 'Transport centre'], 'sys.org', {
  filter: true,
  frozen: true,
  hint: ['运输中心不填即本中心；财务中心必填', 'Blank: this transport centre; a finance centre names one'],
})

export const feeTypes = {
  FREIGHT: ['运费', 'Freight'],
  STORAGE: ['仓储费', 'Storage'],
  INBOUND: ['入库操作费', 'Inbound handling'],
  OUTBOUND: ['出库操作费', 'Outbound handling'],
  START: ['起步费', 'Base charge'],
  KM: ['公里费', 'Distance'],
  STOP: ['点位费', 'Stops'],
  LOAD: ['装卸费', 'Loading'],
  WAIT: ['等待费', 'Waiting'],
  NIGHT: ['夜间费', 'Night'],
  TOLL: ['高速费', 'Toll'],
  FUEL: ['油补', 'Fuel allowance'],
  RETURN: ['退货费', 'Returns'],
  BOX: ['回箱费', 'Empties'],
  PIECE: ['提成', 'Piece rate'],
  SUBSIDY: ['补贴', 'Subsidy'],
  REFUEL: ['加油报账', 'Fuel paid'],
  PARKING: ['停车报账', 'Parking paid'],
  OTHER: ['其他', 'Other'],
  ADVANCE: ['出车借款', 'Advance'],
  DEDUCT: ['扣款', 'Deduction'],
} as const satisfies Record<string, Text>
export type FeeType = keyof typeof feeTypes
/** What is taken off what somebody gets: kept below nothing, however it is typed. */
export const takenOff: readonly string[] = ['ADVANCE', 'DEDUCT'] satisfies FeeType[]

export const isStoreBasis = (basis: string): basis is StoreBasis => Object.hasOwn(storeBases, basis)

export const bases = {
  TRIP: ['趟', 'Trip'],
  STOP: ['点', 'Stop'],
  WAYBILL: ['单', 'Waybill'],
  WEIGHT_KG: ['公斤', 'kg'],
  WEIGHT_T: ['吨', 't'],
  VOLUME_M3: ['方', 'm³'],
  PIECE: ['件', 'Piece'],
  CONTAINER: ['箱', 'Container'],
  PALLET: ['托盘', 'Pallet'],
  KM_ACT: ['实际公里', 'km driven'],
  KM_PLAN: ['计划公里', 'km planned'],
  HOUR: ['小时', 'Hour'],
  WAIT_MIN: ['等待分钟', 'Minute of waiting'],
  VALUE_PCT: ['货值%', '% of value'],
  ...storeBases,
} as const satisfies Record<string, Text>
export type Basis = keyof typeof bases
/** What a trip has as a whole, whatever is on it. */
export const tripBases: readonly string[] = ['TRIP', 'KM_ACT', 'KM_PLAN', 'HOUR'] satisfies Basis[]

export const calcs = {
  FLAT: ['一口价', 'Flat'],
  UNIT: ['单价', 'Per unit'],
  BASE_PLUS: ['起步+续', 'Base plus'],
  TIER_SLICE: ['阶梯分段', 'Tiers, each its own price'],
  TIER_WHOLE: ['阶梯全量', 'Tiers, one price for all'],
} as const satisfies Record<string, Text>
export type Calc = keyof typeof calcs

export const rounds = {
  CENT: ['到分', 'To the cent'],
  YUAN: ['到元', 'To the yuan'],
  UP_UNIT: ['数量向上取整', 'Quantity rounded up'],
} as const satisfies Record<string, Text>
export const weightRules = {
  ACTUAL: ['实重', 'Actual'],
  VOLUMETRIC: ['体积重', 'Volumetric'],
  MAX: ['取大', 'The greater'],
} as const satisfies Record<string, Text>
export const merges = {
  PER_TRIP: ['按趟/单', 'Per trip or waybill'],
  PER_STOP: ['按点', 'Per stop'],
  PER_DAY: ['按天', 'Per day'],
} as const satisfies Record<string, Text>
export const shares = {
  NONE: ['不分摊', 'None'],
  WEIGHT: ['按重量', 'By weight'],
  VOLUME: ['按体积', 'By volume'],
  PIECE: ['按件数', 'By pieces'],
  STOPS: ['按点数', 'By stops'],
} as const satisfies Record<string, Text>
export const crewRoles = {
  DRIVER: ['主驾', 'Driver'],
  CO_DRIVER: ['副驾', 'Second driver'],
} as const satisfies Record<string, Text>
/** By which parts an agreed freight is paid. */
export const freightKinds = {
  PREPAID: ['预付', 'Before'],
  ARRIVAL: ['到付', 'On arrival'],
  RECEIPT: ['回付', 'On receipt'],
  MONTHLY: ['月结', 'Monthly'],
} as const satisfies Record<string, Text>
export const feeSources = {
  AUTO: ['自动计费', 'Rated'],
  MANUAL: ['手工', 'Typed in'],
  ABNORMAL: ['异常', 'Abnormal'],
  EVALUATE: ['评价', 'Evaluation'],
  DRIVER: ['司机报销', 'Claimed by the driver'],
  AGREED: ['约定运费', 'Agreed freight'],
} as const satisfies Record<string, Text>

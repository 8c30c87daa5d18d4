import type { Text } from '../kernel/text.ts'

export const diffKinds = {
  DELIVERY: ['送货差异', 'Delivery'],
  RECEIPT: ['收货差异', 'Receipt'],
  RETURN: ['退货差异', 'Return'],
  COUNT: ['盘点责任差异', 'Count'],
} as const satisfies Record<string, Text>

/** What is said of the goods. */
export const diffSides = {
  SHORT: ['少货', 'Short'],
  OVER: ['多货', 'Over'],
  DAMAGED: ['残损', 'Damaged'],
  REFUSED: ['拒收', 'Refused'],
} as const satisfies Record<string, Text>
export type DiffSide = keyof typeof diffSides

export const liableParties = {
  DC: ['物流中心', 'This centre'],
  CARRIER: ['承运商', 'Carrier'],
  STORE: ['门店', 'Store'],
  VENDOR: ['供应商', 'Vendor'],
  UNKNOWN: ['未知', 'Unknown'],
} as const satisfies Record<string, Text>

export const diffVerdicts = {
  RESEND: ['补货', 'Send again'],
  DEDUCT: ['扣款', 'Deduct'],
  BACK: ['货物返回', 'Goods come back'],
  LOSS: ['认损', 'Written off'],
  REJECT: ['驳回', 'Rejected'],
} as const satisfies Record<string, Text>
export type DiffVerdict = keyof typeof diffVerdicts

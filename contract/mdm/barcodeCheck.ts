import type { Text } from '../kernel/text.ts'
import { allWritten } from './goodsCode.ts'
import { checkDigit, hasCheckDigit } from './gs1.ts'

/** What a barcode says by itself, before anybody is asked who has it. */
export interface BarcodeCheck {
  /** Its check digit, when it is wrong. */
  readonly wrong: Text | undefined
  /** What its length and its prefix tell. */
  readonly kind: Text
  /** The same number as each length writes it; the code itself where it is no GTIN. */
  readonly written: readonly string[]
  /** The GTIN-13 of what a case or a pallet holds. */
  readonly contained: string | undefined
}

/** GS1 lengths must end with their check digit; a shop's own short codes need none. */
export function wrongDigit(code: unknown): Text | undefined {
  if (typeof code !== 'string' || !/^(\d{8}|\d{12,14})$/.test(code) || hasCheckDigit(code)) return undefined
  const right = checkDigit(code.slice(0, -1))
  return [`条码校验位错误，应为${right}`, `Wrong check digit: it should be ${right}`]
}

const kinds = {
  own: ['自编码，不是GTIN', 'In-house code, not a GTIN'],
  variable: ['变量贸易单元（指示符9）', 'Variable measure (indicator 9)'],
  grouping: ['包装箱码 GTIN-14', 'Case code, GTIN-14'],
  restricted: ['店内码，不能用于包装与数据交换', 'In-store code: not for packs or data exchange'],
  china: ['商品条码，前缀690–699：中国', 'GTIN, prefix 690–699: China'],
  other: ['商品条码，其他国家或地区前缀', 'GTIN, prefix of another country'],
} as const satisfies Record<string, Text>

const lengths = [8, 12, 13, 14]
const isGtin = (code: string): boolean => /^\d+$/.test(code) && lengths.includes(code.length)

function kindOf(gtin14: string, length: number): keyof typeof kinds {
  if (gtin14.startsWith('9')) return 'variable'
  if (!gtin14.startsWith('0')) return 'grouping'
  if (length !== 8 && /^0(02|04|2\d)/.test(gtin14)) return 'restricted'
  return /^069/.test(gtin14) ? 'china' : 'other'
}

/** Check digit, prefix, other ways to write it, and what a case code says is in the case. */
export function checkBarcode(code: string): BarcodeCheck {
  const wrong = wrongDigit(code)
  if (!isGtin(code)) return { wrong, kind: kinds.own, written: [code], contained: undefined }
  const gtin14 = code.padStart(14, '0')
  const kind = kindOf(gtin14, code.length)
  const body = gtin14.slice(1, 13)
  return {
    wrong,
    kind: kinds[kind],
    written: allWritten(code),
    contained: kind === 'grouping' && hasCheckDigit(code) ? body + checkDigit(body) : undefined,
  }
}

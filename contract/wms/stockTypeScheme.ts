import { childRows, entity } from '../kernel/entity.ts'
import { choice, choices, code, flag, ref, rows, text } from '../kernel/field.ts'
import type { Text } from '../kernel/text.ts'
import { operateModes } from './operateBill.ts'
import { orderModes } from './orderBill.ts'
import { type StockType, stockTypes } from './place.ts'
import { markColours } from './typeLooks.ts'

const scheme = 'wms.stockTypeScheme'
const schemeId = ref(['库存类型方案', 'Stock type scheme'], scheme, { required: true, derived: true })

/** As the product calls them: texts of their own, since `stockTypes` are shown as the centre calls them. */
const usualNames = Object.fromEntries(
  (Object.entries(stockTypes) as [StockType, Text][]).map(([type, [zh, en]]) => [type, [zh, en] as const]),
) as Record<StockType, Text>

/** 库存类型: which orders get goods of a type, and which receipts bring them. */
export const schemeType = childRows('wms', 'stockType', scheme, {
  title: ['库存类型', 'Stock type'],
  scope: 'org',
  fields: {
    schemeId,
    type: choice(['库存类型', 'Stock type'], usualNames, { required: true }),
    enabled: flag(['启用', 'In use'], { initial: true }),
    caption: text(['显示名称', 'Shown as'], {
      max: 12,
      hint: [
        '本中心页面与手持上的叫法，空白为通常名称；打印、文件与提示信息仍用通常名称',
        'What this centre calls it on pages and handhelds, the usual name if blank; prints, files and messages keep the usual one',
      ],
    }),
    captionEn: text(['英文显示名称', 'Shown as, in English'], {
      max: 24,
      hint: ['空白为通常名称', 'The usual name if blank'],
    }),
    colour: choice(['标记', 'Mark'], markColours, {
      hint: [
        '在列表、看板与手持上标记此类型的货物；空白为通常标记',
        'Marks goods of this type on lists, boards and handhelds; the usual mark if blank',
      ],
    }),
    countable: flag(['可盘点', 'Counted'], {
      initial: true,
      hint: [
        '不可盘点的货物不列入盘点，异常盘点除外',
        'Goods of a type that is not are left out of stock counts, of those of goods in doubt apart',
      ],
    }),
    sellable: flag(['可销售', 'Sellable'], { initial: false }),
    modes: choices(['可分配的业务模式', 'Outbound modes'], operateModes, {
      hint: ['留空为全部业务模式', 'All modes if blank'],
    }),
    receiptModes: choices(['收货默认于', 'Default at receipt for'], orderModes, {
      hint: [
        '这些模式的订单默认收为此类型，货主另有规定或赠品行除外',
        'Orders of these modes are received as it, unless the owner wishes otherwise or the line is a gift',
      ],
    }),
  },
  unique: [['schemeId', 'type']],
})

/** 调整规则: what may become what, and whether somebody else must agree. */
export const schemeTransition = childRows('wms', 'stockTypeRule', scheme, {
  title: ['调整规则', 'Transition'],
  scope: 'org',
  fields: {
    schemeId,
    typeFrom: choice(['原类型', 'From type'], stockTypes, { required: true }),
    typeTo: choice(['新类型', 'To type'], stockTypes, { required: true }),
    byOther: flag(['须他人审核', 'Approved by somebody else'], { initial: true }),
  },
  unique: [['schemeId', 'typeFrom', 'typeTo']],
})

/** 库存类型方案: what is done with each type of stock of an owner, or of all owners that have none of their own. */
export const stockTypeScheme = entity('wms', 'stockTypeScheme', {
  title: ['库存类型方案', 'Stock type scheme'],
  module: 'storage.stockType',
  scope: 'org',
  worksAt: ['DC'],
  fields: {
    code: code(['代码', 'Code'], { required: true, filter: true, frozen: true }),
    name: text(['名称', 'Name'], { required: true, filter: true }),
    ownerId: ref(['货主', 'Owner'], 'wms.owner', {
      filter: true,
      hint: [
        '空白时适用于没有自己方案的货主；有多个时代码最前的生效',
        'If blank, for owners without one of their own; of several the first by code counts',
      ],
    }),
    types: rows(['库存类型', 'Stock types'], schemeType, { required: true }),
    transitions: rows(['调整规则', 'Transitions'], schemeTransition),
  },
  unique: [['code']],
  actions: ['create', 'update', 'enable_disable', 'export'],
})

const all = Object.keys(stockTypes) as readonly StockType[]
/** Goods past their date are never sold again, whatever they are called and whatever a scheme says. */
export const neverAgain = (from: StockType, to: StockType): boolean =>
  from === 'EXPIRED' && to !== 'DAMAGE' && to !== 'RETURN'

/** What holds where no scheme does: what is sound is sold, and anything may be put right. */
export const usualTypes = all.map((type) => ({
  type,
  enabled: true,
  countable: true,
  sellable: type === 'GOOD' || type === 'GIFT',
  modes: [] as readonly (keyof typeof operateModes)[],
  receiptModes: [] as readonly (keyof typeof orderModes)[],
}))
export const usualTransitions = all.flatMap((typeFrom) =>
  all
    .filter((typeTo) => typeTo !== typeFrom && !neverAgain(typeFrom, typeTo))
    .map((typeTo) => ({ typeFrom, typeTo, byOther: true })),
)

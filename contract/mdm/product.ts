import { childRows, entity } from '../kernel/entity.ts'
import { choice, choices, code, computed, decimal, flag, int, money, qty, ref, rows, text } from '../kernel/field.ts'
import type { Text } from '../kernel/text.ts'

export const shelfModes = {
  NONE: ['不管效期', 'No dates'],
  PROD_DATE: ['按生产日期', 'By production date'],
  EXPIRY: ['按到期日期', 'By expiry date'],
} as const satisfies Record<string, Text>
export const temperatureZones = {
  AMBIENT: ['常温', 'Ambient'],
  COOL: ['阴凉', 'Cool'],
  CHILLED: ['冷藏', 'Chilled'],
  FROZEN: ['冷冻', 'Frozen'],
} as const satisfies Record<string, Text>
/** What tells two lots of a product apart; nothing: one lot for all. The day of receipt alone makes no new lot. */
export const lotDimensions = {
  EXPIRY: ['效期', 'Expiry'],
  BATCH: ['批号', 'Batch'],
  VENDOR: ['供应商', 'Vendor'],
} as const satisfies Record<string, Text>

/**
 * 规格: a pack in which the goods physically stand. `1*24` and `1*12` of one product are different stock, and the
 * factors never change once goods were booked in them.
 */
const productQpc = childRows('mdm', 'productQpc', 'mdm.product', {
  title: ['规格', 'Pack'],
  scope: 'group',
  fields: {
    productId: ref(['商品', 'Product'], 'mdm.product', { required: true, derived: true, filter: true }),
    /** 1*24 or 1*2*6, made from the factors. */
    name: text(['规格', 'Pack'], {
      required: true,
      max: 24,
      initial: '',
      hint: ['空白时由数量生成，如 1*24', 'Made from the factors when empty, such as 1*24'],
    }),
    /** Base units in a case, as a decimal string; weighed goods have a nominal one. */
    qpc: decimal(['每箱数量', 'Units per case'], { required: true, least: 0.001, most: 1_000_000, initial: '1' }),
    /** Base units in an inner pack; equal to `qpc` when there is none. */
    midQpc: decimal(['中包数量', 'Units per inner pack'], { least: 0.001, most: 1_000_000 }),
    caseUnit: text(['箱单位', 'Case unit'], { required: true, max: 8, initial: '箱' }),
    barcode: code(['箱条码', 'Case barcode'], { filter: true, max: 48 }),
    palletTi: int(['每层箱数', 'Cases per layer'], { most: 999 }),
    palletHi: int(['层数', 'Layers'], { most: 999 }),
    lengthCm: decimal(['长cm', 'Length cm'], { scale: 1, most: 10_000 }),
    widthCm: decimal(['宽cm', 'Width cm'], { scale: 1, most: 10_000 }),
    heightCm: decimal(['高cm', 'Height cm'], { scale: 1, most: 10_000 }),
    weightKg: decimal(['箱重kg', 'Case weight kg'], { most: 100_000 }),
    volumeM3: decimal(['箱体积m³', 'Case volume m³'], { scale: 6, most: 1_000 }),
    isDefault: flag(['默认', 'Default'], { initial: false }),
  },
  unique: [['productId', 'name']],
})

const productBarcode = childRows('mdm', 'productBarcode', 'mdm.product', {
  title: ['条码', 'Barcode'],
  scope: 'group',
  fields: {
    productId: ref(['商品', 'Product'], 'mdm.product', { required: true, derived: true, filter: true }),
    code: code(['条码', 'Barcode'], { required: true, max: 48, filter: true }),
    qpcName: text(['规格', 'Pack'], { max: 24 }),
  },
  unique: [['code']],
})

const productOwner = childRows('mdm', 'productOwner', 'mdm.product', {
  title: ['货主', 'Owners'],
  scope: 'group',
  fields: {
    productId: ref(['商品', 'Product'], 'mdm.product', { required: true, derived: true }),
    ownerId: ref(['货主', 'Owner'], 'wms.owner', { required: true, filter: true }),
    vendorId: ref(['默认供应商', 'Default vendor'], 'wms.vendor'),
  },
  unique: [['productId', 'ownerId']],
})

/** 商品: what is bought, kept and shipped, counted in its base unit (piece or kilogram). */
export const product = entity('mdm', 'product', {
  title: ['商品', 'Product'],
  module: 'basic.product',
  menuArea: 'wms',
  scope: 'group',
  fields: {
    code: code(['代码', 'Code'], { required: true, filter: true, frozen: true }),
    name: text(['名称', 'Name'], { required: true, filter: true, max: 100 }),
    nameEn: text(['英文名称', 'English name'], { max: 100 }),
    spec: text(['规格说明', 'Description of pack'], { max: 64 }),
    categoryId: ref(['类别', 'Category'], 'wms.productCategory', { filter: true }),
    brand: text(['品牌', 'Brand'], { max: 32 }),
    baseUnit: text(['单位', 'Base unit'], { required: true, max: 8, initial: '个' }),
    /** Sold by weight: the base unit is kg and pieces are counted beside it. */
    isWeigh: flag(['称重', 'By weight']),
    shelfMode: choice(['效期管理', 'Dates'], shelfModes, { required: true, filter: true, initial: 'NONE' }),
    shelfLifeDays: int(['保质期(天)', 'Shelf life (days)'], { most: 36_500 }),
    acceptDays: int(['允收天数', 'Accept with days left'], { most: 36_500 }),
    nearDays: int(['临期天数', 'Near expiry (days)'], { most: 36_500 }),
    outDays: int(['禁售天数', 'Stop selling (days)'], { most: 36_500 }),
    lotBy: choices(['批次维度', 'Lots by'], lotDimensions, { initial: ['EXPIRY'] }),
    temperature: choice(['温层', 'Temperature'], temperatureZones, {
      required: true,
      filter: true,
      initial: 'AMBIENT',
    }),
    hazard: text(['危险品类别', 'Hazard class'], { max: 16 }),
    abc: choice(
      ['ABC', 'ABC'],
      { A: ['A', 'A'], B: ['B', 'B'], C: ['C', 'C'] },
      { required: true, filter: true, initial: 'C' },
    ),
    turnover: choice(
      ['周转规则', 'Turnover'],
      { FEFO: ['先到期先出', 'FEFO'], FIFO: ['先进先出', 'FIFO'], LIFO: ['后进先出', 'LIFO'] },
      {},
    ),
    overPct: decimal(['超收比例%', 'Over-receipt %'], { scale: 2, most: 100 }),
    weightKg: decimal(['单位重量kg', 'Unit weight kg'], { most: 100_000 }),
    volumeM3: decimal(['单位体积m³', 'Unit volume m³'], { scale: 6, most: 1_000 }),
    price: money(['价格', 'Price'], {}),
    splitAllowed: flag(['允许拆零', 'May be split'], { initial: true }),
    storageSchemeId: ref(['存储方案', 'Storage scheme'], 'wms.productStorageScheme'),
    qpcs: rows(['规格', 'Packs'], productQpc),
    barcodes: rows(['条码', 'Barcodes'], productBarcode),
    owners: rows(['货主', 'Owners'], productOwner),
    barcode: computed(code(['条码', 'Barcode'], { filter: true, max: 200 })),
    packs: computed(text(['规格', 'Packs'], { max: 200 })),
    pickBin: computed(text(['拣货位', 'Pick face'], { max: 200 })),
    hasPickBin: computed(flag(['有拣货位', 'Has a pick face'], { filter: true })),
    onHand: computed(qty(['现有量', 'On hand'])),
    onHandCases: computed(text(['现有件数', 'On hand, cases'])),
  },
  list: [
    'code',
    'name',
    'barcode',
    'packs',
    'categoryId',
    'shelfMode',
    'shelfLifeDays',
    'pickBin',
    'onHand',
    'onHandCases',
    'baseUnit',
    'temperature',
    'abc',
  ],
  unique: [['code']],
  actions: ['create', 'update', 'enable_disable', 'remove', 'import', 'export', 'print'],
})

/** All packs of all products, for `productQpcList`. */
export const qpc = {
  ...productQpc.entity,
  module: 'basic.productQpc',
  permit: 'mdm:basic.productQpc',
  list: ['productId', 'name', 'qpc', 'midQpc', 'caseUnit', 'barcode', 'palletTi', 'palletHi', 'weightKg', 'isDefault'],
  /** A pack is known by its name, among those of its product. */
  label: { code: 'name', name: 'name' },
}
export const mdmTables = [product, qpc, productBarcode.entity, productOwner.entity]

import { childRows, entity } from '../kernel/entity.ts'
import {
  choice,
  choices,
  code,
  computed,
  decimal,
  flag,
  instant,
  int,
  money,
  qty,
  ref,
  rows,
  text,
  typedName,
} from '../kernel/field.ts'
import type { Text } from '../kernel/text.ts'
import { codesOf } from './goodsCode.ts'
import { packChangeStates } from './packChangeStates.ts'
import { packIssues } from './packIssues.ts'
import { unitWords } from './units.ts'

export const shelfModes = {
  NONE: ['不管效期', 'No dates'],
  PROD_DATE: ['按生产日期', 'Production date'],
  EXPIRY: ['按到期日期', 'Expiry date'],
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
const packRows = childRows('mdm', 'productQpc', 'mdm.product', {
  title: ['规格', 'Pack'],
  scope: 'group',
  fields: {
    productId: ref(['商品', 'Product'], 'mdm.product', { required: true, derived: true, filter: true }),
    /** 1*24 or 1*2*6, made from the factors. */
    name: text(['规格', 'Pack'], {
      required: true,
      max: 24,
      initial: '',
      hint: ['空白时由数量生成，如 1*24', 'Built from the quantities when blank, such as 1*24'],
    }),
    /** Base units in a case, as a decimal string; weighed goods have a nominal one. */
    qpc: decimal(['每箱数量', 'Units per case'], { required: true, least: 0.001, most: 1_000_000, initial: '1' }),
    /** Base units in an inner pack; equal to `qpc` when there is none. */
    midQpc: decimal(['中包数量', 'Units per inner pack'], { least: 0.001, most: 1_000_000 }),
    caseUnit: text(['箱单位', 'Case unit'], { required: true, max: 8, initial: '箱', english: unitWords }),
    barcode: code(['箱条码', 'Case barcode'], { filter: true, max: 48 }),
    palletTi: int(['每层箱数', 'Cases per layer'], { most: 999 }),
    palletHi: int(['层数', 'Layers'], { most: 999 }),
    lengthCm: decimal(['长cm', 'Length cm'], { scale: 1, most: 10_000 }),
    widthCm: decimal(['宽cm', 'Width cm'], { scale: 1, most: 10_000 }),
    heightCm: decimal(['高cm', 'Height cm'], { scale: 1, most: 10_000 }),
    weightKg: decimal(['箱重kg', 'Case weight kg'], { most: 100_000 }),
    volumeM3: decimal(['箱体积m³', 'Case volume m³'], { scale: 6, most: 1_000 }),
    netWeightKg: decimal(['箱净重kg', 'Case net weight kg'], { most: 100_000 }),
    isDefault: flag(['默认', 'Default'], { initial: false }),
    midUnit: text(['中包单位', 'Inner pack unit'], { max: 8, english: unitWords }),
    midBarcode: code(['中包条码', 'Inner pack barcode'], { max: 48 }),
    midLengthCm: decimal(['中包长cm', 'Inner pack length cm'], { scale: 1, most: 10_000 }),
    midWidthCm: decimal(['中包宽cm', 'Inner pack width cm'], { scale: 1, most: 10_000 }),
    midHeightCm: decimal(['中包高cm', 'Inner pack height cm'], { scale: 1, most: 10_000 }),
    midWeightKg: decimal(['中包重kg', 'Inner pack weight kg'], { most: 100_000 }),
    palletBarcode: code(['托盘条码', 'Pallet barcode'], { max: 48 }),
    palletLengthCm: decimal(['托盘长cm', 'Pallet length cm'], { scale: 1, most: 10_000 }),
    palletWidthCm: decimal(['托盘宽cm', 'Pallet width cm'], { scale: 1, most: 10_000 }),
    palletHeightCm: decimal(['托盘高cm', 'Pallet height cm'], { scale: 1, most: 10_000 }),
    palletWeightKg: decimal(['托盘重kg', 'Pallet weight kg'], { most: 100_000 }),
  },
  unique: [['productId', 'name']],
})
const productQpc = {
  ...packRows,
  entity: {
    ...packRows.entity,
    actions: ['view', 'create', 'update', 'enable_disable', 'remove', 'export', 'print'],
    // What a product's own form asks of a pack; the levels have a page of their own.
    form: [
      'name',
      'qpc',
      'midQpc',
      'caseUnit',
      'barcode',
      'palletTi',
      'palletHi',
      'lengthCm',
      'widthCm',
      'heightCm',
      'weightKg',
      'volumeM3',
      'isDefault',
    ],
  },
} as const

export const productBarcode = childRows('mdm', 'productBarcode', 'mdm.product', {
  title: ['条码', 'Barcode'],
  scope: 'group',
  fields: {
    productId: ref(['商品', 'Product'], 'mdm.product', { required: true, derived: true, filter: true }),
    code: code(['条码', 'Barcode'], { required: true, max: 48, filter: true }),
    qpcName: text(['规格', 'Pack'], { max: 24 }),
  },
  unique: [['code']],
})

export const productOwner = childRows('mdm', 'productOwner', 'mdm.product', {
  title: ['货主', 'Owner'],
  scope: 'group',
  fields: {
    productId: ref(['商品', 'Product'], 'mdm.product', { required: true, derived: true }),
    ownerId: ref(['货主', 'Owner'], 'wms.owner', { required: true, filter: true }),
    vendorId: ref(['默认供应商', 'Default vendor'], 'wms.vendor'),
  },
  unique: [['productId', 'ownerId']],
})

/** What is asked of each lot beside its dates: its origin, the number of a certificate. Lots that differ in it stay apart. */
export const productLotAttr = childRows('mdm', 'productLotAttr', 'mdm.product', {
  title: ['批次属性', 'Lot attribute'],
  scope: 'group',
  fields: {
    productId: ref(['商品', 'Product'], 'mdm.product', { required: true, derived: true }),
    name: text(['属性', 'Attribute'], { required: true, max: 16 }),
    needed: flag(['必填', 'Required']),
  },
  unique: [['productId', 'name']],
})

/** 商品: what is bought, kept and shipped, counted in its base unit (piece or kilogram). */
export const product = entity('mdm', 'product', {
  title: ['商品', 'Product'],
  module: 'basic.product',
  menuArea: 'wms',
  scope: 'group',
  fields: {
    code: code(['代码', 'Code'], { required: true, filter: true, frozen: true }),
    name: text(['名称', 'Name'], { required: true, filter: true, max: 100, english: 'nameEn' }),
    initials: typedName(),
    nameEn: text(['英文名称', 'English name'], { max: 100 }),
    spec: text(['规格说明', 'Description of pack'], { max: 64 }),
    categoryId: ref(['类别', 'Category'], 'wms.productCategory', { filter: true }),
    brand: text(['品牌', 'Brand'], { max: 32, filter: true }),
    baseUnit: text(['单位', 'Base unit'], { required: true, max: 8, initial: '个', english: unitWords }),
    /** Sold by weight: the base unit is kg and pieces are counted beside it. */
    isWeigh: flag(['称重', 'By weight']),
    shelfMode: choice(['效期管理', 'Dates'], shelfModes, { required: true, filter: true, initial: 'NONE' }),
    shelfLifeDays: int(['保质期(天)', 'Shelf life (days)'], { most: 36_500 }),
    acceptDays: int(['允收天数', 'Min. days left at receipt'], { most: 36_500 }),
    nearDays: int(['临期天数', 'Near expiry (days)'], { most: 36_500 }),
    outDays: int(['禁售天数', 'Stop-sale (days)'], { most: 36_500 }),
    lotBy: choices(['批次维度', 'Lot key'], lotDimensions, { initial: ['EXPIRY'] }),
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
    catchPct: decimal(['实重允差%', 'Catch weight ±%'], {
      scale: 2,
      most: 50,
      hint: [
        '称重商品拣货实重偏离计划不超过此比例时按实重拣完；空白则须与计划一致',
        'Of weighed goods: a pick within it is complete at the weight that was caught; blank: exactly as planned',
      ],
    }),
    weightKg: decimal(['单位重量kg', 'Unit weight kg'], { most: 100_000 }),
    netWeightKg: decimal(['单位净重kg', 'Unit net weight kg'], { most: 100_000 }),
    lengthCm: decimal(['单位长cm', 'Unit length cm'], { scale: 1, most: 10_000 }),
    widthCm: decimal(['单位宽cm', 'Unit width cm'], { scale: 1, most: 10_000 }),
    heightCm: decimal(['单位高cm', 'Unit height cm'], { scale: 1, most: 10_000 }),
    volumeM3: decimal(['单位体积m³', 'Unit volume m³'], { scale: 6, most: 1_000 }),
    price: money(['价格', 'Price'], {}),
    splitAllowed: flag(['允许拆零', 'Break case'], { initial: true }),
    storageSchemeId: ref(['存储方案', 'Storage scheme'], 'wms.productStorageScheme'),
    imageId: ref(['图片', 'Image'], 'sys.file', { derived: true }),
    qpcs: rows(['规格', 'Packs'], productQpc),
    barcodes: rows(['条码', 'Barcodes'], productBarcode),
    owners: rows(['货主', 'Owners'], productOwner),
    lotAttrs: rows(['批次属性', 'Lot attributes'], productLotAttr),
    barcode: computed(code(['条码', 'Barcode'], { filter: true, max: 200 })),
    packs: computed(text(['规格', 'Packs'], { max: 200 })),
    pickBin: computed(text(['拣货位', 'Pick face'], { max: 200 })),
    hasPickBin: computed(flag(['有拣货位', 'Has pick face'], { filter: true })),
    onHand: computed(qty(['现有量', 'On hand'])),
    onHandCases: computed(text(['现有件数', 'On hand, cases'])),
    ofOwner: computed(ref(['主要货主', 'Main owner'], 'wms.owner', { filter: true, loose: true })),
    ofVendor: computed(ref(['主要供应商', 'Main vendor'], 'wms.vendor', { filter: true, loose: true })),
  },
  list: [
    'code',
    'name',
    'barcode',
    'packs',
    'onHand',
    'onHandCases',
    'baseUnit',
    'pickBin',
    'categoryId',
    'shelfMode',
    'shelfLifeDays',
    'temperature',
    'abc',
  ],
  unique: [['code']],
  label: { code: 'code', name: 'name', typed: 'initials' },
  found: {
    codes: ['barcodes.code', 'qpcs.barcode', 'qpcs.midBarcode', 'qpcs.palletBarcode'],
    alike: codesOf,
  },
  actions: ['create', 'update', 'enable_disable', 'remove', 'import', 'export', 'print'],
})

/** A pack as a record of its own, for `productQpcList`: it names its product, and is known by its name among those. */
export const qpc = {
  ...productQpc.entity,
  fields: {
    ...productQpc.entity.fields,
    productId: ref(['商品', 'Product'], 'mdm.product', { required: true, frozen: true, filter: true }),
    // Nothing in a case is refused by a rule that says so, not by the field's bounds.
    qpc: decimal(['每箱数量', 'Units per case'], { required: true, least: 0, most: 1_000_000, initial: '1' }),
  },
  module: 'basic.product_qpc',
  permit: 'mdm:basic.product_qpc',
  list: [
    'productId',
    'name',
    'qpc',
    'midQpc',
    'caseUnit',
    'barcode',
    'palletTi',
    'palletHi',
    'lengthCm',
    'widthCm',
    'heightCm',
    'volumeM3',
    'weightKg',
    'isDefault',
  ],
  label: { code: 'name', name: 'name' },
  // Its product is looked for.
  found: false,
} as const

/** Levels at which goods are packed: 单品, 中包, 箱, 托盘. */
export const packLevels = {
  EACH: ['单品', 'Each'],
  INNER: ['中包', 'Inner pack'],
  CASE: ['箱', 'Case'],
  PALLET: ['托盘', 'Pallet'],
} as const satisfies Record<string, Text>
export type PackLevel = keyof typeof packLevels

/** Products as the page of packs looks at them: with what is missing of their packs. Its export is that of the packs. */
export const packProduct = {
  ...product,
  key: 'mdm.packProduct',
  noun: 'packProduct',
  title: ['商品规格', 'Product packaging'],
  module: qpc.module,
  permit: qpc.permit,
  fields: {
    code: product.fields.code,
    name: product.fields.name,
    initials: product.fields.initials,
    nameEn: product.fields.nameEn,
    barcode: product.fields.barcode,
    packs: product.fields.packs,
    categoryId: product.fields.categoryId,
    brand: product.fields.brand,
    hasLevel: computed(choice(['包装层级', 'Has level'], packLevels, { filter: true })),
    noDimensions: computed(flag(['缺尺寸', 'No dimensions'], { filter: true })),
    noGtin: computed(flag(['缺条码', 'No barcode'], { filter: true })),
    /** By the rule book: what of it a steward has to put right. */
    issues: computed(choices(['问题', 'Issues'], packIssues, { filter: true })),
    /** Of its latest request that is not settled. */
    changes: computed(choice(['变更申请', 'Change requests'], packChangeStates, { filter: true })),
    /** The product's own last change, or that of one of its packs. */
    changedAt: computed(instant(['修改时间', 'Changed at'], { filter: true })),
    baseUnit: product.fields.baseUnit,
    isWeigh: product.fields.isWeigh,
    weightKg: product.fields.weightKg,
    netWeightKg: product.fields.netWeightKg,
    lengthCm: product.fields.lengthCm,
    widthCm: product.fields.widthCm,
    heightCm: product.fields.heightCm,
    volumeM3: product.fields.volumeM3,
    owners: product.fields.owners,
  },
  list: ['code', 'name', 'packs', 'issues'],
  form: [],
  actions: ['view', 'enable_disable', 'export'],
} as const

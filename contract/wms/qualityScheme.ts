import { childRows, entity } from '../kernel/entity.ts'
import { choice, code, decimal, dict, flag, int, ref, rows, text } from '../kernel/field.ts'
import type { Text } from '../kernel/text.ts'

/** 质检方式: how much of a delivery is looked at before it is sold. */
export const qualityKinds = {
  NONE: ['免检', 'No inspection'],
  SAMPLE: ['抽检', 'Sample'],
  FULL: ['全检', 'All of it'],
} as const satisfies Record<string, Text>

/** The dictionary that says what may be looked at; a tenant adds to it. */
export const qualityItems = 'QC_ITEM'

/** What is told of a check: whether it is good, a number, one within a range, the number of a document, or a photo. */
export const qualityItemKinds = {
  BOOL: ['是否合格', 'Good or not'],
  NUMBER: ['数值', 'Number'],
  RANGE: ['数值范围', 'Number in range'],
  DOC: ['证件', 'Document'],
  PHOTO: ['照片', 'Photo'],
} as const satisfies Record<string, Text>

const scheme = 'wms.qualityScheme'
const schemeId = ref(['质检方案', 'Inspection scheme'], scheme, { required: true, derived: true })

/** 抽样表, after GB/T 2828.1: how many of a lot of such a size, and how many defects decide. */
export const qualitySample = childRows('wms', 'qualitySample', scheme, {
  title: ['抽样表', 'Sampling row'],
  scope: 'org',
  fields: {
    schemeId,
    lotTo: int(['批量至', 'Lot size up to'], { required: true, least: 1 }),
    sample: int(['样本量', 'Sample'], { required: true, least: 1 }),
    accept: int(['接收数', 'Acceptance no.'], { required: true }),
    reject: int(['拒收数', 'Rejection no.'], { required: true, least: 1 }),
  },
  unique: [['schemeId', 'lotTo']],
  sort: 'lotTo',
})

/** 检验项: what is looked at. */
export const qualityItem = childRows('wms', 'qualityItem', scheme, {
  title: ['检验项', 'Check'],
  scope: 'org',
  fields: {
    schemeId,
    seq: int(['顺序', 'Sequence'], { required: true, initial: 0, most: 9_999 }),
    /** A key of the dictionary; an older scheme may name what is no entry of it, which is read as it stands. */
    name: dict(['检验项', 'Check'], qualityItems, { required: true }),
    kind: choice(['类型', 'Kind'], qualityItemKinds, { required: true, initial: 'BOOL' }),
    least: decimal(['下限', 'Least'], { least: -1e9 }),
    most: decimal(['上限', 'Most'], { least: -1e9 }),
    unit: text(['单位', 'Unit'], { max: 16 }),
    needed: flag(['必填', 'Required'], { initial: true }),
  },
  unique: [['schemeId', 'name']],
  sort: 'seq',
})

/** 质检方案: which deliveries are inspected, how much of them, and what is looked at. The most specific scheme counts. */
export const qualityScheme = entity('wms', 'qualityScheme', {
  title: ['质检方案', 'Inspection scheme'],
  module: 'storage.qualityScheme',
  scope: 'org',
  worksAt: ['DC'],
  fields: {
    code: code(['代码', 'Code'], { required: true, filter: true, frozen: true }),
    name: text(['名称', 'Name'], { required: true, filter: true }),
    productId: ref(['商品', 'Product'], 'mdm.product', { filter: true }),
    categoryId: ref(['类别', 'Category'], 'wms.productCategory', { filter: true }),
    vendorId: ref(['供应商', 'Vendor'], 'wms.vendor', { filter: true }),
    ownerId: ref(['货主', 'Owner'], 'wms.owner', {
      filter: true,
      hint: [
        '条件最多的方案生效，相同时优先级数字小的生效',
        'The scheme with most conditions counts, then the lowest priority number',
      ],
    }),
    priority: int(['优先级', 'Priority'], { required: true, initial: 50, most: 9_999 }),
    kind: choice(['质检方式', 'Inspection'], qualityKinds, { required: true, filter: true, initial: 'SAMPLE' }),
    percent: decimal(['抽检比例%', 'Sample %'], {
      most: 100,
      scale: 2,
      hint: ['没有抽样表时用', 'Used without a sampling table'],
    }),
    skipAfter: int(['连续合格批数', 'Lots accepted in a row'], {
      least: 1,
      most: 100,
      hint: ['连续这么多批合格后免检', 'After so many, the next ones are not inspected'],
    }),
    skipLots: int(['免检批数', 'Lots skipped'], { least: 1, most: 100 }),
    strictLots: int(['加严批数', 'Lots tightened'], {
      least: 1,
      most: 100,
      hint: [
        '有不合格后全检，直到连续这么多批合格',
        'After a reject all of it is inspected, until so many lots in a row were accepted',
      ],
    }),
    resetDays: int(['重新计数天数', 'Counts begin anew after days'], {
      least: 1,
      most: 3650,
      hint: ['超过这么多天的检验不再计入', 'Inspections older than that do not count'],
    }),
    binId: ref(['待检位', 'Inspection bin'], 'wms.bin', {
      hint: ['空白时留在收货位', 'Goods stay on the receiving bin if blank'],
    }),
    samples: rows(['抽样表', 'Sampling table'], qualitySample),
    items: rows(['检验项', 'Checks'], qualityItem),
  },
  list: ['code', 'name', 'productId', 'categoryId', 'vendorId', 'ownerId', 'kind', 'percent', 'priority', 'binId'],
  unique: [['code']],
  actions: ['create', 'update', 'enable_disable', 'remove', 'export'],
})

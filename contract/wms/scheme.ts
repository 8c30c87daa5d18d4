import { entity } from '../kernel/entity.ts'
import { choice, choices, code, computed, decimal, flag, int, qty, ref, refs, rows, text } from '../kernel/field.ts'
import { ruleTable } from '../kernel/ruleTable.ts'
import type { Text } from '../kernel/text.ts'
import { binUsages, stockTypes } from './place.ts'

/** How a put-away rule looks for a bin (wms.md 7.2). */
export const putAwayMethods = {
  FIXED_PICK: ['固定拣货位', 'Its pick face'],
  SAME_LOT: ['同批次货位', 'Bins with the same lot'],
  SAME_PRODUCT: ['同商品货位', 'Bins with the same product'],
  NEAR_PICK: ['近拣货位', 'Near its pick face'],
  EMPTY: ['空货位', 'Empty bins'],
  BULK: ['堆垛', 'Floor stacks'],
  OVERFLOW: ['溢出', 'Anywhere in the area'],
} as const satisfies Record<string, Text>

/** Bins that put-away may fill; the rest are stages of other work. */
const { STORAGE, PICK, PICK_STORAGE, QC, DEFECT, EXCEPTION, VENDOR_RTN } = binUsages
export const putAwayUsages = { STORAGE, PICK, PICK_STORAGE, QC, DEFECT, EXCEPTION, VENDOR_RTN }

const scheme = { key: 'wms.productStorageScheme', title: ['方案', 'Scheme'] } as const

/** How put-away looks for a place: each rule is asked in turn, and the rest goes on to the next. */
export const putAwayRules = ruleTable('wms', 'putAwayRule', {
  title: ['上架规则', 'Put-away rule'],
  of: scheme,
  match: 'all',
  list: ['method', 'storageAreaIds', 'binTypeIds', 'usages', 'capacity', 'splitAllowed'],
  results: {
    method: choice(['方法', 'Method'], putAwayMethods, { required: true }),
    storageAreaIds: refs(['存储区', 'Storage areas'], 'wms.storageArea'),
    binTypeIds: refs(['货位类型', 'Bin types'], 'wms.binType'),
    usages: choices(['用途', 'Usages'], putAwayUsages),
    mixLot: flag(['允许混批次', 'Mixed lots allowed'], { initial: true }),
    /** 容量方式: places that nobody measured are filled without asking. */
    capacity: choice(
      ['容量控制', 'Capacity check'],
      { CHECK: ['按容量', 'By capacity'], IGNORE: ['不控制', 'Not checked'] },
      { required: true, initial: 'CHECK' },
    ),
    fefoGuard: flag(['不压旧批次', 'Do not bury older lots']),
    splitAllowed: flag(['允许拆分', 'Split allowed'], { initial: true }),
  },
})

/** Which goods go out first. The order of an area is its place among the rows. */
export const turnoverRules = ruleTable('wms', 'turnoverRule', {
  title: ['周转规则', 'Turnover rule'],
  of: scheme,
  match: 'all',
  results: {
    turnover: choice(
      ['周转', 'Turnover'],
      {
        FEFO: ['先到期先出', 'First expired, first out'],
        FIFO: ['先进先出', 'First in, first out'],
        LIFO: ['后进先出', 'Last in, first out'],
        LEAST: ['最少拣货次数', 'Fewest picks'],
        CLEAN: ['清空货位优先', 'Smallest quantity first'],
      },
      { required: true, initial: 'FEFO' },
    ),
    areaId: ref(['优先库区', 'Preferred area'], 'wms.area'),
  },
})

/** 商品存储方案: where goods are put away, as rules tried in order. The most specific scheme wins. */
export const productStorageScheme = entity('wms', 'productStorageScheme', {
  title: ['商品存储方案', 'Product storage scheme'],
  module: 'storage.productScheme',
  scope: 'org',
  worksAt: ['DC'],
  fields: {
    code: code(['代码', 'Code'], { required: true, filter: true, frozen: true }),
    name: text(['名称', 'Name'], { required: true, filter: true }),
    productId: ref(['商品', 'Product'], 'mdm.product', { filter: true }),
    categoryId: ref(['类别', 'Category'], 'wms.productCategory', { filter: true }),
    ownerId: ref(['货主', 'Owner'], 'wms.owner', { filter: true }),
    stockTypes: choices(['库存类型', 'Stock types'], stockTypes, { initial: ['GOOD'] }),
    priority: int(['优先级', 'Priority'], { required: true, initial: 50, most: 9_999 }),
    rules: rows(['上架规则', 'Put-away rules'], putAwayRules, { required: true }),
    turnovers: rows(['周转规则', 'Turnover rules'], turnoverRules),
  },
  list: ['code', 'name', 'productId', 'categoryId', 'ownerId', 'stockTypes', 'priority'],
  unique: [['code']],
  actions: ['create', 'update', 'enable_disable', 'remove', 'import', 'export'],
})

/** 商品存储位: which bins a product is kept in: pick faces with their least and greatest stock, and reserve bins. */
export const productBin = entity('wms', 'productBin', {
  title: ['商品存储位', 'Product bins'],
  module: 'storage.storageBin',
  scope: 'org',
  worksAt: ['DC'],
  ownerThrough: 'productId',
  fields: {
    productId: ref(['商品', 'Product'], 'mdm.product', { required: true, filter: true, frozen: true }),
    binId: ref(['货位', 'Bin'], 'wms.bin', { required: true, filter: true, frozen: true }),
    role: choice(
      ['角色', 'Role'],
      { PICK: ['拣货位', 'Pick face'], STORAGE: ['存储位', 'Reserve'] },
      { required: true, filter: true, initial: 'STORAGE' },
    ),
    minCases: int(['最低箱数', 'Min. cases'], { most: 100_000 }),
    maxCases: int(['最高箱数', 'Max cases'], { most: 100_000 }),
    area: computed(code(['库区', 'Area'], { filter: true })),
    onHand: computed(qty(['现有量', 'On hand'])),
    /** Of the most cases; none without a limit. */
    fill: computed(decimal(['满度%', 'Filled %'], { scale: 1 })),
    isEmpty: computed(flag(['空货位', 'Empty'], { filter: true })),
    /** Less of the product lies there than should at least. */
    belowMin: computed(flag(['低于最低', 'Below minimum'], { filter: true })),
  },
  list: ['productId', 'binId', 'area', 'role', 'onHand', 'fill', 'minCases', 'maxCases'],
  unique: [['productId', 'binId', 'role']],
  label: { code: 'role', name: 'role' },
  actions: ['create', 'update', 'remove', 'import', 'export'],
  sort: '-id',
})

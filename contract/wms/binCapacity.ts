import { entity } from '../kernel/entity.ts'
import { choice, computed, decimal, int, ref } from '../kernel/field.ts'
import type { Text } from '../kernel/text.ts'

/** What a rule is about. */
export const capacityScopes = {
  BIN: ['货位', 'Bin'],
  TYPE: ['货位类型', 'Bin type'],
  AREA: ['存储区', 'Storage area'],
} as const satisfies Record<string, Text>

/** 货位容量: how much of goods goes into a bin, all bins of a type, or those of a storage area. The most specific rule counts. */
export const binCapacity = entity('wms', 'binCapacity', {
  title: ['货位容量', 'Bin capacity'],
  module: 'storage.binCapacity',
  scope: 'org',
  worksAt: ['DC'],
  ownerThrough: 'productId',
  fields: {
    place: choice(['适用于', 'Applies to'], capacityScopes, {
      required: true,
      filter: true,
      frozen: true,
      initial: 'BIN',
    }),
    binId: ref(['货位', 'Bin'], 'wms.bin', { filter: true, frozen: true }),
    binTypeId: ref(['货位类型', 'Bin type'], 'wms.binType', { filter: true, frozen: true }),
    storageAreaId: ref(['存储区', 'Storage area'], 'wms.storageArea', { filter: true, frozen: true }),
    productId: ref(['商品', 'Product'], 'mdm.product', {
      filter: true,
      frozen: true,
      hint: ['空白时适用于全部商品', 'All products if blank'],
    }),
    categoryId: ref(['商品类别', 'Product category'], 'wms.productCategory', { filter: true, frozen: true }),
    maxCases: int(['最大箱数', 'Max cases'], { most: 1_000_000 }),
    maxPallets: int(['最大托盘数', 'Max pallets'], { most: 9_999 }),
    minCases: int(['最低箱数', 'Min. cases'], { most: 1_000_000, hint: ['低于此数补货', 'Replenish below this'] }),
    topCases: int(['补货至箱数', 'Replenish to'], { most: 1_000_000 }),
    /** Of a bin and a product: how much of it lies there, of the most. */
    fill: computed(decimal(['满度%', 'Filled %'], { scale: 1 })),
  },
  list: [
    'place',
    'binId',
    'binTypeId',
    'storageAreaId',
    'productId',
    'categoryId',
    'maxCases',
    'maxPallets',
    'minCases',
    'topCases',
    'fill',
  ],
  unique: [['place', 'binId', 'binTypeId', 'storageAreaId', 'productId', 'categoryId']],
  label: { code: 'place', name: 'place' },
  actions: ['create', 'update', 'remove', 'import', 'export'],
  sort: '-id',
})

import { childRows, entity } from '../kernel/entity.ts'
import { choice, code, computed, int, ref, rows, text } from '../kernel/field.ts'
import type { Text } from '../kernel/text.ts'

/** How goods that were picked for many stores are divided among them. */
export const sowModes = {
  RF: ['手持', 'Handheld'],
  PAPER: ['纸单', 'Paper'],
  LIGHT: ['电子标签播种', 'Put to light'],
} as const satisfies Record<string, Text>

const scheme = 'wms.sowingScheme'
/** 播种位: where the container of one store stands while it is filled. */
export const sowPosition = childRows('wms', 'sowPosition', scheme, {
  title: ['播种位', 'Sorting position'],
  scope: 'org',
  fields: {
    schemeId: ref(['播种方案', 'Sorting scheme'], scheme, { required: true, derived: true }),
    seq: int(['顺序', 'Sequence'], { required: true, initial: 0, most: 9_999 }),
    binId: ref(['分播位', 'Sorting bin'], 'wms.bin', { required: true }),
    storeId: ref(['固定门店', 'Fixed store'], 'wms.store', {
      hint: ['空白时按波次动态分配', 'Given to the stores of a wave in turn if blank'],
    }),
  },
  unique: [['schemeId', 'binId']],
})

/** 播种方案: the positions of a sorting wall, and how many stores are picked for at once. */
export const sowingScheme = entity('wms', 'sowingScheme', {
  title: ['播种方案', 'Sorting scheme'],
  module: 'storage.sowScheme',
  scope: 'org',
  worksAt: ['DC'],
  ownerThrough: 'everybody',
  fields: {
    code: code(['代码', 'Code'], { required: true, filter: true, frozen: true }),
    name: text(['名称', 'Name'], { required: true, filter: true }),
    mode: choice(['播种方式', 'Mode'], sowModes, { required: true, filter: true, initial: 'RF' }),
    maxStores: int(['每组最多门店数', 'Max stores per group'], {
      least: 1,
      most: 500,
      hint: ['空白时为播种位数', 'As many as there are positions if blank'],
    }),
    positions: rows(['播种位', 'Positions'], sowPosition, { required: true }),
    places: computed(int(['播种位数', 'Positions'])),
  },
  list: ['code', 'name', 'mode', 'places', 'maxStores'],
  unique: [['code']],
  actions: ['create', 'update', 'enable_disable', 'remove', 'export'],
})

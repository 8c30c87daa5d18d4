import { childRows, entity } from '../kernel/entity.ts'
import { choice, choices, code, flag, int, ref, rows, text } from '../kernel/field.ts'
import type { Text } from '../kernel/text.ts'
import { operateModes } from './operateBill.ts'

/** 管理方式: how strictly picked goods are kept apart while they wait for their truck. */
export const collectKinds = {
  NONE: ['不管理', 'Not managed'],
  COARSE: ['粗式', 'By group of bins'],
  FINE: ['精细化', 'A bin for each store'],
} as const satisfies Record<string, Text>
export type CollectKind = keyof typeof collectKinds

const scheme = 'wms.collectBinScheme'
/** 集货位: whose containers wait there. The most specific row counts: a store's before its route's before the others'. */
export const collectRow = childRows('wms', 'collectRow', scheme, {
  title: ['集货位', 'Staging bin'],
  scope: 'org',
  fields: {
    schemeId: ref(['集货位方案', 'Staging bin scheme'], scheme, { required: true, derived: true }),
    seq: int(['顺序', 'Sequence'], { required: true, initial: 0, most: 9_999 }),
    storeId: ref(['门店', 'Store'], 'wms.store'),
    route: text(['线路', 'Route'], {
      max: 32,
      hint: ['门店和线路均空白时适用于其余门店', 'For all other stores if store and route are blank'],
    }),
    binId: ref(['集货位', 'Staging bin'], 'wms.bin', { required: true }),
    capacity: int(['容器容量', 'Containers'], { least: 1, most: 9_999 }),
    overflow: flag(['溢出位', 'Overflow'], { hint: ['其他集货位已满时使用', 'Used when the others are full'] }),
  },
  unique: [['schemeId', 'storeId', 'route', 'binId']],
})

/** 集货位方案: where picked containers of which stores wait for their truck. */
export const collectBinScheme = entity('wms', 'collectBinScheme', {
  title: ['集货位方案', 'Staging bin scheme'],
  module: 'storage.collectScheme',
  scope: 'org',
  worksAt: ['DC'],
  ownerThrough: 'everybody',
  fields: {
    code: code(['代码', 'Code'], { required: true, filter: true, frozen: true }),
    name: text(['名称', 'Name'], { required: true, filter: true }),
    kind: choice(['管理方式', 'Management'], collectKinds, { required: true, filter: true, initial: 'COARSE' }),
    modes: choices(['业务模式', 'Modes'], operateModes, {
      hint: ['空白时为全部；有多个方案时代码最前的生效', 'All if blank; of several schemes the first by code counts'],
    }),
    storeCheck: flag(['按门店复核', 'Check each store'], {
      hint: [
        '门店当日货物全部集货后复核容器是否齐全，复核完成方可装车',
        'Once all of a store is staged, its containers are checked before they are loaded',
      ],
    }),
    bins: rows(['集货位', 'Staging bins'], collectRow),
  },
  list: ['code', 'name', 'kind', 'modes', 'storeCheck'],
  unique: [['code']],
  actions: ['create', 'update', 'enable_disable', 'remove', 'export'],
})

import { z } from 'zod'
import { post } from '../kernel/call.ts'
import { entity, entityPath, entityPermission } from '../kernel/entity.ts'
import { choice, code, computed, flag, int, json, ref, text } from '../kernel/field.ts'

/** Corners of a region in order, each [longitude, latitude] in WGS-84; the last joins the first. */
export type Ring = readonly (readonly [number, number])[]

// density: a tree and a map beside the list, and a boundary that is drawn in the form
/** 区域: a part of a town. A site belongs to the smallest delivery region that it lies in. */
export const region = entity('tms', 'region', {
  title: ['区域', 'Region'],
  module: 'basic.region',
  ownerThrough: 'everybody',
  fields: {
    code: code(['代码', 'Code'], { required: true, filter: true, frozen: true }),
    name: text(['名称', 'Name'], { required: true, filter: true }),
    parentId: ref(['上级区域', 'Above'], 'tms.region', { filter: true }),
    kind: choice(
      ['类型', 'Kind'],
      { DELIVERY: ['配送', 'Delivery'], ADMIN: ['行政', 'Administrative'] },
      { required: true, filter: true, initial: 'DELIVERY' },
    ),
    colour: code(['颜色', 'Colour'], { max: 7 }),
    chargeZone: text(['计费区', 'Charge zone'], { max: 32 }),
    sort: int(['排序', 'Order'], { required: true, initial: 0 }),
    ring: json<Ring>(['边界', 'Boundary'], { derived: false }),
    isDrawn: computed(flag(['已画边界', 'Has a boundary'], { filter: true })),
    sites: computed(int(['站点数', 'Sites'])),
  },
  list: ['code', 'name', 'kind', 'parentId', 'sites', 'isDrawn', 'chargeZone', 'colour', 'sort'],
  unique: [['code']],
  sort: 'sort,code',
  actions: ['create', 'update', 'remove', 'export', 'import', 'run'],
  verbs: { run: ['重新归属门店', 'Assign sites anew'] },
})

/** 重新归属门店: each site to the smallest region that it lies in now; regions that somebody chose by hand stay. */
export const reassignSites = post(`${entityPath(region)}/reassign`, {
  title: ['重新归属门店', 'Assign sites anew'],
  permission: entityPermission(region, 'run'),
  input: z.object({}),
  output: z.object({ count: z.number() }),
})

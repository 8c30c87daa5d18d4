import { childRows, entity } from '../kernel/entity.ts'
import {
  choice,
  choices,
  code,
  computed,
  decimal,
  flag,
  int,
  json,
  ref,
  refs,
  rows,
  text,
  time,
} from '../kernel/field.ts'
import { view } from '../kernel/view.ts'
import type { Ring } from './region.ts'
import { skills } from './skills.ts'

export const days = {
  1: ['周一', 'Mon'],
  2: ['周二', 'Tue'],
  3: ['周三', 'Wed'],
  4: ['周四', 'Thu'],
  5: ['周五', 'Fri'],
  6: ['周六', 'Sat'],
  7: ['周日', 'Sun'],
} as const

/** 时间窗: when somebody is there. On no day named it holds every day. */
export const siteWindow = childRows('tms', 'siteWindow', 'tms.clientSite', {
  title: ['时间窗', 'Time window'],
  scope: 'group',
  fields: {
    siteId: ref(['站点', 'Site'], 'tms.clientSite', { required: true, derived: true }),
    days: choices(['星期', 'Days'], days, {}),
    opensAt: time(['从', 'From'], { required: true }),
    closesAt: time(['至', 'Until'], { required: true }),
  },
})

/**
 * 站点: where trucks load and unload. One table: a site may do both. Its pages are those of the two views; what refers to a site
 * finds it under the right to look at stores.
 */
export const clientSite = entity('tms', 'clientSite', {
  title: ['站点', 'Site'],
  module: 'client.store',
  ownerThrough: 'clientId',
  carrierThrough: 'contents',
  fields: {
    code: code(['代码', 'Code'], { required: true, filter: true, frozen: true }),
    name: text(['名称', 'Name'], { required: true, filter: true }),
    role: choice(
      ['用途', 'Use'],
      { SHIP_FROM: ['发货', 'Ships from'], SHIP_TO: ['收货', 'Ships to'], BOTH: ['收发', 'Both'] },
      { required: true, initial: 'SHIP_TO' },
    ),
    clientId: ref(['客户', 'Client'], 'tms.client', { required: true, filter: true, brief: true }),
    isLocated: computed(flag(['已定位', 'Located'], { filter: true })),
    /** Trips begin and end there. */
    isDepot: flag(['车场', 'Depot'], { filter: true }),
    storeRef: ref(['仓储门店', 'Warehouse store'], 'wms.store', {}),
    /** Of a depot: which of the tenant's own centres stands there. */
    orgRef: ref(['物流中心', 'Logistics centre'], 'sys.org', {}),
    /** Where it lies, unless somebody chose another. */
    regionId: ref(['区域', 'Region'], 'tms.region', { filter: true, hint: ['不填按位置归属', 'Blank: by its place'] }),
    isRegionChosen: flag(['区域为手工指定', 'Region chosen by hand'], { derived: true, filter: true }),
    province: text(['省', 'Province'], { max: 32 }),
    city: text(['市', 'City'], { max: 32, filter: true }),
    district: text(['区县', 'District'], { max: 32 }),
    address: text(['地址', 'Address'], { max: 200 }),
    lng: decimal(['经度', 'Longitude'], { scale: 6, least: -180, most: 180 }),
    lat: decimal(['纬度', 'Latitude'], { scale: 6, least: -90, most: 90 }),
    coordSource: choice(
      ['坐标来源', 'Position by'],
      { MANUAL: ['人工', 'Hand'], IMPORT: ['导入', 'Import'], DRIVER: ['司机确认', 'Driver'], GPS: ['轨迹', 'Track'] },
      { derived: true },
    ),
    fenceM: int(['围栏半径m', 'Fence radius m'], {
      required: true,
      initial: 200,
      least: 20,
      most: 5_000,
      hint: ['画了围栏边界时按边界', 'A boundary that is drawn counts instead'],
    }),
    fenceRing: json<Ring>(['围栏边界', 'Fence'], { derived: false }),
    contact: text(['联系人', 'Contact'], { max: 32 }),
    phone: text(['电话', 'Phone'], { max: 32 }),
    route: text(['线路', 'Route'], { max: 32, filter: true }),
    serviceMin: int(['固定服务分钟', 'Service minutes'], { required: true, initial: 10, most: 600 }),
    serviceMinPerM3: decimal(['每方分钟', 'Minutes per m³'], { required: true, initial: '1', scale: 2, most: 600 }),
    maxLengthM: decimal(['限长m', 'Longest truck m'], { scale: 2, most: 30 }),
    maxGrossKg: decimal(['限重kg', 'Heaviest truck kg'], { most: 200_000 }),
    typeIds: refs(['限定车型', 'Only truck types'], 'tms.truckType'),
    skills: choices(['要求装备', 'Needs'], skills, { filter: true }),
    priority: int(['优先级', 'Priority'], { required: true, initial: 50, most: 100 }),
    unattended: flag(['夜间无人交接', 'Unattended at night']),
    windows: rows(['时间窗', 'Time windows'], siteWindow),
    windowText: computed(text(['时间窗', 'Time windows'])),
  },
  unique: [['clientId', 'code']],
  indexes: [['storeRef'], ['orgRef'], ['code']],
  verbs: { reassign: ['重新归属', 'Assigned anew'] },
  actions: ['create', 'update', 'enable_disable', 'remove'],
})

const { role } = clientSite.fields
const used = (initial: 'SHIP_FROM' | 'SHIP_TO') => ({ ...clientSite.fields, role: { ...role, initial } })
const actions = ['create', 'update', 'enable_disable', 'remove', 'import', 'export'] as const

/** 客户发货点 */
export const clientShipment = view(clientSite, 'tms', 'clientShipment', {
  title: ['发货点', 'Shipping site'],
  module: 'client.shipSite',
  fields: used('SHIP_FROM'),
  only: { role: ['SHIP_FROM', 'BOTH'] },
  list: ['code', 'name', 'isDepot', 'isLocated', 'regionId', 'windowText', 'clientId', 'address', 'contact', 'phone'],
  actions,
})
/** 客户门店 */
export const clientStore = view(clientSite, 'tms', 'clientStore', {
  title: ['客户门店', 'Client store'],
  module: 'client.store',
  fields: used('SHIP_TO'),
  only: { role: ['SHIP_TO', 'BOTH'] },
  list: [
    'code',
    'name',
    'isLocated',
    'regionId',
    'windowText',
    'route',
    'clientId',
    'serviceMin',
    'serviceMinPerM3',
    'skills',
    'maxLengthM',
    'address',
  ],
  actions,
})

import { childRows, entity } from '../kernel/entity.ts'
import {
  choice,
  choices,
  code,
  computed,
  decimal,
  flag,
  int,
  ref,
  rows,
  text,
  time,
  typedName,
} from '../kernel/field.ts'
import type { Text } from '../kernel/text.ts'
import { temperatureZones } from './product.ts'

export const weekdays = {
  MON: ['周一', 'Mon'],
  TUE: ['周二', 'Tue'],
  WED: ['周三', 'Wed'],
  THU: ['周四', 'Thu'],
  FRI: ['周五', 'Fri'],
  SAT: ['周六', 'Sat'],
  SUN: ['周日', 'Sun'],
} as const satisfies Record<string, Text>

/** 门店: where outbound goods go. */
export const store = entity('wms', 'store', {
  title: ['门店', 'Store'],
  module: 'basic.store',
  ownerThrough: 'everybody',
  fields: {
    code: code(['代码', 'Code'], { required: true, filter: true, frozen: true }),
    name: text(['名称', 'Name'], { required: true, filter: true }),
    initials: typedName(),
    kind: choice(
      ['类型', 'Type'],
      { OWN: ['直营', 'Own'], FRANCHISE: ['加盟', 'Franchise'], CUSTOMER: ['客户', 'Customer'] },
      { required: true, filter: true, initial: 'OWN' },
    ),
    gln: code(['GLN', 'GLN'], { max: 13 }),
    region: text(['区域', 'Region'], { max: 32, filter: true }),
    route: text(['线路', 'Route'], { max: 32, filter: true }),
    priority: int(['优先级', 'Priority'], { required: true, initial: 50, most: 99 }),
    share: int(['配货比例', 'Share when short'], {
      required: true,
      initial: 100,
      least: 1,
      most: 10_000,
      hint: ['波次缺货按比例分配时的权重', 'Weight of the store in waves that divide by store share'],
    }),
    minRemainDays: int(['最低剩余天数', 'Min. days left'], { most: 36_500 }),
    minRemainPct: decimal(['最低剩余效期%', 'Min. shelf life left %'], { scale: 2, most: 100 }),
    oneLot: flag(['单批次发货', 'One lot per line']),
    /** What becomes of pieces of a product that is picked in cases only. */
    roundRule: choice(
      ['零头舍入', 'Round to cases'],
      { NONE: ['不舍入', 'None'], UP: ['向上取整箱', 'Up'], DOWN: ['向下取整箱', 'Down'] },
      {
        required: true,
        initial: 'NONE',
        hint: ['仅对没有拆零拣货位的商品生效', 'Only for products without a piece pick face'],
      },
    ),
    minOrderCases: int(['起订件数', 'Min. cases per order'], {
      most: 1_000_000,
      hint: ['加急订单不受限制', 'Does not apply to urgent orders'],
    }),
    allowPallets: flag(['接受整托', 'Accepts full pallets'], { initial: true }),
    deliveryDays: choices(['送货日', 'Delivery days'], weekdays),
    windowFrom: time(['收货时间从', 'Receiving from']),
    windowTo: time(['收货时间至', 'Receiving until']),
    contact: text(['联系人', 'Contact'], { max: 32 }),
    phone: text(['电话', 'Phone'], { max: 32 }),
    address: text(['地址', 'Address'], { max: 200 }),
    longitude: decimal(['经度', 'Longitude'], { scale: 6, least: -180, most: 180 }),
    latitude: decimal(['纬度', 'Latitude'], { scale: 6, least: -90, most: 90 }),
  },
  list: ['code', 'name', 'kind', 'region', 'route', 'priority', 'windowFrom', 'windowTo', 'deliveryDays', 'address'],
  unique: [['code']],
  label: { code: 'code', name: 'name', typed: 'initials' },
  actions: ['create', 'update', 'enable_disable', 'remove', 'import', 'export'],
})

/** For whom a vendor brings goods; one that names nobody brings them for everybody. */
export const vendorOwner = childRows('wms', 'vendorOwner', 'wms.vendor', {
  title: ['供货货主', 'Supplied owner'],
  scope: 'group',
  fields: {
    vendorId: ref(['供应商', 'Vendor'], 'wms.vendor', { required: true, derived: true }),
    ownerId: ref(['货主', 'Owner'], 'wms.owner', { required: true, filter: true }),
  },
  unique: [['vendorId', 'ownerId']],
})

/** 供应商: who brings inbound goods and takes returns back. */
export const vendor = entity('wms', 'vendor', {
  title: ['供应商', 'Vendor'],
  module: 'basic.vendor',
  ownerThrough: 'everybody',
  fields: {
    code: code(['代码', 'Code'], { required: true, filter: true, frozen: true }),
    name: text(['名称', 'Name'], { required: true, filter: true }),
    initials: typedName(),
    gln: code(['GLN', 'GLN'], { max: 13 }),
    grade: choice(
      ['质量等级', 'Grade'],
      { A: ['A', 'A'], B: ['B', 'B'], C: ['C', 'C'] },
      { required: true, filter: true, initial: 'B' },
    ),
    /** Of docks, as those name it; the centre's own dock of that name takes the vendor's trucks. */
    dockGroup: text(['默认月台分组', 'Dock group'], {
      max: 16,
      filter: true,
      hint: [
        '未指定月台的收货任务分到该组最空闲的开放月台',
        'Receiving tasks without a dock go to the least busy open dock of the group',
      ],
    }),
    needAppointment: flag(['需要预约', 'Appointment required'], { filter: true }),
    unloadMinutes: int(['每托卸货分钟', 'Unloading minutes per pallet'], { most: 600 }),
    returnDays: int(['退货交接期限(天)', 'Return collection period (days)'], { most: 365 }),
    contact: text(['联系人', 'Contact'], { max: 32 }),
    phone: text(['电话', 'Phone'], { max: 32 }),
    address: text(['地址', 'Address'], { max: 200 }),
    returnAddress: text(['退货地址', 'Return address'], { max: 200 }),
    supplies: rows(['供货货主', 'Supplies owners'], vendorOwner),
    /** Its filter finds the vendors of an owner, by his code or name. */
    suppliedTo: computed(text(['供货货主', 'Supplies'], { filter: true, max: 500 })),
  },
  list: ['code', 'name', 'grade', 'suppliedTo', 'dockGroup', 'needAppointment', 'contact', 'phone', 'address'],
  unique: [['code']],
  label: { code: 'code', name: 'name', typed: 'initials' },
  actions: ['create', 'update', 'enable_disable', 'remove', 'import', 'export'],
})

/** 商品类别: a tree of at most four levels; goods hang on any of them. */
export const productCategory = entity('wms', 'productCategory', {
  title: ['商品类别', 'Product category'],
  module: 'basic.category',
  ownerThrough: 'everybody',
  fields: {
    code: code(['代码', 'Code'], { required: true, filter: true, frozen: true }),
    name: text(['名称', 'Name'], { required: true, filter: true }),
    upperId: ref(['上级类别', 'Parent'], 'wms.productCategory', { filter: true }),
    /** `/id/id/`: the subtree is a prefix. */
    path: code(['路径', 'Path'], { required: true, derived: true, max: 120 }),
    level: int(['层级', 'Level'], { required: true, derived: true, initial: 1 }),
    /** What a new product of the category begins with. */
    temperature: choice(['默认温层', 'Default temperature'], temperatureZones, { filter: true }),
    storageSchemeId: ref(['存储方案', 'Storage scheme'], 'wms.productStorageScheme'),
    returnAllowed: flag(['允许退货', 'Returns accepted'], { initial: true }),
  },
  list: ['code', 'name', 'upperId', 'level', 'temperature', 'storageSchemeId', 'returnAllowed'],
  unique: [['code']],
  actions: ['create', 'update', 'enable_disable', 'remove', 'import', 'export'],
})

import { type AnyEntity, entity } from '../kernel/entity.ts'
import { choice, code, decimal, int, note, ref, text } from '../kernel/field.ts'
import { orgTypes } from '../kernel/org.ts'

/** A customer of the product. The platform's table: it refers to nobody and names no one's rows. */
export const tenant = entity('sys', 'tenant', {
  title: ['租户', 'Tenant'],
  scope: 'platform',
  fields: {
    code: code(['代码', 'Code'], { required: true, max: 32 }),
    name: text(['名称', 'Name'], { required: true }),
    status: choice(
      ['状态', 'Status'],
      {
        ACTIVE: ['正常', 'Active'],
        /** Can be read; nothing is done in it by the clock. */
        SUSPENDED: ['停用', 'Suspended'],
        EXPIRED: ['到期', 'Expired'],
        CLOSED: ['关闭', 'Closed'],
      },
      { required: true, initial: 'ACTIVE' },
    ),
  },
  unique: [['code']],
  actions: [],
})

/** 组织: enterprise, logistics centre, transport centre … a tree below the tenant's one GROUP. */
export const org = entity('sys', 'org', {
  title: ['组织', 'Organisation'],
  module: 'dc',
  scope: 'tenant',
  fields: {
    code: code(['代码', 'Code'], { required: true, filter: true, frozen: true }),
    name: text(['名称', 'Name'], { required: true, filter: true }),
    type: choice(['类型', 'Type'], orgTypes, { required: true, filter: true, frozen: true, initial: 'DC' }),
    upperOrgId: ref(['上级组织', 'Parent'], 'sys.org', { filter: true }),
    /** `/root/…/self/`: an organisation's subtree is a prefix. */
    path: code(['路径', 'Path'], { required: true, derived: true, max: 200 }),
    level: int(['层级', 'Level'], { required: true, derived: true }),
    timeZone: text(['时区', 'Time zone'], { required: true, initial: 'Asia/Shanghai' }),
    /** Of a logistics centre: who plans the transport of its outbound orders; nobody: it ships by itself. */
    transportOrgId: ref(['运输中心', 'Transport centre'], 'sys.org', {
      hint: [
        '由它为出库单排线派车；不填则仓库自行发运',
        'It plans and sends trucks; blank: the warehouse ships by itself',
      ],
    }),
    contact: text(['联系人', 'Contact'], { max: 32 }),
    phone: text(['电话', 'Phone'], { max: 32 }),
    address: text(['地址', 'Address'], { max: 200 }),
    longitude: decimal(['经度', 'Longitude'], { scale: 6, least: -180, most: 180 }),
    latitude: decimal(['纬度', 'Latitude'], { scale: 6, least: -90, most: 90 }),
    note: note(['备注', 'Note']),
  },
  list: ['code', 'name', 'type', 'upperOrgId', 'timeZone', 'contact', 'phone', 'address'],
  form: [
    'code',
    'name',
    'type',
    'upperOrgId',
    'timeZone',
    'transportOrgId',
    'contact',
    'phone',
    'address',
    'longitude',
    'latitude',
    'note',
  ],
  unique: [['code']],
  indexes: [['path']],
  actions: ['create', 'update', 'enable_disable', 'import', 'export'],
  verbs: {
    move: ['移动', 'Move'],
    seedRoles: ['新建默认角色', 'Default roles created'],
    copy: ['从其他物流中心复制', 'Copied from another logistics centre'],
  },
  details: {
    from: text(['来源', 'Source']),
    options: int(['参数数', 'Options']),
    entries: int(['字典项数', 'Dictionary entries']),
    numbers: int(['编号规则数', 'Number rules']),
    roles: int(['角色数', 'Roles']),
  },
})

/** Only a logistics centre names one. */
const { transportOrgId: _ofCentres, ...groupFields } = org.fields
// density: the tree of organisations, and what the tenant has bought
/** 组织管理: the same table, as the page of enterprise organisations shows it, with rights of its own. */
export const orgGroup: AnyEntity = {
  ...org,
  key: 'sys.orgGroup',
  noun: 'orgGroup',
  module: 'org',
  permit: 'sys:org',
  fields: {
    ...groupFields,
    type: choice(['类型', 'Type'], orgTypes, { required: true, filter: true, frozen: true }),
  },
  form: org.form.filter((name) => name in groupFields),
  list: ['code', 'name', 'type', 'upperOrgId', 'contact', 'phone', 'address', 'note'],
  actions: ['view', 'create', 'update', 'enable_disable', 'import', 'export'],
  found: false,
}

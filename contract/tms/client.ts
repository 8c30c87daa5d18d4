import { entity } from '../kernel/entity.ts'
import { choice, code, computed, int, ref, text } from '../kernel/field.ts'
import { settleCycles } from './carrier.ts'

/** 客户: whose goods are carried, and who pays for it. */
export const client = entity('tms', 'client', {
  title: ['客户', 'Client'],
  module: 'client.client',
  ownerThrough: 'ownerRef',
  fields: {
    code: code(['代码', 'Code'], { required: true, filter: true, frozen: true }),
    name: text(['名称', 'Name'], { required: true, filter: true }),
    kind: choice(
      ['类型', 'Kind'],
      { OWNER: ['货主', 'Cargo owner'], STORE_CHAIN: ['门店客户', 'Store chain'], OTHER: ['其他', 'Other'] },
      { required: true, filter: true, initial: 'OWNER' },
    ),
    /** One of the warehouse's: its outbound orders become way bills of this client. */
    ownerRef: ref(['仓储货主', 'Cargo owner'], 'wms.owner', { filter: true }),
    contact: text(['联系人', 'Contact'], { max: 32 }),
    phone: text(['电话', 'Phone'], { max: 32 }),
    taxNo: code(['税号', 'Tax no.'], { max: 32 }),
    invoiceTitle: text(['发票抬头', 'Invoice title'], { max: 100 }),
    settleCycle: choice(['结算周期', 'Settlement'], settleCycles, { required: true, initial: 'MONTH' }),
    creditDays: int(['账期天数', 'Credit days'], { most: 365 }),
    sites: computed(int(['站点数', 'Sites'])),
  },
  list: ['code', 'name', 'kind', 'ownerRef', 'sites', 'settleCycle', 'creditDays', 'contact', 'phone'],
  unique: [['code'], ['ownerRef']],
  actions: ['create', 'update', 'enable_disable', 'import', 'export', 'run'],
  verbs: { run: ['从货主同步', 'Take over cargo owners'] },
})

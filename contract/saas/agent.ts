import { entity } from '../kernel/entity.ts'
import { code, computed, date, decimal, int, money, note, ref, text } from '../kernel/field.ts'

// density: an agent is an organisation, a contract and a first user in one form
/** 代理商: a reseller. It is an organisation of the platform's tenant; who works there sees it and those below it. */
export const agent = entity('saas', 'agent', {
  title: ['代理商', 'Agent'],
  module: 'agent.agent',
  scope: 'org',
  worksAt: ['PLAT', 'AGENT'],
  seenFrom: { AGENT: 'BELOW' },
  ownerThrough: 'everybody',
  fields: {
    code: code(['代码', 'Code'], { required: true, filter: true, frozen: true }),
    name: text(['名称', 'Name'], { required: true, filter: true }),
    upperId: ref(['上级代理商', 'Parent agent'], 'saas.agent', { filter: true, frozen: true }),
    region: text(['区域', 'Region'], { filter: true, max: 32 }),
    contact: text(['联系人', 'Contact'], { max: 32 }),
    phone: text(['电话', 'Phone'], { max: 32 }),
    email: text(['邮箱', 'Mail'], { max: 100 }),
    licenceNo: code(['统一社会信用代码', 'Licence no.'], { max: 32 }),
    bank: text(['开户行及账号', 'Bank account'], { max: 100 }),
    discount: decimal(['折扣优惠%', 'Discount %'], { required: true, most: 100, initial: '0' }),
    creditLimit: money(['信用额度', 'Credit limit'], {
      hint: ['可以先交付后付款的金额；不填为必须先付款', 'What may be delivered before it is paid; blank: nothing'],
    }),
    contractFrom: date(['合同开始', 'Contract from'], { required: true }),
    contractTo: date(['合同到期', 'Contract until'], { required: true, filter: true }),
    note: note(['备注', 'Note']),
    tenants: computed(int(['有效租户', 'Live tenants'])),
    stock: computed(text(['配额库存', 'Quota in stock'])),
    creditUsed: computed(money(['已用额度', 'Credit used'])),
  },
  list: [
    'code',
    'name',
    'tenants',
    'stock',
    'contractTo',
    'creditUsed',
    'creditLimit',
    'upperId',
    'region',
    'contact',
    'phone',
  ],
  unique: [['code']],
  actions: ['create', 'update', 'enable_disable', 'export'],
})

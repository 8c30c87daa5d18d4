import { entity } from '../kernel/entity.ts'
import { choice, code, decimal, flag, text } from '../kernel/field.ts'

/** 货主: whose goods these are. Every stock record names one; goods of two owners never mix in one lot. */
export const owner = entity('wms', 'owner', {
  title: ['货主', 'Owner'],
  module: 'basic.owner',
  fields: {
    code: code(['代码', 'Code'], { required: true, filter: true, frozen: true }),
    name: text(['名称', 'Name'], { required: true, filter: true }),
    kind: choice(
      ['类型', 'Type'],
      { SELF: ['自营', 'Own goods'], CLIENT: ['三方', '3PL client'] },
      { required: true, filter: true, initial: 'SELF' },
    ),
    turnover: choice(
      ['周转规则', 'Turnover'],
      { FEFO: ['先到期先出', 'FEFO'], FIFO: ['先进先出', 'FIFO'], LIFO: ['后进先出', 'LIFO'] },
      { required: true, initial: 'FEFO' },
    ),
    overPct: decimal(['超收比例%', 'Over-receipt %'], { scale: 2, most: 100 }),
    contact: text(['联系人', 'Contact'], { max: 32 }),
    phone: text(['电话', 'Phone'], { max: 32 }),
    address: text(['地址', 'Address'], { max: 200 }),
    taxNo: text(['税号', 'Tax no.'], { max: 32 }),
    transferAllowed: flag(['允许货权转移', 'Title may be transferred']),
  },
  list: ['code', 'name', 'kind', 'turnover', 'overPct', 'contact', 'phone'],
  unique: [['code']],
  actions: ['create', 'update', 'enable_disable', 'remove', 'import', 'export'],
})

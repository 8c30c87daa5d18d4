import { document } from '../kernel/document.ts'
import { childRows } from '../kernel/entity.ts'
import { choice, code, date, decimal, int, qty, ref, rows, text } from '../kernel/field.ts'
import { flow } from '../kernel/flow.ts'
import type { Text } from '../kernel/text.ts'

export const bomKinds = {
  ASSEMBLY: ['组合', 'Assembly'],
  DISASSEMBLY: ['拆分', 'Disassembly'],
  REPACK: ['换包装', 'Repack'],
  GIFT: ['赠品绑定', 'Gift bundle'],
} as const satisfies Record<string, Text>

/** Which lots of a component are taken first. */
export const lotRules = {
  FEFO: ['先到期先用', 'First expiry first'],
  FIFO: ['先进先用', 'First in first'],
  ONE_LOT: ['单一批次', 'One lot only'],
} as const satisfies Record<string, Text>

export const expiryRules = {
  LEAST: ['按最早到期的原料', 'Earliest of the components'],
  OWN: ['按成品保质期', 'Own shelf life'],
} as const satisfies Record<string, Text>

const line = childRows('wms', 'bomLine', 'wms.bom', {
  title: ['配方明细', 'Recipe line'],
  scope: 'org',
  fields: {
    bomId: ref(['配方', 'Recipe'], 'wms.bom', { required: true, derived: true }),
    lineNo: int(['行号', 'Line'], { required: true, derived: true }),
    productId: ref(['组件', 'Component'], 'mdm.product', { required: true }),
    qpcId: ref(['规格', 'Pack'], 'mdm.productQpc', { hint: ['不填则任何规格', 'Any pack if blank'] }),
    qty: qty(['每份用量', 'Quantity per batch'], { required: true }),
    lossPct: decimal(['损耗%', 'Loss %'], { most: 100 }),
    lotRule: choice(['批次要求', 'Lots'], lotRules, { required: true, initial: 'FEFO' }),
    leastDays: int(['最少剩余天数', 'Min. days left'], { most: 9_999 }),
  },
  unique: [['bomId', 'lineNo']],
})

/** 加工配方: what goods are made of, or come apart into. A version that is in force never changes; a change is a new one. */
const made = document('wms', 'bom', {
  title: ['加工配方', 'Bill of materials'],
  module: 'process.bom',
  prefix: 'PF',
  worksAt: ['DC'],
  called: 'name',
  flow: flow({
    states: { DRAFT: ['草稿', 'Draft'], ACTIVE: ['生效', 'In force'], STOPPED: ['已停用', 'Disabled'] },
    initial: 'DRAFT',
    typedIn: ['DRAFT'],
    final: ['ACTIVE', 'STOPPED'],
    steps: {
      approve: {
        title: ['审核', 'Approve'],
        from: ['DRAFT'],
        to: 'ACTIVE',
        verb: 'approve',
        confirm: [
          '审核后该版本不能再改，同一配方的旧版本停用，确认？',
          'This version can no longer be changed, and replaces the one in force. Approve?',
        ],
        bulk: true,
        stamp: 'approvedAt',
      },
      revise: { title: ['新版本', 'New version'], from: ['ACTIVE', 'STOPPED'], verb: 'create' },
      retire: {
        title: ['停用', 'Disable'],
        from: ['ACTIVE'],
        to: 'STOPPED',
        verb: 'stop',
        bulk: true,
        danger: true,
      },
      restore: { title: ['启用', 'Enable'], from: ['STOPPED'], to: 'ACTIVE', verb: 'start', bulk: true },
    },
  }),
  fields: {
    code: code(['配方代码', 'Code'], { required: true, filter: true, frozen: true }),
    name: text(['名称', 'Name'], { required: true, filter: true }),
    edition: int(['版本', 'Version'], { derived: true, required: true, initial: 1 }),
    ownerId: ref(['货主', 'Owner'], 'wms.owner', { required: true, filter: true }),
    kind: choice(['类型', 'Kind'], bomKinds, { required: true, filter: true, initial: 'ASSEMBLY' }),
    productId: ref(['商品', 'Product'], 'mdm.product', {
      required: true,
      filter: true,
      hint: ['组合的成品，或要拆分的商品', 'What is made, or taken apart'],
    }),
    qpcId: ref(['规格', 'Pack'], 'mdm.productQpc'),
    outputQty: qty(['每份数量', 'Quantity of a batch'], { required: true, initial: '1' }),
    laborSec: int(['单位工时秒', 'Seconds per unit'], { most: 1_000_000 }),
    expiry: choice(['成品到期日', 'Expiry of the product'], expiryRules, { required: true, initial: 'LEAST' }),
    validFrom: date(['有效期起', 'Valid from']),
    validTo: date(['有效期止', 'Valid to']),
    lines: rows(['明细', 'Lines'], line, { required: true }),
  },
  unique: [['code', 'edition']],
  list: [
    ...(['billNo', 'state', 'code', 'name', 'edition', 'kind', 'productId', 'outputQty', 'ownerId'] as const),
    ...(['expiry', 'laborSec', 'validFrom', 'validTo', 'approvedAt', 'note'] as const),
  ],
  form: [
    ...(['code', 'name', 'ownerId', 'kind', 'productId', 'qpcId', 'outputQty', 'expiry', 'laborSec'] as const),
    ...(['validFrom', 'validTo', 'note', 'lines'] as const),
  ],
  actions: ['create', 'update', 'remove', 'approve', 'stop', 'start', 'export'],
})
export const bom = { ...made, line: line.entity }

import { childRows, entity } from '../kernel/entity.ts'
import { choice, code, computed, decimal, flag, ref, rows, text, typedName } from '../kernel/field.ts'
import type { Text } from '../kernel/text.ts'

/** What goods can be when they come; a confirm of a receipt takes the same. */
const receivedTypes = {
  GOOD: ['正品', 'Good'],
  QC: ['待检', 'To inspect'],
  GIFT: ['赠品', 'Gift'],
} as const satisfies Record<string, Text>

/** 开通物流中心: where an owner's goods may come in and go out. One that names none is served everywhere. */
export const ownerDc = childRows('wms', 'ownerDc', 'wms.owner', {
  title: ['开通中心', 'Logistics centre'],
  scope: 'group',
  fields: {
    ownerId: ref(['货主', 'Owner'], 'wms.owner', { required: true, derived: true }),
    dcId: ref(['物流中心', 'Logistics centre'], 'sys.org', { required: true, filter: true }),
  },
  unique: [['ownerId', 'dcId']],
})

/** 货主: whose goods these are. Every stock record names one; goods of two owners never mix in one lot. */
export const owner = entity('wms', 'owner', {
  title: ['货主', 'Owner'],
  module: 'basic.owner',
  ownerThrough: 'itself',
  fields: {
    code: code(['代码', 'Code'], { required: true, filter: true, frozen: true }),
    name: text(['名称', 'Name'], { required: true, filter: true }),
    initials: typedName(),
    shortName: text(['简称', 'Short name'], { max: 16 }),
    kind: choice(
      ['类型', 'Type'],
      { SELF: ['自营', 'Own stock'], CLIENT: ['三方', '3PL client'] },
      { required: true, filter: true, initial: 'SELF' },
    ),
    turnover: choice(
      ['周转规则', 'Turnover'],
      { FEFO: ['先到期先出', 'FEFO'], FIFO: ['先进先出', 'FIFO'], LIFO: ['后进先出', 'LIFO'] },
      { required: true, initial: 'FEFO' },
    ),
    stockType: choice(['默认库存类型', 'Default stock type'], receivedTypes, {
      required: true,
      initial: 'GOOD',
      hint: ['收货时未指定则按此类型入库', 'Stock type of received goods unless specified otherwise'],
    }),
    /** Goods of two receipts are never one lot, however alike they are. */
    lotPerReceipt: flag(['每次收货单独批次', 'New lot for every receipt']),
    /** 批次倒挂: goods older than what came before. */
    dateInversion: choice(
      ['批次倒挂', 'Date inversion'],
      { NONE: ['不检查', 'Do not check'], WARN: ['提示', 'Warn'], BLOCK: ['拒收', 'Refuse'] },
      {
        required: true,
        initial: 'WARN',
        hint: [
          '收货的生产日期早于已收批次时',
          'When goods arrive that were produced earlier than goods already received',
        ],
      },
    ),
    overPct: decimal(['超收比例%', 'Over-receipt %'], { scale: 2, most: 100 }),
    contact: text(['联系人', 'Contact'], { max: 32 }),
    phone: text(['电话', 'Phone'], { max: 32 }),
    address: text(['地址', 'Address'], { max: 200 }),
    taxNo: text(['税号', 'Tax no.'], { max: 32 }),
    contractNo: code(['合同号', 'Contract no.'], { max: 32 }),
    transferAllowed: flag(['允许货权转移', 'Title transfer allowed']),
    dcs: rows(['开通中心', 'Logistics centres'], ownerDc, {
      hint: [
        '不选表示全部物流中心都可收发该货主的货物',
        "If none is selected, every logistics centre handles this owner's goods",
      ],
    }),
    /** Its filter finds the owners that a centre serves, by the centre's code or name. */
    servedAt: computed(text(['开通中心', 'Served at'], { filter: true, max: 500 })),
    isOpenHere: computed(flag(['本中心已开通', 'Served here'])),
  },
  list: ['code', 'name', 'shortName', 'kind', 'servedAt', 'turnover', 'overPct', 'contact', 'phone'],
  unique: [['code']],
  label: { code: 'code', name: 'name', typed: 'initials' },
  actions: ['create', 'update', 'enable_disable', 'remove', 'import', 'export'],
})

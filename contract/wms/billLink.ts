import { entity } from '../kernel/entity.ts'
import { choice, qty, ref } from '../kernel/field.ts'

const loose = { required: true, loose: true } as const

/** 单据关联: which quantity of which line went from one order to another. Written once, by splitting and merging. */
export const billLink = entity('wms', 'billLink', {
  title: ['单据关联', 'Order link'],
  scope: 'org',
  worksAt: ['DC'],
  fields: {
    kind: choice(['关系', 'Relation'], { SPLIT: ['拆单', 'Split'], MERGE: ['合单', 'Merge'] }, { required: true }),
    ownerId: ref(['货主', 'Owner'], 'wms.owner', { required: true }),
    // Orders that nobody has approved may be deleted; what became of their goods stays known.
    fromBillId: ref(['原单', 'From order'], 'wms.operateBill', loose),
    fromLineId: ref(['原单行', 'From line'], 'wms.operateBillLine', loose),
    toBillId: ref(['新单', 'To order'], 'wms.operateBill', loose),
    toLineId: ref(['新单行', 'To line'], 'wms.operateBillLine', loose),
    qty: qty(['数量', 'Quantity'], { required: true }),
  },
  unique: [['fromLineId', 'toLineId', 'kind']],
  indexes: [['fromBillId'], ['toBillId']],
  actions: [],
  appendOnly: true,
  sort: '-id',
})

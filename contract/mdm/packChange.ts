import { document } from '../kernel/document.ts'
import { date, decimal, instant, ref, text } from '../kernel/field.ts'
import { flow } from '../kernel/flow.ts'
import { openChangeStates, packChangeStates } from './packChangeStates.ts'
import { qpc } from './product.ts'
import { unitWords } from './units.ts'

const pack = qpc.fields

/** What of a pack may be asked for; what is left empty stays as it is. Which one is the default is no matter of its content. */
export const askedFields = {
  qpc: decimal(pack.qpc.title, { least: 0, most: 1_000_000 }),
  name: text(pack.name.title, { max: 24 }),
  midQpc: pack.midQpc,
  caseUnit: text(pack.caseUnit.title, { max: 8, english: unitWords }),
  midUnit: pack.midUnit,
  barcode: pack.barcode,
  midBarcode: pack.midBarcode,
  palletBarcode: pack.palletBarcode,
  palletTi: pack.palletTi,
  palletHi: pack.palletHi,
  lengthCm: pack.lengthCm,
  widthCm: pack.widthCm,
  heightCm: pack.heightCm,
  volumeM3: pack.volumeM3,
  weightKg: pack.weightKg,
  netWeightKg: pack.netWeightKg,
  midLengthCm: pack.midLengthCm,
  midWidthCm: pack.midWidthCm,
  midHeightCm: pack.midHeightCm,
  midWeightKg: pack.midWeightKg,
  palletLengthCm: pack.palletLengthCm,
  palletWidthCm: pack.palletWidthCm,
  palletHeightCm: pack.palletHeightCm,
  palletWeightKg: pack.palletWeightKg,
} as const

// density: the flow of four eyes, and each fact of a pack once more as what may be asked for
/** 规格变更申请: a new pack, or another content of one, that a second person agrees to and that holds from a day on. */
export const packChange = document('mdm', 'packChange', {
  title: ['规格变更申请', 'Pack change request'],
  module: 'basic.product_qpc',
  prefix: 'GG',
  worksAt: ['GROUP'],
  flow: flow({
    states: packChangeStates,
    initial: 'SAVED',
    typedIn: ['SAVED'],
    final: ['APPLIED', 'CANCELED'],
    fulfilled: ['APPLIED'],
    steps: {
      submit: { title: ['提交', 'Submit'], from: ['SAVED'], to: 'SUBMITTED', verb: 'update', bulk: true },
      approve: {
        title: ['审核', 'Approve'],
        from: ['SUBMITTED'],
        to: 'APPROVED',
        verb: 'approve',
        stamp: 'approvedAt',
        notByMaker: true,
        bulk: true,
      },
      reject: { title: ['驳回', 'Reject'], from: ['SUBMITTED'], to: 'SAVED', verb: 'approve', reason: true },
      retry: { title: ['重新生效', 'Try again'], from: ['FAILED'], to: 'APPROVED', verb: 'approve' },
      cancel: {
        title: ['取消', 'Cancel'],
        from: openChangeStates,
        to: 'CANCELED',
        verb: 'update',
        reason: true,
        danger: true,
      },
    },
  }),
  ownerThrough: 'productId',
  fields: {
    productId: ref(['商品', 'Product'], 'mdm.product', { required: true, frozen: true, filter: true }),
    /** Empty: a new pack is asked for; its id once it is there. */
    qpcId: ref(['规格', 'Pack'], 'mdm.productQpc', { frozen: true, filter: true }),
    effectiveOn: date(['生效日期', 'Effective on'], { required: true, filter: true }),
    cause: text(['变更原因', 'Cause'], { required: true, max: 200 }),
    ...askedFields,
    submittedBy: ref(['提交人', 'Submitted by'], 'sys.user', { derived: true }),
    appliedAt: instant(['实际生效时间', 'In effect since'], { derived: true }),
    problem: text(['失败原因', 'Why it failed'], { derived: true, max: 300 }),
  },
  list: ['billNo', 'state', 'productId', 'qpcId', 'effectiveOn', 'qpc', 'barcode', 'cause', 'problem'],
  found: false,
  actions: ['view', 'create', 'update', 'remove', 'approve'],
  verbs: { apply: ['生效', 'Takes effect'], fail: ['生效失败', 'Failed'] },
})

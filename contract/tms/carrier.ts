import { childRows, entity } from '../kernel/entity.ts'
import { choice, code, computed, date, decimal, flag, int, money, ref, rows, text } from '../kernel/field.ts'

export const settleCycles = {
  TRIP: ['按趟', 'Per trip'],
  WEEK: ['周结', 'Weekly'],
  HALF_MONTH: ['半月结', 'Twice a month'],
  MONTH: ['月结', 'Monthly'],
} as const

/** A paper of somebody's or something's that ends one day. */
export const expiry = {
  no: code(['证号', 'No.'], { max: 32 }),
  validTo: date(['有效期至', 'Valid to'], { required: true }),
}

const certificate = childRows('tms', 'carrierCertificate', 'tms.carrier', {
  title: ['资质证件', 'Certificate'],
  scope: 'group',
  fields: {
    carrierId: ref(['承运商', 'Carrier'], 'tms.carrier', { required: true, derived: true }),
    kind: choice(
      ['类型', 'Kind'],
      {
        TRANSPORT: ['道路运输经营许可证', 'Transport licence'],
        BUSINESS: ['营业执照', 'Business licence'],
        CONTRACT: ['承运合同', 'Contract'],
        INSURANCE: ['承运责任险', 'Liability insurance'],
      },
      { required: true },
    ),
    ...expiry,
  },
  unique: [['carrierId', 'kind', 'validTo']],
})

// density: beside the master stands how its log-in is made.
/** 承运商: who drives. A tenant's own fleet is one of them. */
export const carrier = entity('tms', 'carrier', {
  title: ['承运商', 'Carrier'],
  module: 'carrier.carrier',
  ownerThrough: 'everybody',
  carrierThrough: 'itself',
  fields: {
    code: code(['代码', 'Code'], { required: true, filter: true, frozen: true }),
    name: text(['名称', 'Name'], { required: true, filter: true }),
    kind: choice(
      ['类型', 'Kind'],
      {
        OWN: ['自有', 'Own fleet'],
        CONTRACT: ['外协', 'Contracted'],
        SPOT: ['临时', 'Spot'],
        PLATFORM: ['网络货运', 'Online freight platform'],
      },
      { required: true, filter: true, initial: 'CONTRACT' },
    ),
    creditCode: code(['统一社会信用代码', 'Credit code'], { max: 18 }),
    contact: text(['联系人', 'Contact'], { max: 32 }),
    phone: text(['电话', 'Phone'], { max: 32 }),
    contractFrom: date(['合同起', 'Contract from'], {}),
    contractTo: date(['合同止', 'Contract to'], { filter: true }),
    invoiceRate: decimal(['开票税率%', 'Invoice tax %'], { scale: 2, most: 100 }),
    settleCycle: choice(['结算周期', 'Settlement'], settleCycles, { required: true, initial: 'MONTH' }),
    bankName: text(['开户行', 'Bank'], { max: 64 }),
    bankAccount: code(['银行账号', 'Account'], { max: 32 }),
    deposit: money(['押金', 'Deposit'], {}),
    certificates: rows(['资质证件', 'Certificates'], certificate),
    trucks: computed(int(['车辆数', 'Trucks'])),
    drivers: computed(int(['司机数', 'Drivers'])),
    /** The first of its certificates and its contract to end. */
    nextExpiry: computed(date(['最近到期', 'Next expiry'], { filter: true })),
    isExpired: computed(flag(['已过期', 'Expired'], { filter: true })),
  },
  list: ['code', 'name', 'kind', 'trucks', 'drivers', 'contractTo', 'nextExpiry', 'contact', 'phone'],
  unique: [['code']],
  actions: ['create', 'update', 'enable_disable', 'import', 'export'],
  details: { username: code(['用户名', 'User name'], { max: 64 }) },
  verbs: { makeAccount: ['生成账号', 'Make a log-in'] },
})

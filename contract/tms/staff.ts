import { entity } from '../kernel/entity.ts'
import { choices, code, computed, date, flag, ref, text } from '../kernel/field.ts'

export const staffKinds = {
  DRIVER: ['司机', 'Driver'],
  ESCORT: ['押运', 'Escort'],
  LOADER: ['装卸', 'Loader'],
  DISPATCHER: ['调度', 'Dispatcher'],
} as const

/** 人员: who drives, escorts, loads or plans. */
export const staff = entity('tms', 'staff', {
  title: ['人员', 'Staff'],
  module: 'basic.staff',
  ownerThrough: 'everybody',
  carrierThrough: 'carrierId',
  fields: {
    code: code(['工号', 'No.'], { required: true, filter: true, frozen: true }),
    name: text(['姓名', 'Name'], { required: true, filter: true, max: 32 }),
    kinds: choices(['工种', 'Work'], staffKinds, { filter: true, initial: ['DRIVER'] }),
    phone: code(['手机', 'Phone'], { required: true, filter: true, max: 20 }),
    idNo: code(['身份证号', 'ID no.'], { max: 18 }),
    carrierId: ref(['承运商', 'Carrier'], 'tms.carrier', { filter: true }),
    userId: ref(['登录账号', 'User'], 'sys.user'),
    licenceId: ref(['准驾车型', 'Licence class'], 'tms.sysDriverLicense', { filter: true }),
    licenceNo: code(['驾驶证号', 'Licence no.'], { max: 32 }),
    licenceTo: date(['驾驶证有效期至', 'Licence valid to'], {}),
    qualificationNo: code(['从业资格证号', 'Qualification no.'], { max: 32 }),
    qualificationTo: date(['从业资格有效期至', 'Qualification valid to'], {}),
    hiredOn: date(['入职日期', 'Hired on'], {}),
    leftOn: date(['离职日期', 'Left on'], {}),
    nextExpiry: computed(date(['最近到期', 'Next expiry'], { filter: true })),
    isExpired: computed(flag(['已过期', 'Expired'], { filter: true })),
  },
  list: ['code', 'name', 'phone', 'kinds', 'carrierId', 'licenceId', 'nextExpiry', 'userId'],
  unique: [['code'], ['phone']],
  actions: ['create', 'update', 'enable_disable', 'import', 'export'],
})

import { entity } from '../kernel/entity.ts'
import { code, refs, text } from '../kernel/field.ts'

/** 准驾车型: classes of driving licences, and which others each covers. They are the product's, copied into each tenant. */
export const driverLicence = entity('tms', 'sysDriverLicense', {
  title: ['准驾车型', 'Driver licence class'],
  module: 'basic.driverLicense',
  ownerThrough: 'everybody',
  carrierThrough: 'everybody',
  fields: {
    code: code(['代码', 'Code'], { required: true, filter: true, frozen: true, max: 4 }),
    name: text(['名称', 'Name'], { required: true, filter: true, english: 'nameEn' }),
    nameEn: text(['英文名称', 'English name']),
    covers: refs(['可驾驶', 'Covers'], 'tms.sysDriverLicense'),
  },
  unique: [['code']],
  list: ['code', 'name', 'covers'],
  actions: ['enable_disable', 'export'],
})

import { entity } from '../kernel/entity.ts'
import { code, decimal, flag, int, ref, text } from '../kernel/field.ts'

/** 系统车型库: kinds of trucks as they are sold, with usual measures. They are the product's, copied into each tenant. */
export const sysTruckType = entity('tms', 'sysTruckType', {
  title: ['系统车型', 'System truck type'],
  module: 'model.sysTruckType',
  ownerThrough: 'everybody',
  carrierThrough: 'everybody',
  fields: {
    code: code(['代码', 'Code'], { required: true, filter: true, frozen: true }),
    name: text(['名称', 'Name'], { required: true, filter: true, english: 'nameEn' }),
    nameEn: text(['英文名称', 'English name']),
    lengthM: decimal(['车厢长m', 'Box length m'], { scale: 2, most: 30 }),
    loadKg: decimal(['载重kg', 'Payload kg'], { required: true, most: 100_000 }),
    volumeM3: decimal(['容积m³', 'Volume m³'], { required: true, most: 500 }),
    grossKg: decimal(['总质量kg', 'Gross weight kg'], { most: 200_000 }),
    axles: int(['轴数', 'Axles'], { least: 2, most: 10 }),
    licenceId: ref(['最低准驾', 'Lowest licence'], 'tms.sysDriverLicense'),
    /** Trucks above 4.5 t of gross weight. */
    needsPermit: flag(['需道路运输证', 'Road permit'], { filter: true }),
  },
  unique: [['code']],
  list: ['code', 'name', 'lengthM', 'loadKg', 'volumeM3', 'grossKg', 'axles', 'licenceId', 'needsPermit'],
  actions: ['enable_disable', 'export', 'run'],
  verbs: { run: ['引用到车型', 'Adopt'] },
})

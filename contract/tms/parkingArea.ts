import { entity } from '../kernel/entity.ts'
import { choice, code, decimal, int, ref, text } from '../kernel/field.ts'

/** 停车区: where trucks wait until they are called. */
export const parkingArea = entity('tms', 'parkingArea', {
  title: ['停车区', 'Parking area'],
  module: 'basic.parkingArea',
  ownerThrough: 'everybody',
  fields: {
    code: code(['代码', 'Code'], { required: true, filter: true, frozen: true }),
    name: text(['名称', 'Name'], { required: true, filter: true }),
    kind: choice(
      ['类型', 'Kind'],
      { YARD: ['停车场', 'Yard'], WAIT: ['待装区', 'Waiting area'], DOCK: ['月台', 'Dock'] },
      { required: true, filter: true, initial: 'YARD' },
    ),
    siteId: ref(['所在站点', 'Site'], 'tms.clientSite', { filter: true }),
    capacity: int(['车位数', 'Places'], { required: true, initial: 1, least: 1, most: 9_999 }),
    lng: decimal(['经度', 'Longitude'], { scale: 6, least: -180, most: 180 }),
    lat: decimal(['纬度', 'Latitude'], { scale: 6, least: -90, most: 90 }),
  },
  list: ['code', 'name', 'kind', 'siteId', 'capacity', 'lng', 'lat'],
  unique: [['code']],
  actions: ['create', 'update', 'enable_disable', 'remove', 'import', 'export'],
})

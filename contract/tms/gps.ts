import { z } from 'zod'
import { get, id, post } from '../kernel/call.ts'
import { childRows, entity, entityPath, entityPermission } from '../kernel/entity.ts'
import { choice, code, computed, decimal, flag, instant, int, ref, rows, text } from '../kernel/field.ts'

/** In what a provider's coordinates are. All that is kept is WGS-84. */
export const coordSystems = {
  WGS84: ['WGS84', 'WGS-84'],
  GCJ02: ['GCJ02（高德、腾讯）', 'GCJ-02 (Amap, Tencent)'],
  BD09: ['BD09（百度）', 'BD-09 (Baidu)'],
} as const
export type CoordSystem = keyof typeof coordSystems

const device = childRows('tms', 'gpsDevice', 'tms.gpsConfig', {
  title: ['定位设备', 'Device'],
  scope: 'group',
  fields: {
    configId: ref(['定位接口', 'Source'], 'tms.gpsConfig', { required: true, derived: true }),
    /** Of JT/T 808 the terminal's phone number, without noughts before it. */
    deviceNo: code(['设备号', 'Device no.'], { required: true, max: 20 }),
    truckId: ref(['车辆', 'Truck'], 'tms.truck', { required: true }),
    lastAt: computed(instant(['最近定位', 'Last position'])),
  },
  unique: [['deviceNo']],
})
export const gpsDevice = device.entity

// density: positions come by two ways, are kept twice, and are asked for by provider, truck and trip
/** 定位接口: by whom positions of trucks come, and which device is on which truck. */
export const gpsConfig = entity('tms', 'gpsConfig', {
  title: ['定位接口', 'GPS source'],
  module: 'basic.gpsConfig',
  ownerThrough: 'everybody',
  fields: {
    code: code(['代码', 'Code'], { required: true, filter: true, frozen: true }),
    name: text(['服务商', 'Provider'], { required: true, filter: true }),
    kind: choice(
      ['接入方式', 'Comes by'],
      { HTTP: ['HTTP推送', 'HTTP push'], JT808: ['部标808（TCP）', 'JT/T 808 over TCP'] },
      { required: true, initial: 'HTTP', filter: true },
    ),
    system: choice(['坐标系', 'Coordinates'], coordSystems, { required: true, initial: 'WGS84' }),
    note: text(['备注', 'Note'], { max: 200 }),
    devices: rows(['设备', 'Devices'], device),
    deviceCount: int(['设备数', 'Devices']),
    lastAt: computed(instant(['最近数据', 'Last data'])),
    offline: computed(int(['离线设备', 'Offline'])),
  },
  sums: { deviceCount: 'devices' },
  list: ['code', 'name', 'kind', 'system', 'deviceCount', 'lastAt', 'offline'],
  unique: [['code']],
  actions: ['create', 'update', 'enable_disable', 'run', 'import', 'export'],
})

/** 轨迹点: where a truck was. Each is kept once, and no longer than the option says. */
export const gpsFix = entity('tms', 'gpsFix', {
  title: ['轨迹点', 'Position'],
  ownerThrough: 'everybody',
  carrierThrough: 'truckId',
  found: false,
  fields: {
    truckId: ref(['车辆', 'Truck'], 'tms.truck', { required: true }),
    at: instant(['定位时间', 'At'], { required: true }),
    lng: decimal(['经度', 'Longitude'], { required: true, scale: 6, least: -180, most: 180 }),
    lat: decimal(['纬度', 'Latitude'], { required: true, scale: 6, least: -90, most: 90 }),
    speedKmh: decimal(['速度km/h', 'Speed km/h'], { scale: 1 }),
    heading: int(['方向', 'Heading']),
    odoKm: decimal(['里程km', 'Odometer km'], { scale: 1 }),
    temp1: decimal(['温度1', 'Temperature 1'], { scale: 1, least: -100 }),
    temp2: decimal(['温度2', 'Temperature 2'], { scale: 1, least: -100 }),
    /** A jump or a speed that no truck makes: kept, and nothing follows from it. */
    isBad: flag(['异常点', 'Not believed']),
  },
  unique: [['truckId', 'at']],
  indexes: [['at']],
  actions: [],
})

/** 车辆位置: the last position of each truck, so that the map reads no tracks. */
export const truckPos = entity('tms', 'truckPos', {
  title: ['车辆位置', 'Truck position'],
  ownerThrough: 'everybody',
  carrierThrough: 'truckId',
  found: false,
  fields: {
    truckId: ref(['车辆', 'Truck'], 'tms.truck', { required: true }),
    at: instant(['定位时间', 'At'], { required: true }),
    lng: decimal(['经度', 'Longitude'], { required: true, scale: 6, least: -180, most: 180 }),
    lat: decimal(['纬度', 'Latitude'], { required: true, scale: 6, least: -90, most: 90 }),
    speedKmh: decimal(['速度km/h', 'Speed km/h'], { scale: 1 }),
    heading: int(['方向', 'Heading']),
    temp1: decimal(['温度1', 'Temperature 1'], { scale: 1, least: -100 }),
    temp2: decimal(['温度2', 'Temperature 2'], { scale: 1, least: -100 }),
    /** When the server heard of it: by this whoever watches asks for what is new. */
    heardAt: instant(['接收时间', 'Heard at'], { required: true }),
  },
  unique: [['truckId']],
  indexes: [['heardAt']],
  actions: [],
})

/** Positions that one call brings. */
export const fixesMax = 500
const number = z.number().finite()
const fix = z.object({
  deviceNo: z.string().min(1).max(20),
  at: z.iso.datetime({ offset: true }),
  lng: number.min(-180).max(180),
  lat: number.min(-90).max(90),
  speedKmh: number.min(0).max(1_000).optional(),
  heading: number.min(0).max(360).optional(),
  odoKm: number.min(0).max(10_000_000).optional(),
  temps: z.array(number.min(-100).max(200)).max(2).optional(),
})
export type PushedFix = z.output<typeof fix>
/** A provider's system, which signs as every other company's does, says where trucks are. Told again nothing happens. */
export const pushFixes = post('/tms/api/gps/push', {
  title: ['上报车辆定位', 'Send positions of trucks'],
  permission: 'tms:basic.gpsPush:run',
  reads: [truckPos.key],
  input: z.object({
    /** The code of the source. */
    source: z.string().min(1).max(30),
    fixes: z.array(fix).min(1).max(fixesMax),
  }),
  output: z.object({
    applied: z.number(),
    /** Known before. */
    repeated: z.number(),
    refused: z.array(z.object({ index: z.number(), code: z.number(), message: z.string() })),
  }),
})

const shownFix = z.object({
  deviceNo: z.string(),
  plate: z.string(),
  at: z.string(),
  lng: z.string(),
  lat: z.string(),
  speedKmh: z.string().nullable(),
  isBad: z.boolean(),
})
export type ShownFix = z.output<typeof shownFix>
/** 测试连接: what came last by a source, as it was understood. */
export const lastFixes = get(`${entityPath(gpsConfig)}/lastFixes`, {
  title: ['测试连接', 'What came last'],
  permission: entityPermission(gpsConfig, 'run'),
  input: z.object({ id }),
  output: z.array(shownFix),
  reads: [gpsConfig.key, truckPos.key],
})

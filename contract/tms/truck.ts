import { childRows, entity } from '../kernel/entity.ts'
import { choice, choices, code, computed, date, decimal, flag, int, ref, rows, text } from '../kernel/field.ts'
import { expiry } from './carrier.ts'
import { skills } from './skills.ts'

const certificate = childRows('tms', 'truckCertificate', 'tms.truck', {
  title: ['车辆证件', 'Truck certificate'],
  scope: 'group',
  fields: {
    truckId: ref(['车辆', 'Truck'], 'tms.truck', { required: true, derived: true }),
    kind: choice(
      ['类型', 'Kind'],
      {
        ROAD_PERMIT: ['道路运输证', 'Road permit'],
        COMPULSORY: ['交强险', 'Compulsory insurance'],
        COMMERCIAL: ['商业险', 'Commercial insurance'],
        INSPECTION: ['年检', 'Inspection'],
        CITY_PASS: ['入城通行证', 'City pass'],
      },
      { required: true },
    ),
    ...expiry,
  },
  unique: [['truckId', 'kind', 'validTo']],
})

/** 车辆 */
export const truck = entity('tms', 'truck', {
  title: ['车辆', 'Truck'],
  module: 'carrier.truck',
  ownerThrough: 'everybody',
  carrierThrough: 'carrierId',
  fields: {
    code: text(['车牌号', 'Plate'], { required: true, filter: true, frozen: true, max: 12 }),
    plateColour: choice(
      ['车牌颜色', 'Plate colour'],
      {
        BLUE: ['蓝', 'Blue'],
        YELLOW: ['黄', 'Yellow'],
        GREEN: ['绿', 'Green'],
        YELLOW_GREEN: ['黄绿', 'Yellow-green'],
      },
      { required: true, initial: 'BLUE' },
    ),
    carrierId: ref(['承运商', 'Carrier'], 'tms.carrier', { required: true, filter: true }),
    typeId: ref(['车型', 'Type'], 'tms.truckType', { required: true, filter: true }),
    loadKg: decimal(['载重kg', 'Payload kg'], { most: 100_000, hint: ['不填按车型', "Blank: as its type's"] }),
    volumeM3: decimal(['容积m³', 'Volume m³'], { most: 500, hint: ['不填按车型', "Blank: as its type's"] }),
    skills: choices(['装备', 'Equipment'], skills, { filter: true }),
    driverId: ref(['默认司机', 'Usual driver'], 'tms.staff', { filter: true }),
    parkingId: ref(['停放地', 'Home parking'], 'tms.parkingArea'),
    vin: code(['车架号', 'VIN'], { max: 17 }),
    engineNo: code(['发动机号', 'Engine no.'], { max: 32 }),
    fuel: choice(
      ['能源', 'Fuel'],
      {
        DIESEL: ['柴油', 'Diesel'],
        PETROL: ['汽油', 'Petrol'],
        ELECTRIC: ['纯电', 'Electric'],
        GAS: ['天然气', 'Gas'],
      },
      { filter: true },
    ),
    odometerKm: int(['里程km', 'Odometer km'], {}),
    inRepair: flag(['维修中', 'In repair'], { filter: true }),
    certificates: rows(['证件', 'Certificates'], certificate),
    note: text(['备注', 'Note'], { max: 200 }),
    /** Its own figures, or those of its type. */
    usableKg: computed(decimal(['可用载重kg', 'Usable payload kg'])),
    usableM3: computed(decimal(['可用容积m³', 'Usable volume m³'])),
    nextExpiry: computed(date(['最近到期', 'Next expiry'], { filter: true })),
    isExpired: computed(flag(['已过期', 'Expired'], { filter: true })),
  },
  list: ['code', 'typeId', 'carrierId', 'driverId', 'nextExpiry', 'inRepair', 'usableKg', 'usableM3', 'skills', 'fuel'],
  unique: [['code']],
  label: { code: 'code', name: 'code' },
  actions: ['create', 'update', 'enable_disable', 'import', 'export'],
})

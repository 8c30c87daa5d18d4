import { entity } from '../kernel/entity.ts'
import { choices, code, computed, decimal, int, money, ref, text } from '../kernel/field.ts'
import { skills } from './skills.ts'

/** 车型: what a kind of the tenant's trucks carries and costs; what counts where a truck says nothing of its own. */
export const truckType = entity('tms', 'truckType', {
  title: ['车型', 'Truck type'],
  module: 'model.truckType',
  ownerThrough: 'everybody',
  carrierThrough: 'everybody',
  fields: {
    code: code(['代码', 'Code'], { required: true, filter: true, frozen: true }),
    name: text(['名称', 'Name'], { required: true, filter: true }),
    sysTypeId: ref(['系统车型', 'System type'], 'tms.sysTruckType'),
    loadKg: decimal(['载重kg', 'Payload kg'], { required: true, most: 100_000 }),
    volumeM3: decimal(['容积m³', 'Volume m³'], { required: true, most: 500 }),
    pallets: int(['托盘位', 'Pallets'], { most: 99 }),
    containers: int(['容器位', 'Containers'], { most: 9_999 }),
    maxStops: int(['最多站点', 'Most stops'], { least: 1, most: 999 }),
    speedFactor: decimal(['速度系数', 'Speed factor'], {
      required: true,
      initial: '1',
      scale: 2,
      least: 0.1,
      most: 3,
      hint: ['路程时间的倍数，1.2表示慢20%', 'Driving times are multiplied by it: 1.2 is 20 % slower'],
    }),
    costFixed: money(['出车成本', 'Cost per trip'], {}),
    costPerKm: money(['公里成本', 'Cost per km'], {}),
    costPerHour: money(['小时成本', 'Cost per hour'], {}),
    costPerStop: money(['站点成本', 'Cost per stop'], {}),
    skills: choices(['装备', 'Equipment'], skills, { filter: true }),
    tempMin: decimal(['最低温℃', 'Lowest °C'], { scale: 1, least: -60, most: 60 }),
    tempMax: decimal(['最高温℃', 'Highest °C'], { scale: 1, least: -60, most: 60 }),
    grossKg: decimal(['总质量kg', 'Gross weight kg'], { most: 200_000 }),
    lengthM: decimal(['车长m', 'Length m'], { scale: 2, most: 30 }),
    licenceId: ref(['最低准驾', 'Lowest licence'], 'tms.sysDriverLicense'),
    trucks: computed(int(['车辆数', 'Trucks'])),
  },
  list: ['code', 'name', 'loadKg', 'volumeM3', 'pallets', 'costFixed', 'costPerKm', 'skills', 'trucks', 'licenceId'],
  unique: [['code']],
  actions: ['create', 'update', 'enable_disable', 'remove', 'import', 'export'],
})

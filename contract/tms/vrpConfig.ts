import { post, seen } from '../kernel/call.ts'
import { entity, entityPath, entityPermission } from '../kernel/entity.ts'
import { choice, choices, decimal, flag, int, text, time } from '../kernel/field.ts'
import type { Text } from '../kernel/text.ts'

/** What a term of real money counts: 1 is as it stands at the type of the truck, 0 not at all. */
const times = (title: Text) => decimal(title, { required: true, initial: '1', scale: 2, most: 10 })
/** What a unit of something that is not wanted costs, in money; 0: it does not matter. */
const price = (title: Text, hint?: Text) =>
  decimal(title, { required: true, initial: '0', scale: 2, most: 100_000, ...(hint && { hint }) })
/** So much of what a truck holds may be planned, in per cent. */
const fill = (title: Text, initial: string) =>
  decimal(title, { required: true, initial, scale: 1, least: 1, most: 100 })

// density: some fifty settings in six sections, each with its bounds
/** 排线参数: what a plan of routes is to be good at and what it must keep to. Each transport centre has its own, one of them by default. */
export const vrpConfig = entity('tms', 'vrpConfig', {
  title: ['排线参数', 'Routing settings'],
  module: 'basic.vrpConfig',
  scope: 'org',
  worksAt: ['TC'],
  ownerThrough: 'everybody',
  fields: {
    name: text(['名称', 'Name'], { required: true, filter: true }),
    isDefault: flag(['默认', 'Default'], { derived: true, filter: true }),
    note: text(['备注', 'Note'], { max: 200 }),
    objective: choice(
      ['目标', 'Objective'],
      {
        TRUCKS_FIRST: ['车辆最少', 'Fewest trucks'],
        COST: ['成本最低', 'Lowest cost'],
        DISTANCE: ['里程最短', 'Shortest distance'],
        BALANCED: ['均衡', 'Balanced'],
      },
      { required: true, filter: true, initial: 'TRUCKS_FIRST' },
    ),
    unassignedCost: decimal(['未排成本', 'Cost of an order left out'], {
      required: true,
      initial: '1000000',
      scale: 2,
      most: 1e9,
      hint: ['乘以（1+优先级÷10）', 'Multiplied by 1 + priority ÷ 10'],
    }),
    wTruck: times(['出车成本倍数', 'Trip cost ×']),
    wKm: times(['公里成本倍数', 'Cost per km ×']),
    wHour: times(['小时成本倍数', 'Cost per hour ×']),
    wStop: times(['站点成本倍数', 'Cost per stop ×']),
    wCompact: price(
      ['分散成本/km', 'Cost of spread per km'],
      ['大于0时线路更集中，即使里程略增', 'Above 0 tours are more compact, even if a little longer'],
    ),
    wRegionMix: price(['跨区域成本', 'Cost of a further region']),
    wBalanceStops: price(['站点不均成本', 'Cost of uneven stops']),
    departFrom: time(['最早发车', 'Departs from'], { required: true, initial: '04:00' }),
    departTo: time(['最晚发车', 'Departs until'], { required: true, initial: '10:00' }),
    lateMaxMin: int(['最多晚到min', 'Latest by min'], {
      required: true,
      initial: 0,
      most: 1440,
      hint: ['0表示时间窗不可超过', '0: time windows are kept'],
    }),
    lateCostPerMin: price(['晚到成本/min', 'Cost of lateness per min']),
    shiftMin: int(['标准班次min', 'Shift min'], { required: true, initial: 600, least: 60, most: 1440 }),
    overtimeCostPerMin: price(['超时成本/min', 'Cost of overtime per min']),
    breakAfterMin: int(['连续驾驶min', 'Driving before a rest min'], {
      required: true,
      initial: 240,
      least: 30,
      most: 600,
    }),
    breakMin: int(['休息min', 'Rest min'], { required: true, initial: 20, most: 240 }),
    capacities: choices(
      ['装载维度', 'Capacities'],
      {
        WEIGHT: ['重量', 'Weight'],
        VOLUME: ['体积', 'Volume'],
        PALLETS: ['托盘', 'Pallets'],
        CONTAINERS: ['容器', 'Containers'],
      },
      { initial: ['WEIGHT', 'VOLUME'] },
    ),
    weightFill: fill(['重量上限%', 'Weight up to %'], '100'),
    volumeFill: fill(['体积上限%', 'Volume up to %'], '95'),
    palletsFill: fill(['托盘上限%', 'Pallets up to %'], '100'),
    containersFill: fill(['容器上限%', 'Containers up to %'], '100'),
    minFill: decimal(['出车最低装载%', 'Least fill of a trip %'], {
      required: true,
      initial: '0',
      scale: 1,
      most: 100,
      hint: ['装载不足时不再多开一辆车', 'No further truck goes for less'],
    }),
    mixedTemp: flag(['允许混温', 'Temperatures may be mixed']),
    pickups: choice(
      ['取货', 'Pick-ups'],
      {
        AFTER_DELIVERIES: ['送完后取', 'After the deliveries'],
        MIXED: ['随送随取', 'Mixed'],
        SEPARATE: ['单独成趟', 'Trips of their own'],
      },
      { required: true, initial: 'AFTER_DELIVERIES' },
    ),
    maxStops: int(['最多站点', 'Most stops'], { least: 1, most: 500 }),
    maxKm: int(['最多公里', 'Most km'], { least: 1, most: 5_000 }),
    maxDurationMin: int(['最长用时min', 'Longest min'], { required: true, initial: 720, least: 30, most: 2_880 }),
    maxTrips: int(['每车最多趟数', 'Trips per truck'], { required: true, initial: 1, least: 1, most: 5 }),
    reloadMin: int(['再装车min', 'Reload min'], { required: true, initial: 45, most: 480 }),
    openRoute: flag(['不返回车场', 'Trucks do not return']),
    budgetS: int(['求解时限s', 'Solving time s'], { required: true, initial: 20, least: 1, most: 600 }),
    maxIter: int(['最多迭代', 'Most iterations'], {
      least: 1,
      most: 100_000_000,
      hint: ['填写后结果可逐位重现', 'With it a result can be repeated exactly'],
    }),
    seed: int(['随机种子', 'Seed'], { required: true, initial: 1 }),
  },
  list: [
    'name',
    'isDefault',
    'objective',
    'capacities',
    'minFill',
    'maxStops',
    'maxDurationMin',
    'departFrom',
    'budgetS',
    'note',
  ],
  unique: [['name']],
  label: { code: 'name', name: 'name' },
  sort: '-isDefault,name',
  actions: ['create', 'update', 'enable_disable', 'remove'],
  verbs: { setDefault: ['设为默认', 'Make default'] },
})

/** 设为默认: the one that is taken where nobody chooses. */
export const defaultVrpConfig = post(`${entityPath(vrpConfig)}/setDefault`, {
  title: ['设为默认', 'Make default'],
  permission: entityPermission(vrpConfig, 'update'),
  input: seen,
  output: seen,
})

import type { OptionDef, Options } from '../kernel/optionDef.ts'
import { roadOptions } from './roadOptions.ts'

const speed = (title: OptionDef['title'], initial: string) =>
  ({
    group: 'tms',
    type: 'INT',
    title,
    description: [
      '估算路程用；每段按各自的速度累计，所以路程越长，时长不会变短。',
      'For estimated ways; each part is driven at its own speed, so that a longer way never takes less time.',
    ],
    initial,
    level: 'TENANT',
    least: 5,
    most: 120,
  }) as const satisfies OptionDef

export const options = {
  tms_road_detour: {
    group: 'tms',
    type: 'INT',
    title: ['绕行系数（直线距离的百分之几）', 'Detour (road distance in per cent of the straight line)'],
    description: [
      '没有实测路段的两点之间，按直线距离乘以该系数估算。',
      'Between two places without a known way, the straight line is multiplied by it.',
    ],
    initial: '135',
    level: 'TENANT',
    least: 100,
    most: 300,
  },
  tms_speed_to_5: speed(['前5公里平均速度km/h', 'Speed of the first 5 km, km/h'], '22'),
  tms_speed_to_20: speed(['5至20公里平均速度km/h', 'Speed from 5 to 20 km, km/h'], '32'),
  tms_speed_to_60: speed(['20至60公里平均速度km/h', 'Speed from 20 to 60 km, km/h'], '45'),
  tms_speed_beyond: speed(['60公里以上平均速度km/h', 'Speed beyond 60 km, km/h'], '62'),
  tms_trip_flow: {
    group: 'tms',
    type: 'STRING',
    title: ['派车单流程（SHORT简、FULL全）', 'Flow of trips (SHORT or FULL)'],
    description: [
      'SHORT：待发布→已发布→在途→已完成，中间状态自动经过。FULL：接单、报到、装车、回场、关闭逐步登记。',
      'SHORT: draft, released, on the road, closed; stages between are passed by themselves. FULL: each stage is recorded.',
    ],
    initial: 'SHORT',
    level: 'ORG',
    choices: ['SHORT', 'FULL'],
  },
  tms_on_time_tolerance_min: {
    group: 'tms',
    type: 'INT',
    title: ['准点容差分钟', 'Minutes that count as on time'],
    description: [
      '实际到达与计划到达相差不超过该分钟数为准点。',
      'An arrival within so many minutes of the plan is on time.',
    ],
    initial: '15',
    level: 'ORG',
    least: 0,
    most: 240,
  },
  tms_km_source: {
    group: 'tms',
    type: 'STRING',
    title: ['计费里程来源（GPS轨迹、ODO里程表、PLAN计划）', 'Kilometres charged by (GPS, ODO or PLAN)'],
    description: [
      '按所选来源计费；没有数据时依次取里程表、轨迹、计划里程。精确到0.1公里。',
      'By this source; where it has none, by odometer, track, or plan. To a tenth of a kilometre.',
    ],
    initial: 'GPS',
    level: 'ORG',
    choices: ['GPS', 'ODO', 'PLAN'],
  },
  tms_enforce_permit: {
    group: 'tms',
    type: 'BOOL',
    title: ['发布派车单时检查资质', 'Check papers when trips are released'],
    description: [
      '车辆证件、承运合同、驾驶证和准驾车型不符合的派车单不能发布。',
      'A trip is not released when papers of truck, carrier or driver have ended, or the licence does not cover the truck.',
    ],
    initial: 'true',
    level: 'ORG',
  },
  ...roadOptions,
} as const satisfies Record<string, OptionDef>

export const tmsOptions: Options = { groups: { tms: ['运输', 'Transport'] }, defs: options }

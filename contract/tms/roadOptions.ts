import type { OptionDef } from '../kernel/optionDef.ts'

const count = (
  title: OptionDef['title'],
  description: OptionDef['description'],
  [initial, least, most]: readonly [initial: string, least: number, most: number],
) =>
  ({ group: 'tms', type: 'INT', title, description, initial, level: 'ORG', least, most }) as const satisfies OptionDef
const flag = (title: OptionDef['title'], description: OptionDef['description']) =>
  ({ group: 'tms', type: 'BOOL', title, description, initial: 'true', level: 'ORG' }) as const satisfies OptionDef

/** What positions of trucks lead to. */
export const roadOptions = {
  tms_auto_depart_by_geofence: flag(
    ['驶出车场自动发车', 'Departure by the fence of the depot'],
    [
      '已可发车的派车单，车辆驶出车场围栏后自动登记发车。',
      'A trip that may depart does so when its truck has left the fence of the depot.',
    ],
  ),
  tms_auto_arrive_by_geofence: flag(
    ['驶入门店围栏自动到达', 'Arrival by the fence of the store'],
    [
      '车辆驶入计划门店的围栏并停下后自动登记到达。',
      'A truck that stops within the fence of its next store has arrived there.',
    ],
  ),
  tms_offline_min: count(
    ['离线判定分钟', 'Minutes until a truck is offline'],
    [
      '在途车辆超过该分钟数没有定位，生成离线异常。',
      'A truck on the road without a position for so long is an abnormal.',
    ],
    ['10', 2, 240],
  ),
  tms_stop_long_min: count(
    ['长停判定分钟', 'Minutes of a long stop'],
    [
      '在围栏以外停车超过该分钟数，生成长停异常。',
      'A truck that stands outside of all fences for so long is an abnormal.',
    ],
    ['30', 5, 480],
  ),
  tms_off_route_m: count(
    ['偏航判定米数', 'Metres off the route'],
    [
      '连续三个定位点偏离计划路线超过该距离（长路段按其长度的百分之十五），生成偏航异常。',
      'Three positions in a row so far off the planned way, or 15 percent of a long leg, are an abnormal.',
    ],
    ['2000', 200, 50_000],
  ),
  tms_temp_chill_from: count(
    ['冷藏最低温度℃', 'Chilled goods: least °C'],
    ['低于该温度15分钟，生成超温异常。', 'Below it for 15 minutes is an abnormal.'],
    ['0', -10, 15],
  ),
  tms_temp_chill_to: count(
    ['冷藏最高温度℃', 'Chilled goods: most °C'],
    ['高于该温度15分钟，生成超温异常。', 'Above it for 15 minutes is an abnormal.'],
    ['8', 0, 20],
  ),
  tms_temp_frozen_to: count(
    ['冷冻最高温度℃', 'Frozen goods: most °C'],
    ['高于该温度15分钟，生成超温异常。', 'Above it for 15 minutes is an abnormal.'],
    ['-15', -40, 0],
  ),
  tms_gps_keep_days: {
    ...count(
      ['轨迹保留天数', 'Days that positions are kept'],
      ['更早的轨迹点按天清理。', 'Older positions are taken away day by day.'],
      ['90', 7, 730],
    ),
    level: 'TENANT',
  },
} as const satisfies Record<string, OptionDef>

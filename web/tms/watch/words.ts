import type { Text } from '@lading/contract/kernel/text.ts'
import type { Tone } from '../../ui/Mark.tsx'
import type { Standing } from './standing.ts'

export const standings: Readonly<
  Record<Standing, { readonly word: Text; readonly tone: Tone; readonly colour: string }>
> = {
  bad: { word: ['异常', 'Abnormal'], tone: 'bad', colour: '--bad' },
  off: { word: ['离线', 'Offline'], tone: 'idle', colour: '--ink-2' },
  late: { word: ['晚点', 'Late'], tone: 'warn', colour: '--warn' },
  on: { word: ['正常', 'As planned'], tone: 'good', colour: '--good' },
  idle: { word: ['无任务', 'No trip'], tone: 'busy', colour: '--busy' },
}

export const words = {
  title: ['车辆在途监控', 'Trucks on the road'],
  none: ['还没有车辆定位', 'No truck has told where it is yet'],
  noneWhy: [
    '在GPS接口配置中绑定设备后，车辆会显示在这里。',
    'Trucks appear here once devices are bound to them in the GPS configuration.',
  ],
  all: ['全部', 'All'],
  wall: ['大屏', 'Wall'],
  panels: ['显示侧栏', 'Show panels'],
  next: ['下一站', 'Next'],
  lateBy: ['晚{n}分', '{n} min late'],
  earlyBy: ['早{n}分', '{n} min early'],
  onTime: ['准点', 'On time'],
  speed: ['{n}km/h', '{n} km/h'],
  temp: ['{n}℃', '{n} °C'],
  call: ['电话', 'Call'],
  trip: ['派车单详情', 'The trip'],
  play: ['播放', 'Play'],
  pause: ['暂停', 'Pause'],
  playback: ['轨迹回放', 'Play back'],
  playSpeed: ['播放速度', 'Speed'],
  noTrack: ['没有轨迹', 'There is no track'],
  plan: ['计划', 'Plan'],
  eta: ['预计', 'ETA'],
  act: ['实际', 'Actual'],
  depot: ['车场', 'Depot'],
  back: ['回场', 'Return'],
  open: ['新建异常', 'Open an abnormal'],
  opened: ['已新建异常{no}', 'Abnormal {no} was opened'],
  byHand: ['手工到离店', 'Arrival or leave by hand'],
  arrive: ['到达', 'Arrives'],
  leave: ['离开', 'Leaves'],
  stop: ['站点', 'Stop'],
  kind: ['异常类型', 'Kind'],
  what: ['说明', 'What happened'],
  reason: ['原因', 'Reason'],
  event: ['事件', 'Event'],
  wayBills: ['运单', 'Waybills'],
  stands: ['停留{n}分钟', 'Stood {n} minutes'],
} as const satisfies Record<string, Text>

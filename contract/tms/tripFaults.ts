import type { Refusal } from '../kernel/fault.ts'

const refusal = (code: number, zh: string, en: string): Refusal => ({ code, text: [zh, en] })

/** Why a trip is not sent, changed or driven further. */
export const tripFaults = {
  truckBusy: refusal(
    42350,
    '车辆【{p}】在{t1}-{t2}已有派车单【{no}】',
    'Truck [{p}] is on trip [{no}] from {t1} to {t2}',
  ),
  driverBusy: refusal(
    42351,
    '司机【{p}】在{t1}-{t2}已有派车单【{no}】',
    'Driver [{p}] is on trip [{no}] from {t1} to {t2}',
  ),
  overWeight: refusal(42352, '超载：{w}/{cap}kg', 'Overloaded: {w} of {cap} kg'),
  overVolume: refusal(
    42353,
    '超容积：{v}/{cap}m³，需要放行权限',
    'Over volume: {v} of {cap} m³ needs the right to permit',
  ),
  unfit: refusal(42354, '资质不符：{what}', 'Not qualified: {what}'),
  noTruck: refusal(42355, '派车单【{no}】没有车辆或司机，不能发布', 'Trip [{no}] has no truck or no driver'),
  empty: refusal(42356, '派车单【{no}】没有运单，不能发布', 'Trip [{no}] has no waybills'),
  stopsOpen: refusal(42357, '还有{n}个站点未完成，不能回场', '{n} stops are not done yet'),
  loading: refusal(42358, '已开始装车，请先卸车', 'Loading has begun: unload first'),
  dayOrder: refusal(42359, '返回时间必须晚于发车时间', 'It must return after it departs'),
  elsewhere: refusal(
    42360,
    '运单【{no}】的发货点不是派车单的发车点',
    'Waybill [{no}] is not loaded where the trip begins',
  ),
  notOnTrip: refusal(42361, '运单不在该派车单上', 'The waybill is not on this trip'),
  onRoadGoods: refusal(42362, '已发车，只能增加提货、退货类运单', 'On the road only goods to be fetched can be added'),
  tooOld: refusal(42363, '事件发生已超过24小时，请由调度补录', 'Older than 24 hours: the dispatcher has to enter it'),
  tooEarly: refusal(42364, '事件时间晚于当前时间', 'It lies in the future'),
  timeOrder: refusal(
    42365,
    '时间顺序不对：发车 ≤ 到达 ≤ 离开 ≤ 回场（{what}）',
    'Out of order: depart ≤ arrive ≤ leave ≤ return ({what})',
  ),
  signed: refusal(42366, '运单【{no}】已签收', 'Waybill [{no}] has been signed for'),
  overSigned: refusal(42367, '签收数量不能大于装车数量', 'More is signed for than was loaded'),
  overPicked: refusal(42368, '实提数量不能大于应提数量', 'More is collected than was ordered'),
  noReason: refusal(42369, '拒收或少收必须填写原因', 'What is not taken needs a reason'),
  notYours: refusal(42370, '不是您的派车单', 'This is not your trip'),
  noDriver: refusal(
    42371,
    '您的账号没有对应的司机，请联系调度',
    'Your account belongs to no driver: ask your dispatcher',
  ),
  otherUid: refusal(42372, '事件号已用于别的派车单', 'This event belongs to another trip'),
  notReady: refusal(42373, '派车单【{no}】{state}，不能{action}', 'Trip [{no}] is {state}: it cannot take {action}'),
  onlyDelivery: refusal(42375, '只有提货类运单可以提货失败', 'Only goods to be fetched can fail to be collected'),
} as const satisfies Record<string, Refusal>

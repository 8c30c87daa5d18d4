import type { Refusal } from '../kernel/fault.ts'

const refusal = (code: number, zh: string, en: string): Refusal => ({ code, text: [zh, en] })

/** Refusals of appointments and of the gate. */
export const yardFaults = {
  slotFull: refusal(42417, '该时段已约满，最近可约{slot}', 'This slot is full: the next that is free is {slot}'),
  slotClosed: refusal(
    42418,
    '月台[{dock}]该时段不可预约：{reason}',
    'Dock [{dock}] takes no appointments then: {reason}',
  ),
  overBooked: refusal(
    42419,
    '订单[{no}]预约数量超过可预约数量{n}',
    'Order [{no}]: no more than {n} can still be booked',
  ),
  otherOrder: refusal(
    42421,
    '订单[{no}]不能预约：须为该货主与供应商已审核的订单',
    'Order [{no}] cannot be booked: it must be an approved order of this owner and vendor',
  ),
  arrived: refusal(42422, '车辆已到达，不能改约', 'The truck has arrived: the appointment cannot be moved'),
  cutOff: refusal(
    42423,
    '已过预约截止时间，须至少提前{n}小时',
    'Too late for this slot: ask at least {n} hours before',
  ),
  dockTaken: refusal(42424, '月台[{d}]正在使用', 'Dock [{d}] is in use'),
  openWork: refusal(42468, '该车辆仍有未完成作业[{no}]', 'This truck still has open work: [{no}]'),
  notReleased: refusal(42659, '车辆未放行，不能离场', 'The truck has not been released: it cannot leave'),
  inYard: refusal(42669, '车辆[{v}]已在场内', 'Vehicle [{v}] is in the yard already'),
  notExpected: refusal(
    42690,
    '未预约车辆，需主管确认',
    'This vehicle has no appointment: a supervisor has to admit it',
  ),
  otherSeal: refusal(
    42796,
    '封签号[{seal}]与装车单的[{due}]不符',
    'Seal [{seal}] is not that of the shipment, [{due}]',
  ),
} as const satisfies Record<string, Refusal>

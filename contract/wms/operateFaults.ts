import type { Refusal } from '../kernel/fault.ts'

const refusal = (code: number, zh: string, en: string): Refusal => ({ code, text: [zh, en] })

/** Refusals of outbound orders: 42740 to 42759. */
export const operateFaults = {
  notDelivered: refusal(
    42740,
    '门店[{store}]{day}（{weekday}）不送货，送货日为{days}：请改预计时间，或改为加急',
    'Store [{store}] gets nothing on {day} ({weekday}), only on {days}: change the date, or make it urgent',
  ),
} as const satisfies Record<string, Refusal>

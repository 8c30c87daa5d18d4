import type { Refusal } from '../kernel/fault.ts'

const refusal = (code: number, zh: string, en: string): Refusal => ({ code, text: [zh, en] })

/** Why goods may not be put away like this. */
export const putAwayFaults = {
  unfit: refusal(42247, '{reason}', '{reason}'),
  pickMax: refusal(
    42248,
    '超过拣货位最高库存：货位[{bin}]还可放{qty}',
    'This exceeds the maximum stock of the pick face: bin [{bin}] takes only {qty} more',
  ),
  nothingFree: refusal(
    42249,
    '货位[{bin}]上没有可上架的库存：须在暂存、退仓、加工或异常位，未被占用且无需质检',
    'Nothing can be put away from bin [{bin}]: goods must be in a receiving, return, processing or exception bin, unreserved and not awaiting inspection',
  ),
  apart: refusal(
    42251,
    '请为[{goods}]换一个托盘：没有货位能把它和托盘[{c}]上的[{other}]放在一起',
    'Use another pallet for [{goods}]: no bin accepts it together with [{other}] on pallet [{c}]',
  ),
} as const satisfies Record<string, Refusal>

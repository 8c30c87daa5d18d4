import type { Refusal } from '../kernel/fault.ts'

const refusal = (code: number, zh: string, en: string): Refusal => ({ code, text: [zh, en] })

/** Refusals of replenishment: 42400 to 42406. */
export const replenishFaults = {
  notTransit: refusal(
    42400,
    '货位[{bin}]的用途不是补货中转位',
    'The usage of bin [{bin}] is not replenishment transit',
  ),
} as const satisfies Record<string, Refusal>

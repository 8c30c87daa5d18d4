import type { Refusal } from '../kernel/fault.ts'

/** Refusals of weighing: 42466. */
export const weighFaults = {
  fromScale: {
    code: 42466,
    text: [
      '本组织不允许手工输入重量：请从电子秤读取',
      'Weights are not typed in this organisation: take them from a scale',
    ],
  },
} as const satisfies Record<string, Refusal>

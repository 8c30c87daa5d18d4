import type { Refusal } from '../kernel/fault.ts'

const refusal = (code: number, zh: string, en: string): Refusal => ({ code, text: [zh, en] })

/** Why stock may not be moved like this. */
export const moveFaults = {
  sameBin: refusal(42706, '来源与目标货位相同：[{bin}]', 'The goods are already in [{bin}]'),
  elsewhere: refusal(
    42707,
    '货位[{bin}]的库存正在其他作业环节，不能移库',
    'The goods in bin [{bin}] are in use by another task and cannot be moved',
  ),
  twice: refusal(42708, '同一库存不能移两次', 'The same stock is listed twice'),
  noPallet: refusal(
    42709,
    '容器[{c}]不是托盘，不能整托移动',
    'Container [{c}] is not a pallet and cannot be moved as one',
  ),
} as const satisfies Record<string, Refusal>

import type { Refusal } from '../kernel/fault.ts'

const refusal = (code: number, zh: string, en: string): Refusal => ({ code, text: [zh, en] })

/** Refusals of results that were written on paper: 42755 to 42759. */
export const paperFaults = {
  noSheet: refusal(42755, '该类任务没有可录入的纸单', 'Tasks of this type have no sheet to enter'),
  uncounted: refusal(
    42758,
    '请逐行录入实收数量；按计划收货请用“整单收货”',
    'Enter the quantities that were counted; to take everything as announced, use “Receive all as planned”',
  ),
  twice: refusal(42756, '第{line}行录入了两次', 'Line {line} was entered twice'),
  onePallet: refusal(
    42757,
    '整托上架：同一托盘的明细数量与货位应与第一行一致',
    'A pallet is put away as a whole: all its lines need the full quantity and the same bin',
  ),
} as const satisfies Record<string, Refusal>

/** Any refusal of one line, with the line before it, so that it can be found on the sheet. */
export const ofLine = ({ code }: Refusal): Refusal =>
  refusal(code, '第{line}行 {what}：{reason}（整单未录入）', 'Line {line}, {what}: {reason} (nothing was entered)')

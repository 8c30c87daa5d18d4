import type { Refusal } from '../kernel/fault.ts'

const refusal = (code: number, zh: string, en: string): Refusal => ({ code, text: [zh, en] })

/** Refusals of results that were written on paper: 42755 to 42759. */
export const paperFaults = {
  noSheet: refusal(
    42755,
    '只有拣货、上架、移库与装车任务可以录入纸单',
    'Only pick, put-away, move and load tasks can be entered from paper',
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

import type { Refusal } from '../kernel/fault.ts'

const refusal = (code: number, zh: string, en: string): Refusal => ({ code, text: [zh, en] })

/** Why tasks cannot be split or merged: 4275x. */
export const rearrangeFaults = {
  onlyPicks: refusal(42750, '只有拣货任务可以拆分与合并', 'Only pick tasks can be split and merged'),
  begun: refusal(
    42751,
    '任务[{no}]已领取或已开始，不能拆分或合并',
    'Task [{no}] has been taken or started: it cannot be split or merged',
  ),
  someLines: refusal(
    42752,
    '请选择部分明细：至少一行留在原任务',
    'Select some of the lines: at least one must stay on the task',
  ),
  several: refusal(42754, '请选择两个以上任务合并', 'Select two or more tasks to merge'),
  alike: refusal(
    42753,
    '任务[{a}]与[{b}]的单据、门店、货主、分区或方式不同，不能合并',
    'Tasks [{a}] and [{b}] differ in order, store, owner, area or mode: they cannot be merged',
  ),
} as const

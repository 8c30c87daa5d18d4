import { parseQty } from '@lading/contract/kernel/qty.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { mergeMax, mergeOperate, rearrangeStates, splitOperate } from '@lading/contract/wms/operateCalls.ts'
import { operateFaults } from '@lading/contract/wms/operateFaults.ts'
import { call } from '../../kernel/client.ts'
import { report } from '../../kernel/errors.ts'
import { Made } from '../../kernel/Made.tsx'
import type { Row } from '../../kernel/records.ts'
import { sayNow } from '../../kernel/text.ts'
import { changed } from '../../kernel/verbs.tsx'
import type { OwnVerbs } from '../../platform/bill/useDialogs.tsx'
import { ask } from '../../ui/ask.tsx'
import { notify } from '../../ui/notices.tsx'
import { later } from '../later.ts'

/** Orders of one store, owner, mode and day become one; the server says what they differ in. */
async function merge(rows: readonly Row[]): Promise<void> {
  if (rows.length < 2) return notify('warn', sayNow(operateFaults.several.text))
  if (rows.length > mergeMax)
    return notify('warn', sayNow(['一次最多{max}条', 'At most {max} at a time'], { max: mergeMax }))
  const isSure = await ask({
    title: ['将{n}张单据合并为一张？', 'Make one order of the {n}?'],
    args: { n: rows.length },
    detail: [
      '明细并入最早的单据，其余单据作废并保留关联。',
      'The oldest order takes all lines; the others end cancelled and stay linked to it.',
    ],
    ok: mergeOperate.title,
  })
  if (isSure === undefined) return
  try {
    const kept = await call(mergeOperate, { rows: rows.map(({ id, version }) => ({ id, version })) })
    notify(
      'good',
      <>
        {sayNow(['已合并，共{n}行：', 'Merged, {n} lines:'], { n: kept.lineCount })}{' '}
        <Made made={[{ key: operateBill.header.key, id: kept.id, no: kept.billNo }]} />
      </>,
    )
  } catch (error) {
    report(error)
  }
  await changed(operateBill.header)
}

/** What is neither allocated nor given up; the header's sums follow a moment after the work. */
const openOf = (row: Row): bigint => {
  const sum = (name: string) => parseQty(String(row[name] ?? '0'))
  return sum('planQty') - sum('cancelQty') - sum('bookedQty')
}
const whyVain = (row: Row): Readonly<Record<string, Text | undefined>> =>
  openOf(row) > 0n ? {} : { allocate: operateFaults.allAllocated.text, giveUpShort: operateFaults.noneShort.text }

/** What is done to outbound orders beside the steps of their flow. */
export const operateVerbs: OwnVerbs = {
  dialogs: [
    {
      key: 'plan',
      title: ['试算', 'Try'] satisfies Text,
      verb: 'view',
      from: ['SAVED', 'APPROVED', 'INPROGRESS'],
      view: later(async () => (await import('./PlanDrawer.tsx')).PlanDrawer),
    },
    {
      key: 'split',
      title: splitOperate.title,
      verb: 'update',
      from: rearrangeStates,
      view: later(async () => (await import('./SplitOrder.tsx')).SplitOrder),
    },
  ],
  refuses: whyVain,
  bulk: [{ key: 'merge', title: mergeOperate.title, verb: 'update', run: merge }],
}

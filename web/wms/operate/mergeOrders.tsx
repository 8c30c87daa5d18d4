import type { Text } from '@lading/contract/kernel/text.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { mergeMax, mergeOperate } from '@lading/contract/wms/operateCalls.ts'
import { operateFaults } from '@lading/contract/wms/operateFaults.ts'
import { call } from '../../client/client.ts'
import { report } from '../../client/errors.ts'
import { sayNow } from '../../client/text.ts'
import { Made } from '../../kernel/Made.tsx'
import type { Row } from '../../kernel/records.ts'
import { changed } from '../../kernel/verbs.tsx'
import { ask } from '../../ui/ask.tsx'
import { notify } from '../../ui/notices.tsx'

/** Orders of one store, owner, mode and day become one; the server says what they differ in. */
export async function mergeOrders(rows: readonly Row[]): Promise<boolean> {
  const tooMany: Text = ['一次最多{max}条', 'At most {max} at a time']
  const wrong = rows.length < 2 ? operateFaults.several.text : rows.length > mergeMax ? tooMany : undefined
  if (wrong) {
    notify('warn', sayNow(wrong, { max: mergeMax }))
    return false
  }
  const isSure = await ask({
    title: ['将{n}张单据合并为一张？', 'Merge these {n} orders into one?'],
    args: { n: rows.length },
    detail: [
      '明细并入最早的单据，其余单据作废并保留关联。',
      'All lines move to the oldest order; the others are cancelled and stay linked to it.',
    ],
    ok: mergeOperate.title,
  })
  if (isSure === undefined) return false
  let isDone = false
  try {
    const kept = await call(mergeOperate, { rows: rows.map(({ id, version }) => ({ id, version })) })
    notify(
      'good',
      <>
        {sayNow(['已合并，共{n}行：', 'Merged (lines: {n}):'], { n: kept.lineCount })}{' '}
        <Made made={[{ key: operateBill.header.key, id: kept.id, no: kept.billNo }]} />
      </>,
    )
    isDone = true
  } catch (error) {
    report(error)
  }
  await changed(operateBill.header)
  return isDone
}

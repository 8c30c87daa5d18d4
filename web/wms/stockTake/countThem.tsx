import type { Text } from '@lading/contract/kernel/text.ts'
import { stockTakeBill } from '@lading/contract/wms/stockTakeBill.ts'
import { countNow } from '@lading/contract/wms/stockTakeCalls.ts'
import { call } from '../../client/client.ts'
import { report } from '../../client/errors.ts'
import { sayNow } from '../../client/text.ts'
import { Made } from '../../kernel/Made.tsx'
import { changed } from '../../kernel/verbs.tsx'
import { ask } from '../../ui/ask.tsx'
import { notify } from '../../ui/notices.tsx'

export const countTitle: Text = ['盘点', 'Count']

/** Has bins counted now, in a count of their own. @param productId only these goods of them */
export async function countThem(binIds: readonly string[], productId?: string): Promise<boolean> {
  const sure = await ask({
    title: ['盘点{n}个货位？将立即生成盘点任务', 'Count bins: {n}? Count tasks are made at once'],
    args: { n: binIds.length },
    ok: countTitle,
  })
  if (sure === undefined) return false
  try {
    const { id, billNo } = await call(countNow, { binIds: [...new Set(binIds)], ...(productId && { productId }) })
    notify(
      'good',
      <>
        {sayNow(['已生成盘点单', 'Stock count made:'])}{' '}
        <Made made={[{ key: stockTakeBill.header.key, id, no: billNo }]} />
      </>,
    )
  } catch (error) {
    report(error)
    return false
  }
  await changed(stockTakeBill.header)
  return true
}

import { waveBill } from '@lading/contract/wms/waveBill.ts'
import { makeWave } from '@lading/contract/wms/waveCalls.ts'
import { call } from '../../client/client.ts'
import { report } from '../../client/errors.ts'
import { sayNow } from '../../client/text.ts'
import { Made } from '../../kernel/Made.tsx'
import type { Row } from '../../kernel/records.ts'
import { changed } from '../../kernel/verbs.tsx'
import { notify } from '../../ui/notices.tsx'

/** The chosen orders become a wave; it is started on its own page. */
export async function makeWaveOf(rows: readonly Row[]): Promise<boolean> {
  let isDone = false
  try {
    const made = await call(makeWave, { rows: rows.map(({ id, version }) => ({ id, version })) })
    notify(
      'good',
      <>
        {sayNow(['已生成波次，共{n}张单据：', 'Wave made (orders: {n}):'], { n: made.orders })}{' '}
        <Made made={[{ key: waveBill.header.key, id: made.id, no: made.billNo }]} />
      </>,
    )
    isDone = true
  } catch (error) {
    report(error)
  }
  await changed(waveBill.header)
  return isDone
}

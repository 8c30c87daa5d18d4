import type { Call } from '@lading/contract/kernel/call.ts'
import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { call } from '../../client/client.ts'
import { report } from '../../client/errors.ts'
import { sayNow } from '../../client/text.ts'
import { Made } from '../../kernel/Made.tsx'
import type { Row, Seen } from '../../kernel/records.ts'
import { changed } from '../../kernel/verbs.tsx'
import { ask } from '../../ui/ask.tsx'
import { notify } from '../../ui/notices.tsx'

interface Kept {
  readonly id: string
  readonly billNo: string
  readonly lineCount: number
}
interface Merging {
  readonly of: AnyEntity
  readonly call: Call<{ rows: Seen[] }, Kept>
  readonly max: number
  /** What to say of fewer than two. */
  readonly several: Text
}

/** Bills that have enough in common become one; the server says what they differ in. @returns whether they did */
export async function mergeBills({ of, call: merge, max, several }: Merging, rows: readonly Row[]): Promise<boolean> {
  const tooMany: Text = ['一次最多{max}条', 'At most {max} at a time']
  const wrong = rows.length < 2 ? several : rows.length > max ? tooMany : undefined
  if (wrong) {
    notify('warn', sayNow(wrong, { max }))
    return false
  }
  const isSure = await ask({
    title: ['将{n}张单据合并为一张？', 'Merge these {n} orders into one?'],
    args: { n: rows.length },
    detail: [
      '明细并入最早的单据，其余单据作废并保留关联。',
      'All lines move to the oldest order; the others are cancelled and stay linked to it.',
    ],
    ok: merge.title,
  })
  if (isSure === undefined) return false
  let isDone = false
  try {
    const kept = await call(merge, { rows: rows.map(({ id, version }) => ({ id, version })) })
    notify(
      'good',
      <>
        {sayNow(['已合并，共{n}行：', 'Merged (lines: {n}):'], { n: kept.lineCount })}{' '}
        <Made made={[{ key: of.key, id: kept.id, no: kept.billNo }]} />
      </>,
    )
    isDone = true
  } catch (error) {
    report(error)
  }
  await changed(of)
  return isDone
}

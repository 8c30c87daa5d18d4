import { parseQty, type Qty } from '@lading/contract/kernel/qty.ts'
import { putAwayMethods } from '@lading/contract/wms/scheme.ts'
import type { tryPutAway } from '@lading/contract/wms/schemeCalls.ts'
import { Alert } from 'antd'
import type { z } from 'zod'
import { useText } from '../../client/text.ts'
import type { ReadColumn } from '../../kernel/grid/columns.tsx'
import { ReadTable } from '../../kernel/grid/ReadTable.tsx'
import { showCases } from '../../platform/bill/caseEntry.ts'
import { grouped } from '../../ui/numbers.ts'

type Answer = z.output<typeof tryPutAway.output>
type Target = Answer['targets'][number]
type Method = keyof typeof putAwayMethods

/** Bins chosen, then rule by rule what was passed over and why. */
export function TryResult({ answer }: { answer: Answer }) {
  const t = useText()
  const { scheme, targets, rest, refused } = answer
  const size = parseQty(answer.qpc)
  const amount = (qty: string) => {
    const cases = size > 1000n ? showCases(qty, { qpc: size, mid: size } satisfies Record<string, Qty>) : ''
    return `${grouped(qty)} ${answer.baseUnit}${cases && ` (${cases})`}`
  }
  const rule = (seq: number, method: Method) => `${seq} ${t(putAwayMethods[method])}`
  const columns: readonly ReadColumn<Target>[] = [
    { name: 'bin', title: ['目标货位', 'Bin'], width: 160, said: (r) => r.bin, render: (r) => <b>{r.bin}</b> },
    { name: 'qty', title: ['数量', 'Quantity'], width: 200, isFigure: true, said: (r) => amount(r.qty) },
    { name: 'rule', title: ['依据规则', 'By rule'], width: 240, said: (r) => rule(r.seq, r.method) },
  ]
  const groups = [...Map.groupBy(refused, (r) => `${r.seq}/${r.method}`).entries()]
  return (
    <div className="try-result" role="status">
      <p>
        {t(['适用方案', 'Scheme'])}:{' '}
        <b>{scheme ? `${scheme.code} ${scheme.name}` : t(['无（按标准规则）', 'none (the standard rules hold)'])}</b>
      </p>
      {Number(rest) > 0 && (
        <Alert
          type="warning"
          showIcon
          title={t(['{qty} 无可用货位', 'No bin is free for {qty}'], { qty: amount(rest) })}
        />
      )}
      {targets.length > 0 && <ReadTable<Target> label={t(['目标货位', 'Bin'])} rows={targets} columns={columns} />}
      {groups.length > 0 && <h3>{t(['未选用的货位', 'Passed over'])}</h3>}
      {groups.map(([key, list]) => (
        <details key={key} open={list.length <= 5}>
          <summary>
            {list[0] && rule(list[0].seq, list[0].method)} <span className="muted num">{list.length}</span>
          </summary>
          <ul>
            {list.map((r) => (
              <li key={`${r.bin ?? ''}/${r.why[1]}`}>{t(r.why)}</li>
            ))}
          </ul>
        </details>
      ))}
      {answer.refusedCount > refused.length && (
        <p className="muted">
          {t(['共{all}条，只列出前{n}条', 'The first {n} of {all} are listed'], {
            all: answer.refusedCount,
            n: refused.length,
          })}
        </p>
      )}
    </div>
  )
}

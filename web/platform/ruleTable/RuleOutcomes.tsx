import type { Outcome } from '@lading/contract/kernel/ruleTable.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { useText } from '../../client/text.ts'
import { StatusTag } from '../../ui/StatusTag.tsx'

const texts = {
  fires: ['采用', 'Used'],
  passed: ['未采用', 'Skipped'],
  earlier: ['前面的规则已采用', 'An earlier rule was used'],
  none: ['没有规则被采用', 'No rule was used'],
  rule: ['规则 {n}', 'Rule {n}'],
} as const satisfies Record<string, Text>

interface Shown extends Outcome {
  /** What the rule is called, where its number alone says too little. */
  readonly name?: string
}
/** So many reasons are in sight at once; more are one press away. */
const inSight = 5

/** Rule by rule in their order: which was taken and what came of it, and why the others were not. */
export function RuleOutcomes({ rows }: { rows: readonly Shown[] }) {
  const t = useText()
  return (
    <>
      {!rows.some((r) => r.fires) && <p className="muted">{t(texts.none)}</p>}
      <ol className="outcomes">
        {rows.map((r) => (
          <li key={`${r.no} ${r.name ?? ''}`} className={r.fires ? 'outcome outcome-taken' : 'outcome'}>
            <div className="outcome-head">
              <b>{r.name ?? t(texts.rule, { n: r.no })}</b>
              <StatusTag tone={r.fires ? 'good' : 'idle'}>{t(r.fires ? texts.fires : texts.passed)}</StatusTag>
            </div>
            {r.got.length > 0 && (
              <ul className="outcome-got">
                {r.got.map((line) => (
                  <li key={line} className="num">
                    {line}
                  </li>
                ))}
              </ul>
            )}
            <Why lines={r.why.length > 0 || r.fires ? r.why : [t(texts.earlier)]} />
          </li>
        ))}
      </ol>
    </>
  )
}

function Why({ lines }: { lines: readonly string[] }) {
  const t = useText()
  if (lines.length === 0) return null
  const list = (
    <ul className="outcome-why">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
  if (lines.length <= inSight) return list
  return (
    <details>
      <summary>{t(['{n} 条原因', '{n} {n|reason|reasons}'], { n: lines.length })}</summary>
      {list}
    </details>
  )
}

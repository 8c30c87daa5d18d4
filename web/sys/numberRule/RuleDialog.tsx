import type { NumberReset, NumberRule } from '@lading/contract/kernel/numberPattern.ts'
import {
  numberRule,
  numberRuleCalls,
  patternParts,
  ruleFault,
  type ShownRule,
} from '@lading/contract/sys/numberRule.ts'
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { asRefused } from '../../client/errors.ts'
import { useText } from '../../client/text.ts'
import { FieldRow } from '../../kernel/form/FieldRow.tsx'
import { useCall } from '../../kernel/useCall.ts'
import { words } from '../../kernel/words.ts'
import { ActDialog, useAct } from '../../platform/ActDialog.tsx'

interface Props {
  readonly rule: ShownRule
  /** Left out: for the whole enterprise. */
  readonly orgId: string | undefined
  readonly onClose: () => void
}

const fields = {
  pattern: { ...numberRule.fields.pattern, required: true },
  reset: { ...numberRule.fields.reset, required: true },
  step: { ...numberRule.fields.step, required: true },
}

/** Changes how one kind of paper is numbered, with the numbers that would come of it in sight. */
export function RuleDialog({ rule, orgId, onClose }: Props) {
  const t = useText()
  const act = useAct(numberRule, numberRuleCalls.set, onClose)
  const [typed, setTyped] = useState<Readonly<Record<string, unknown>>>({
    pattern: rule.pattern,
    reset: rule.reset,
    step: rule.step,
  })
  const draft: NumberRule = {
    pattern: String(typed.pattern ?? '').trim(),
    reset: typed.reset as NumberReset,
    step: Number(typed.step),
  }
  const isStep = Number.isInteger(draft.step) && draft.step >= 1 && draft.step <= 1000
  const fault = ruleFault(draft)
  const wrong = fault && t(fault[0].text, fault[1])
  const target = { kind: rule.kind, ...(orgId && { orgId }) }
  const set = (name: string) => (value: unknown) => setTyped((all) => ({ ...all, [name]: value }))
  return (
    <ActDialog
      act={act}
      width={560}
      title={t(['{title}的编号规则', 'Number rule: {title}'], { title: rule.title })}
      okText={t(words.save)}
      isReady={!wrong && isStep}
      onOk={() => void act.run({ ...target, version: rule.version, ...draft }, () => t(words.saved))}
      onClose={onClose}
    >
      <FieldRow
        field={fields.pattern}
        value={typed.pattern}
        record={typed}
        problem={wrong}
        onLeave={() => undefined}
        onChange={set('pattern')}
      />
      <div className="pattern-parts">
        {patternParts.map(([part, title]) => (
          <Button key={part} size="small" onClick={() => set('pattern')(`${draft.pattern}${part}`)}>
            <span className="num">{part}</span> {t(title)}
          </Button>
        ))}
      </div>
      <FieldRow
        field={fields.reset}
        value={typed.reset}
        record={typed}
        problem={undefined}
        onLeave={() => undefined}
        onChange={set('reset')}
      />
      <FieldRow
        field={fields.step}
        value={typed.step}
        record={typed}
        problem={isStep ? undefined : t(['1到1000的整数', 'A whole number from 1 to 1,000'])}
        onLeave={() => undefined}
        onChange={set('step')}
      />
      {!wrong && isStep && <Preview asked={{ ...target, ...draft }} />}
    </ActDialog>
  )
}

const pauseMs = 300
/** What the next papers would be called, once the typing pauses. */
function Preview({ asked }: { asked: NumberRule & { kind: string; orgId?: string } }) {
  const t = useText()
  const text = JSON.stringify(asked)
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  const read = useCall(numberRuleCalls.preview, JSON.parse(settled) as typeof asked, { retry: false })
  if (read.error) return <p className="problem">{asRefused(read.error).message}</p>
  if (!read.data) return null
  return (
    <>
      <p className="hint">
        {t(['接下来的号码：', 'The next numbers: '])}
        <span className="num">{read.data.next.join(', ')}</span>
      </p>
      <p className="muted">
        {t(['修改后立即生效，已给出的号码不会再次给出。', 'Counts at once. No number that was given is given again.'])}
      </p>
    </>
  )
}

import type { Call } from '@lading/contract/kernel/call.ts'
import type { Fields, Label } from '@lading/contract/kernel/entity.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { call as ask } from '../../client/client.ts'
import { asRefused } from '../../client/errors.ts'
import { useText } from '../../client/text.ts'
import { problemOf } from '../../kernel/field/rules.ts'
import { FieldRow } from '../../kernel/form/FieldRow.tsx'
import type { FormShape } from '../../kernel/form/shape.ts'
import type { Row } from '../../kernel/records.ts'
import { ActDrawer } from '../ActDrawer.tsx'
import { ActProblem } from '../ActProblem.tsx'
import './tryOut.css'

const texts = {
  run: ['试算', 'Simulate'],
  reads: ['只读：不占用、不修改任何数据', 'Read-only: nothing is reserved or changed'],
} as const satisfies Record<string, Text>

type Values = Readonly<Record<string, unknown>>
interface Props<I, O> {
  readonly call: Call<I, O>
  /** What is asked, in the order in which it is shown. */
  readonly facts: Fields
  /** Where the rules are of one record, what that says of the facts already. */
  readonly of?: Row | undefined
  readonly shape?: Pick<FormShape, 'controls' | 'where'>
  readonly input: (facts: Values) => I
  /** Before what is asked, such as the choice of whose facts these are. */
  readonly lead?: ReactNode
  /** What asking is called; left out: 试算. */
  readonly verb?: Text
  readonly children: (answer: O) => ReactNode
  readonly onClose: () => void
}

/** 试算: facts to fill in, and what the rules as they are now make of them. Nothing is written. */
export function TryOut<I, O>({
  call,
  facts,
  of,
  shape = {},
  input,
  lead,
  verb = texts.run,
  children,
  onClose,
}: Props<I, O>) {
  const t = useText()
  const names = Object.entries(facts)
  const [values, setValues] = useState<Values>(() =>
    Object.fromEntries(names.map(([name, f]) => [name, of?.[name] ?? f.initial ?? null])),
  )
  const [labels, setLabels] = useState<Readonly<Record<string, Label>>>(of?.refs ?? {})
  const [shown, setShown] = useState<ReadonlySet<string>>(new Set())
  const [answer, setAnswer] = useState<O>()
  const [refused, setRefused] = useState('')
  const [isBusy, setBusy] = useState(false)
  const problems = new Map(
    names.flatMap(([name, f]) => {
      const p = problemOf(f, values[name])
      return p ? [[name, t(p.text, p.args)]] : []
    }),
  )
  const change = (name: string, value: unknown, label?: Label) => {
    setValues((v) => ({ ...v, [name]: value }))
    if (label) setLabels((l) => ({ ...l, [name]: label }))
    if (value !== values[name]) setAnswer(undefined)
    setRefused('')
  }
  const run = async () => {
    setShown(new Set(Object.keys(facts)))
    if (problems.size > 0) return
    setBusy(true)
    try {
      setAnswer(await ask(call, input(values)))
    } catch (error) {
      setRefused(asRefused(error).message)
    }
    setBusy(false)
  }
  return (
    <ActDrawer title={t(call.title)} onClose={onClose}>
      {lead}
      <div className="try-fields">
        {names.map(([name, field]) => (
          <FieldRow
            key={name}
            field={field}
            Control={shape.controls?.[name]}
            where={shape.where?.[name]?.(values)}
            isDisabled={shape.where?.[name] !== undefined && shape.where[name](values) === undefined}
            value={values[name]}
            label={labels[name]}
            record={values}
            problem={shown.has(name) ? problems.get(name) : undefined}
            onLeave={() => setShown((s) => (values[name] === null ? s : new Set([...s, name])))}
            onChange={(value, label) => change(name, value, label)}
          />
        ))}
      </div>
      <div className="try-run">
        <Button type="primary" loading={isBusy} onClick={() => void run()}>
          {t(verb)}
        </Button>
        <span className="hint">{t(texts.reads)}</span>
      </div>
      <ActProblem of={refused} />
      {answer !== undefined && (
        <div className="try-result" role="status">
          {children(answer)}
        </div>
      )}
    </ActDrawer>
  )
}

import type { Call } from '@lading/contract/kernel/call.ts'
import type { AnyDocument } from '@lading/contract/kernel/document.ts'
import type { Flow } from '@lading/contract/kernel/flow.ts'
import { useState } from 'react'
import { useText } from '../../client/text.ts'
import { FormOf } from '../../kernel/field/formOf.ts'
import { problemOf } from '../../kernel/field/rules.ts'
import { typed } from '../../kernel/form/draft.ts'
import { FieldRow } from '../../kernel/form/FieldRow.tsx'
import { type BulkAnswer, type BulkInput, callOf, type Row } from '../../kernel/records.ts'
import { useCall } from '../../kernel/useCall.ts'
import { runMany, toldOf } from '../../kernel/verbs.tsx'
import { ActDialog, useAct } from '../ActDialog.tsx'
import { ActProblem } from '../ActProblem.tsx'
import { saidOf } from './saidOf.ts'

type Values = Readonly<Record<string, unknown>>
type Step = Call<BulkInput & { input: Values }, BulkAnswer>
interface Props {
  readonly of: AnyDocument
  readonly step: string
  /** One, or several that take it with the same input. */
  readonly bills: readonly [Row, ...Row[]]
  /** Of several: it is sent, and told beside the list how each fared. */
  readonly onSend: (isDone: Promise<boolean>) => void
  readonly onClose: () => void
}

/**
 * A step with what it asks: its question, and its fields as its declaration has them, filled with what the bill says. Of
 * several bills nothing is filled in: what is left empty stays as each of them has it.
 */
export function StepDialog({ of, step, bills, onSend, onClose }: Props) {
  const t = useText()
  const spec = of.flow.steps[step] as Flow['steps'][string]
  const fields = Object.entries(spec.input ?? {})
  const call: Step = callOf(of, step)
  const act = useAct(of.header, call, onClose)
  const [bill, ...others] = bills
  const isOne = others.length === 0
  const rows = bills.map(({ id, version }) => ({ id, version }))
  const [first] = useState<Values>(() =>
    Object.fromEntries(fields.map(([name, f]) => [name, typed(f, (isOne ? bill[name] : null) ?? f.initial)])),
  )
  const [values, setValues] = useState(first)
  /** Left, or sent: a field is not scolded while it is first typed into. */
  const [shown, setShown] = useState<ReadonlySet<string>>(new Set())
  const problems = new Map(
    fields.flatMap(([name, f]) => {
      const p = problemOf(f, values[name])
      return p ? [[name, t(p.text, p.args)]] : []
    }),
  )
  /** What cannot be sent before something is typed cannot be asked about either. */
  const isPlain = fields.every(([name, f]) => !problemOf(f, first[name]))
  const run = () => {
    setShown(new Set(fields.map(([name]) => name)))
    if (problems.size > 0) return
    if (!isOne) return onSend(runMany(of.header, call, bills, undefined, saidOf(of.flow, spec), { input: values }))
    void act.run({ rows, input: values }, (answer) => toldOf(answer, [String(bill.billNo)], saidOf(of.flow, spec)))
  }
  return (
    <ActDialog
      act={act}
      width={440}
      title={`${t(spec.title)} ${isOne ? String(bill.billNo) : t(['{n}条', 'for {n}'], { n: bills.length })}`}
      okText={t(spec.title)}
      isDanger={spec.danger ?? false}
      onOk={run}
      onClose={onClose}
    >
      {!act.problem && isPlain && isOne && <Foreseen call={call} asked={{ rows, input: first }} />}
      {!isOne && <p className="hint">{t(['留空的内容保持不变。', 'What is left empty stays as it is.'])}</p>}
      {spec.confirm && <p>{t(spec.confirm)}</p>}
      <FormOf value={of.header}>
        {fields.map(([name, field]) => (
          <FieldRow
            key={name}
            field={field}
            value={values[name]}
            record={values}
            problem={shown.has(name) ? problems.get(name) : undefined}
            onLeave={() => setShown((s) => new Set([...s, name]))}
            onChange={(value) => setValues((v) => ({ ...v, [name]: value }))}
          />
        ))}
      </FormOf>
    </ActDialog>
  )
}

/** Why it would be refused, said before anything is typed; where that cannot be told the step itself tells it. */
function Foreseen({ asked, call }: { asked: BulkInput & { input: Values }; call: Step }) {
  const { data } = useCall(call, { ...asked, foresee: true }, { staleTime: 0, gcTime: 0, retry: false })
  return <ActProblem of={data?.failed[0]} />
}

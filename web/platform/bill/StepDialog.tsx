import type { Call } from '@lading/contract/kernel/call.ts'
import { type foreseen, foreseenOf } from '@lading/contract/kernel/crud.ts'
import type { AnyDocument } from '@lading/contract/kernel/document.ts'
import type { Flow } from '@lading/contract/kernel/flow.ts'
import { useState } from 'react'
import type { z } from 'zod'
import { useText } from '../../client/text.ts'
import { problemOf } from '../../kernel/field/rules.ts'
import { typed } from '../../kernel/form/draft.ts'
import { FieldRow } from '../../kernel/form/FieldRow.tsx'
import { type BulkAnswer, type BulkInput, callOf, callsOf, type Row } from '../../kernel/records.ts'
import { useCall } from '../../kernel/useCall.ts'
import { toldOf } from '../../kernel/verbs.tsx'
import { ActDialog, useAct } from '../ActDialog.tsx'
import { ActProblem } from '../ActProblem.tsx'
import { saidOf } from './saidOf.ts'

type Values = Readonly<Record<string, unknown>>
interface Props {
  readonly of: AnyDocument
  readonly step: string
  readonly bill: Row
  readonly onClose: () => void
}

/** A step with what it asks: its question, and its fields as its declaration has them, filled with what the bill says. */
export function StepDialog({ of, step, bill, onClose }: Props) {
  const t = useText()
  const spec = of.flow.steps[step] as Flow['steps'][string]
  const fields = Object.entries(spec.input ?? {})
  const act = useAct(of.header, callOf<BulkInput & { input: Values }, BulkAnswer>(of, step), onClose)
  const [values, setValues] = useState<Values>(() =>
    Object.fromEntries(fields.map(([name, f]) => [name, typed(f, bill[name] ?? f.initial)])),
  )
  /** Left, or sent: a field is not scolded while it is first typed into. */
  const [shown, setShown] = useState<ReadonlySet<string>>(new Set())
  const problems = new Map(
    fields.flatMap(([name, f]) => {
      const p = problemOf(f, values[name])
      return p ? [[name, t(p.text, p.args)]] : []
    }),
  )
  const run = () => {
    setShown(new Set(fields.map(([name]) => name)))
    if (problems.size > 0) return
    const rows = [{ id: bill.id, version: bill.version }]
    void act.run({ rows, input: values }, (answer) => toldOf(answer, [String(bill.billNo)], saidOf(of.flow, spec)))
  }
  return (
    <ActDialog
      act={act}
      width={440}
      title={`${t(spec.title)} ${String(bill.billNo)}`}
      okText={t(spec.title)}
      isDanger={spec.danger ?? false}
      onOk={run}
      onClose={onClose}
    >
      {!act.problem && <Foreseen of={of} step={step} id={bill.id} />}
      {spec.confirm && <p>{t(spec.confirm)}</p>}
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
    </ActDialog>
  )
}

/** Why it would be refused, said before anything is typed. */
function Foreseen({ of, step, id }: { of: AnyDocument; step: string; id: string }) {
  const call = callsOf(of)[foreseenOf(step)] as Call<{ id: string }, z.output<typeof foreseen>> | undefined
  return call ? <Asked call={call} id={id} /> : null
}
/** Where that cannot be told the step itself tells it. */
function Asked({ call, id }: { call: Call<{ id: string }, z.output<typeof foreseen>>; id: string }) {
  const { data } = useCall(call, { id }, { staleTime: 0 })
  return <ActProblem of={data?.problem ?? undefined} />
}

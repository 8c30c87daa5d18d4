import { feeBills } from '@lading/contract/tms/feeBill.ts'
import type { Party } from '@lading/contract/tms/feeTerms.ts'
import { useState } from 'react'
import { useText } from '../../client/text.ts'
import { problemOf } from '../../kernel/field/rules.ts'
import { FieldRow } from '../../kernel/form/FieldRow.tsx'
import { callOf, type Seen } from '../../kernel/records.ts'
import { ActDialog, useAct } from '../../platform/ActDialog.tsx'

/** 借款、报账, and whatever else a person types of one party's money: the form of such a charge in a dialog. */
export function AddFee({ party, onClose }: { party: Party; onClose: () => void }) {
  const t = useText()
  const { header } = feeBills[party]
  const act = useAct(header, callOf<Record<string, unknown>, Seen>(header, 'create'), onClose)
  const [values, setValues] = useState<Readonly<Record<string, unknown>>>({})
  const [isAsked, setAsked] = useState(false)
  const fields = header.form.flatMap((name) => {
    const field = header.fields[name as keyof typeof header.fields]
    return field ? [[name, field] as const] : []
  })
  const problems = fields.flatMap(([name, field]) => {
    const p = problemOf(field, values[name])
    return p ? [[name, t(p.text, p.args)] as const] : []
  })
  const run = () => {
    setAsked(true)
    if (problems.length === 0) void act.run(values, () => t(['已记录', 'Recorded']))
  }
  return (
    <ActDialog act={act} width={520} title={t(header.title)} okText={t(['保存', 'Save'])} onOk={run} onClose={onClose}>
      {fields.map(([name, field]) => (
        <FieldRow
          key={name}
          field={field}
          value={values[name] ?? null}
          record={values}
          problem={isAsked ? problems.find(([n]) => n === name)?.[1] : undefined}
          onLeave={() => undefined}
          onChange={(value) => setValues((v) => ({ ...v, [name]: value }))}
        />
      ))}
    </ActDialog>
  )
}

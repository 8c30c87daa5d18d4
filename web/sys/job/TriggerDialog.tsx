import { job, jobCalls } from '@lading/contract/sys/job.ts'
import { useState } from 'react'
import { useText } from '../../client/text.ts'
import { problemOf } from '../../kernel/field/rules.ts'
import { FieldRow } from '../../kernel/form/FieldRow.tsx'
import type { Row } from '../../kernel/records.ts'
import { useCall } from '../../kernel/useCall.ts'
import { ActDialog, useAct } from '../../platform/ActDialog.tsx'

type Params = Readonly<Record<string, unknown>>
interface Props {
  readonly row: Row
  /** With what it begins: what a run that is repeated was asked. */
  readonly params?: Params
  readonly onClose: () => void
}

/** Runs a job now, with what its handler may be asked for. */
export function TriggerDialog({ row, params: begun = {}, onClose }: Props) {
  const t = useText()
  const act = useAct(job, jobCalls.trigger, onClose)
  const handlers = useCall(jobCalls.handlers, {}, { staleTime: 60_000 })
  const fields = Object.entries(handlers.data?.find(({ code }) => code === row.handler)?.params ?? {})
  const [params, setParams] = useState<Params>(begun)
  const problems = new Map(
    fields.flatMap(([name, f]) => {
      const p = problemOf(f, params[name] ?? null)
      return p ? [[name, t(p.text, p.args)]] : []
    }),
  )
  const told = t(['已开始：{job}', 'Started: {job}'], { job: String(row.title ?? row.code) })
  return (
    <ActDialog
      act={act}
      width={420}
      title={t(['立即执行：{job}', 'Run now: {job}'], { job: String(row.title ?? row.code) })}
      okText={t(['立即执行', 'Run now'])}
      isReady={problems.size === 0}
      reads={handlers}
      onOk={() => void act.run({ id: row.id, params }, () => told)}
      onClose={onClose}
    >
      <p>{t(['现在执行一次，不影响原来的计划。', 'It runs once now; its schedule stays as it is.'])}</p>
      {fields.map(([name, field]) => (
        <FieldRow
          key={name}
          field={field}
          value={params[name] ?? null}
          record={params}
          problem={problems.get(name)}
          onLeave={() => undefined}
          onChange={(value) => setParams((all) => ({ ...all, [name]: value }))}
        />
      ))}
    </ActDialog>
  )
}

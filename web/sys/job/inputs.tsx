import { cronWords } from '@lading/contract/sys/cronWords.ts'
import { jobCalls } from '@lading/contract/sys/job.ts'
import { Input, Select } from 'antd'
import { useEffect, useState } from 'react'
import { useText } from '../../client/text.ts'
import type { InputProps } from '../../kernel/field/inputs.tsx'
import { useCall } from '../../kernel/useCall.ts'
import { NextTimes } from './NextTimes.tsx'

const common = (p: InputProps) => ({
  id: p.id,
  disabled: p.isDisabled ?? false,
  status: p.isInvalid ? ('error' as const) : ('' as const),
  'aria-label': p.title,
  'aria-invalid': p.isInvalid,
  'aria-describedby': p.describedBy,
})

/** What a job can be of. */
export function HandlerInput(p: InputProps) {
  const { data = [], isPending } = useCall(jobCalls.handlers, {}, { staleTime: 60_000 })
  return (
    <Select
      {...common(p)}
      className="wide"
      loading={isPending}
      value={typeof p.value === 'string' ? p.value : null}
      options={data.map(({ code, title }) => ({ value: code, label: title }))}
      showSearch={{ optionFilterProp: 'label' }}
      onChange={(handler: string) => p.onChange(handler)}
    />
  )
}

const pauseMs = 400
/** A schedule, what it says in words, and when it would come next. */
export function CronInput(p: InputProps) {
  const t = useText()
  const typed = typeof p.value === 'string' ? p.value.trim() : ''
  const [cron, setCron] = useState(typed)
  // Asked for once the typing pauses.
  useEffect(() => {
    const timer = setTimeout(() => setCron(typed), pauseMs)
    return () => clearTimeout(timer)
  }, [typed])
  const { orgId } = p.record
  return (
    <>
      <Input
        {...common(p)}
        className="num"
        value={typeof p.value === 'string' ? p.value : ''}
        autoComplete="off"
        onChange={(e) => p.onChange(e.target.value)}
      />
      {cron !== '' && (
        <div className="hint">
          {cronWords(cron)[0] !== cron && <strong>{t(cronWords(cron))}</strong>}
          <NextTimes cron={cron} orgId={typeof orgId === 'string' ? orgId : undefined} />
        </div>
      )}
    </>
  )
}

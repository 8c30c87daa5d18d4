import type { WorkLine, WorkTask } from '@lading/contract/wms/taskCalls.ts'
import { useState } from 'react'
import { useText } from '../../client/text.ts'
import { Big } from '../../platform/station/StationFrame.tsx'
import { touchReasonsOf } from '../task/reasons.ts'
import type { StationType } from './place.ts'
import { manual } from './steps.ts'
import type { WorkModel } from './useWork.ts'

/** Why there is less than planned: one touch says it and confirms. */
export function ReasonButtons({
  type,
  rules,
  isBusy,
  onReason,
}: {
  type: StationType
  rules?: WorkTask['rules'] | undefined
  isBusy: boolean
  onReason: (reason: string) => void
}) {
  const t = useText()
  const reasons = Object.entries(touchReasonsOf(type, rules))
  if (reasons.length === 0) return null
  return (
    <>
      <b>{t(['不足原因', 'Reason for shortage'])}</b>
      {reasons.map(([reason, text]) => (
        <Big key={reason} disabled={isBusy} onClick={() => onReason(reason)}>
          {t(text)}
        </Big>
      ))}
    </>
  )
}

/** A container that stays behind says why. */
export function Reasons({
  type,
  work,
  line,
  title,
}: {
  type: StationType
  work: WorkModel
  line: WorkLine
  title: string
}) {
  const [isOpen, setOpen] = useState(false)
  if (Object.keys(touchReasonsOf(type, work.task?.rules)).length === 0) return null
  if (!isOpen) return <Big onClick={() => setOpen(true)}>{title}</Big>
  return (
    <div className="station-cards">
      <span className="num">{line.fromContainer?.code}</span>
      <ReasonButtons
        type={type}
        rules={work.task?.rules}
        isBusy={work.isBusy}
        onReason={(reason) => void work.confirm({ qty: '0', reason, container: manual }, line)}
      />
    </div>
  )
}

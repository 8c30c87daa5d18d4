import { useText } from '../client/text.ts'
import { StatusTag } from '../ui/StatusTag.tsx'
import { statuses, statusOf } from './status.ts'

/** Whether a record may be used: its status ON or OFF, in words. */
export function EnabledTag({ of }: { of: unknown }) {
  const t = useText()
  const status = statusOf(of)
  return <StatusTag tone={status === 'OFF' ? 'idle' : 'good'}>{t(statuses[status])}</StatusTag>
}

import { jobCalls } from '@lading/contract/sys/job.ts'
import { asRefused } from '../../client/errors.ts'
import { useText } from '../../client/text.ts'
import { shownTime } from '../../client/time.ts'
import { useCall } from '../../kernel/useCall.ts'

/** When a schedule comes next, by the clocks of its organisation. */
export function NextTimes({ cron, orgId }: { cron: string; orgId: string | undefined }) {
  const t = useText()
  const asked = useCall(jobCalls.previewCron, { cron, ...(orgId && { orgId }) }, { retry: false, staleTime: 30_000 })
  if (asked.error) return <span className="problem">{asRefused(asked.error).message}</span>
  if (!asked.data) return null
  const { next, timeZone } = asked.data
  return (
    <ol className="next-times" aria-label={t(['接下来的执行时间', 'Next runs'])}>
      {next.map((at) => (
        <li key={at} className="num">
          {shownTime(at, timeZone)}
        </li>
      ))}
      <li className="muted">{timeZone}</li>
    </ol>
  )
}

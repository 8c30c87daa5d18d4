import type { Text } from '@lading/contract/kernel/text.ts'
import { unreadCount } from '@lading/contract/sys/unread.ts'
import { useText } from '../client/text.ts'
import { useCall } from '../kernel/useCall.ts'

const said: Record<'TRIAL' | 'GRACE' | 'SUSPENDED', Text> = {
  TRIAL: ['试用至{day}', 'Trial until {day}'],
  GRACE: ['宽限期至{day}，请续购', 'Grace until {day}: buy more'],
  SUSPENDED: ['已停用，只读', 'Suspended, read only'],
}

/** How the enterprise stands with whoever sells it the product, while that is a matter of days. */
export function PlanBadge() {
  const t = useText()
  const { data } = useCall(unreadCount, {})
  if (data?.support)
    return (
      <span className="head-plan">
        {t(['服务商可查看至{day}', 'Provider looks in until {day}'], { day: data.support })}
      </span>
    )
  return data?.plan ? (
    <span className="head-plan">{t(said[data.plan.state], { day: data.plan.endsOn ?? '' })}</span>
  ) : null
}

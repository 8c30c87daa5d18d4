import { ownPlan, planStates, soldModules } from '@lading/contract/sys/entitlement.ts'
import { Descriptions } from 'antd'
import { useText } from '../../client/text.ts'
import { NotRead } from '../../kernel/NotRead.tsx'
import { useCall } from '../../kernel/useCall.ts'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { Support } from './Support.tsx'

const tones = { TRIAL: 'warn', ACTIVE: 'good', GRACE: 'warn', SUSPENDED: 'bad', ENDED: 'bad' } as const

/** 套餐与额度: what the enterprise has bought, how much of it is in use, and how long the quota lasts. */
export function Plan() {
  const t = useText()
  const asked = useCall(ownPlan, {})
  if (asked.isError) return <NotRead of={asked} />
  const plan = asked.data
  if (plan === undefined) return null
  if (plan === null)
    return (
      <p className="muted">
        {t(['没有限制：本企业不由渠道供货。', 'Nothing is limited: nobody sells this enterprise anything.'])}
      </p>
    )
  const modules = plan.modules.map((m) => t(soldModules[m])).join('、')
  return (
    <Descriptions column={1} size="small" bordered>
      <Descriptions.Item label={t(['状态', 'State'])}>
        <StatusTag tone={tones[plan.state]}>{t(planStates[plan.state])}</StatusTag>{' '}
        {plan.endsOn && t(['至{day}', 'until {day}'], { day: plan.endsOn })}
      </Descriptions.Item>
      <Descriptions.Item label={t(['已开通模块', 'Modules open'])}>{modules}</Descriptions.Item>
      {plan.caps.map(({ title, n, most }) => (
        <Descriptions.Item key={title[1]} label={t(title)}>
          <span className="num">{most === null ? n : `${n} / ${most}`}</span>
        </Descriptions.Item>
      ))}
      {plan.wallet.map(({ unit, title, balance, granted, burn, nextExpiry }) => (
        <Descriptions.Item key={unit} label={t(title)}>
          {t(['余额{balance}/{granted}，日均消耗{burn}', 'Balance {balance} of {granted}, {burn} a day'], {
            balance,
            granted,
            burn,
          })}
          {nextExpiry && t(['，{day}起到期', ', expiring from {day}'], { day: nextExpiry })}
        </Descriptions.Item>
      ))}
      <Descriptions.Item label={t(['服务商支持', 'Support'])}>
        <Support until={plan.support} />
      </Descriptions.Item>
    </Descriptions>
  )
}

import type { Text } from '@lading/contract/kernel/text.ts'
import { secondFactorCalls as calls, secondFactorFaults } from '@lading/contract/sys/secondFactor.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Button, Tooltip } from 'antd'
import { useState } from 'react'
import { asRefused } from '../../client/errors.ts'
import { useText } from '../../client/text.ts'
import { shownTime } from '../../client/time.ts'
import { callKey, useCall } from '../../kernel/useCall.ts'
import { Card } from '../../ui/Page.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { SecondFactorProof } from './SecondFactorProof.tsx'
import { SecondFactorSetUp } from './SecondFactorSetUp.tsx'

const texts = {
  title: ['二次验证', 'Two-step login'],
  off: [
    '未启用。启用后，登录时除密码外还需输入手机验证器应用中的验证码。',
    'Off. When on, logging in needs a code from your authenticator app as well as the password.',
  ],
  on: ['已启用', 'On'],
  since: ['自 {time} 起', 'since {time}'],
  left: ['剩余恢复码 {count} 个', 'Recovery codes left: {count}'],
  setUp: ['启用', 'Turn on'],
  notOffered: ['企业未开放二次验证。', 'Your enterprise does not offer two-step login.'],
  demanded: ['企业或您的角色要求', 'Demanded by your enterprise or your role'],
  renew: ['重新生成恢复码', 'New recovery codes'],
  disable: ['停用', 'Turn off'],
} as const satisfies Record<string, Text>

/** Fewer than this are shown as a warning. */
const codesFew = 3
type Step = 'setUp' | 'renew' | 'disable'

/** 二次验证: whether the user's app guards his log-in, and the ways to change that. */
export function SecondFactor() {
  const t = useText()
  const client = useQueryClient()
  const [step, setStep] = useState<Step>()
  const [codes, setCodes] = useState<readonly string[] | null>()
  const { data, error } = useCall(calls.get, {})
  const done = (made?: readonly string[] | null) => {
    setStep(undefined)
    setCodes(made)
    void client.invalidateQueries({ queryKey: callKey(calls.get) })
  }
  const cancel = () => setStep(undefined)
  const buttons = data?.isOn ? (
    <div className="tags">
      <Button onClick={() => setStep('renew')}>{t(texts.renew)}</Button>
      <Tooltip title={data.isDemanded ? t(secondFactorFaults.demanded.text) : undefined}>
        <span>
          <Button danger disabled={data.isDemanded} onClick={() => setStep('disable')}>
            {t(texts.disable)}
          </Button>
        </span>
      </Tooltip>
    </div>
  ) : data?.isOffered === false ? undefined : (
    <Button type="primary" disabled={!data} onClick={() => setStep('setUp')}>
      {t(texts.setUp)}
    </Button>
  )
  return (
    <Card title={t(texts.title)} extra={buttons}>
      {error && <p className="problem">{asRefused(error).message}</p>}
      {data && !data.isOn && <p className="muted second-factor">{t(data.isOffered ? texts.off : texts.notOffered)}</p>}
      {data?.isOn && (
        <p className="second-factor">
          <span className="session-current">{t(texts.on)}</span>{' '}
          <span className="muted">{data.since && t(texts.since, { time: shownTime(data.since) })}</span>{' '}
          {data.isDemanded && <span className="muted">{t(texts.demanded)}</span>}{' '}
          <span className={data.codesLeft < codesFew ? 'problem' : 'muted'}>
            {t(texts.left, { count: data.codesLeft })}
          </span>
        </p>
      )}
      {step === 'setUp' && <SecondFactorSetUp onDone={done} onCancel={cancel} />}
      {(step === 'renew' || step === 'disable') && (
        <SecondFactorProof title={texts[step]} what={step} onDone={done} onCancel={cancel} />
      )}
      {codes !== undefined && <RecoveryCodes codes={codes} onClose={() => setCodes(undefined)} />}
    </Card>
  )
}

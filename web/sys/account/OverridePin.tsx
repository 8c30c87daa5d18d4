import type { Text } from '@lading/contract/kernel/text.ts'
import { overrideCalls } from '@lading/contract/sys/override.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { useId, useState } from 'react'
import { asRefused, useWrite } from '../../client/errors.ts'
import { useText } from '../../client/text.ts'
import { shownTime } from '../../client/time.ts'
import { callKey, useCall } from '../../kernel/useCall.ts'
import { words } from '../../kernel/words.ts'
import { ActDialog } from '../../platform/ActDialog.tsx'
import { notify } from '../../ui/notices.tsx'
import { Card } from '../../ui/Page.tsx'

const texts = {
  title: ['授权PIN', 'Override PIN'],
  what: [
    '主管在他人设备上当面放行时，用工牌或用户名加此PIN确认身份。',
    "For supervisors: with your badge or user name, it authorises an override on someone else's device.",
  ],
  none: ['未设置', 'Not set'],
  since: ['已设置，{time}', 'Set, {time}'],
  set: ['设置', 'Set'],
  change: ['更换', 'Change'],
  password: ['登录密码', 'Login password'],
  pin: ['新PIN（6位数字）', 'New PIN (6 digits)'],
  again: ['再次输入PIN', 'Repeat PIN'],
  differ: ['两次输入不一致', 'The two entries differ'],
  done: ['授权PIN已设置', 'Override PIN set'],
} as const satisfies Record<string, Text>

/** 授权PIN: whether the user has one, and how he gets another. */
export function OverridePin() {
  const t = useText()
  const client = useQueryClient()
  const [isSetting, setSetting] = useState(false)
  const { data, error } = useCall(overrideCalls.pinState, {})
  const done = () => {
    setSetting(false)
    notify('good', t(texts.done))
    void client.invalidateQueries({ queryKey: callKey(overrideCalls.pinState) })
  }
  const button = (
    <Button disabled={!data} onClick={() => setSetting(true)}>
      {t(data?.since ? texts.change : texts.set)}
    </Button>
  )
  return (
    <Card title={t(texts.title)} extra={button}>
      {error && <p className="problem">{asRefused(error).message}</p>}
      {data && (
        <p className="second-factor">{data.since ? t(texts.since, { time: shownTime(data.since) }) : t(texts.none)}</p>
      )}
      <p className="muted second-factor">{t(texts.what)}</p>
      {isSetting && <PinDialog onDone={done} onCancel={() => setSetting(false)} />}
    </Card>
  )
}

function PinDialog({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
  const t = useText()
  const [password, setPassword] = useState('')
  const [pin, setPin] = useState('')
  const [again, setAgain] = useState('')
  const [problem, setProblem] = useState('')
  const write = useWrite(overrideCalls.setPin)
  const run = async () => {
    if (pin !== again) return setProblem(t(texts.differ))
    try {
      await write.run({ password, pin })
      onDone()
    } catch (error) {
      setProblem(asRefused(error).message)
    }
  }
  const isComplete = password !== '' && /^\d{6}$/.test(pin) && again !== ''
  return (
    <ActDialog
      act={{ problem, isBusy: write.isBusy }}
      width={420}
      title={t(texts.title)}
      okText={t(words.ok)}
      isReady={isComplete}
      onOk={() => void run()}
      onClose={onCancel}
    >
      <Secret title={texts.password} value={password} onChange={setPassword} autoComplete="current-password" />
      <Secret title={texts.pin} value={pin} onChange={setPin} digits={6} />
      <Secret title={texts.again} value={again} onChange={setAgain} digits={6} />
    </ActDialog>
  )
}

interface SecretProps {
  readonly title: Text
  readonly value: string
  readonly onChange: (value: string) => void
  readonly digits?: number
  readonly autoComplete?: string
}
function Secret({ title, value, onChange, digits, autoComplete = 'off' }: SecretProps) {
  const t = useText()
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{t(title)}</label>
      <Input
        id={id}
        type="password"
        value={value}
        autoComplete={autoComplete}
        {...(digits && { inputMode: 'numeric' as const, maxLength: digits })}
        onChange={(e) => onChange(digits ? e.target.value.replace(/\D/g, '') : e.target.value)}
      />
    </div>
  )
}

import type { Text } from '@lading/contract/kernel/text.ts'
import { overrideCalls } from '@lading/contract/sys/override.ts'
import { Alert, AutoComplete, Button, Input } from 'antd'
import { useId, useState } from 'react'
import { asRefused, useWrite } from '../../client/errors.ts'
import { useText } from '../../client/text.ts'
import './override.css'

const texts = {
  who: ['主管工牌或用户名', "Supervisor's badge or user name"],
  pin: ['授权PIN', 'PIN'],
  reason: ['放行原因', 'Override reason'],
} as const satisfies Record<string, Text>

/** Typed on a handheld they would be left out. */
const usualReasons: readonly Text[] = [
  ['门店急需', 'Store needs it urgently'],
  ['供应商承诺换货', 'Vendor will replace it'],
  ['货主同意', 'Owner agrees'],
]

interface Props {
  readonly permission: string
  /** What it is about: the override serves for nothing else. */
  readonly subjectId: string
  /** What the button does. */
  readonly title: Text
  readonly isBusy: boolean
  readonly onGranted: (overrideId: string) => void
}

/** 当面放行: somebody else's badge and PIN, at the device of whoever needs them. */
export function OverrideForm({ permission, subjectId, title, isBusy, onGranted }: Props) {
  const t = useText()
  const id = useId()
  const [who, setWho] = useState('')
  const [pin, setPin] = useState('')
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const grant = useWrite(overrideCalls.grant)
  const run = async () => {
    try {
      const { id: granted } = await grant.run({ who, pin, permission, subjectId, reason })
      setProblem(undefined)
      setPin('')
      onGranted(granted)
    } catch (error) {
      setPin('')
      setProblem(asRefused(error).message)
    }
  }
  const isComplete = who.trim() !== '' && /^\d{6}$/.test(pin) && reason.trim().length > 1
  return (
    <section className="override" aria-label={t(overrideCalls.grant.title)}>
      {problem && <Alert type="error" showIcon role="alert" title={problem} />}
      <div className="field">
        <label htmlFor={`${id}who`}>{t(texts.who)}</label>
        <Input
          id={`${id}who`}
          size="large"
          maxLength={64}
          value={who}
          autoComplete="off"
          onChange={(e) => setWho(e.target.value)}
        />
      </div>
      <div className="field">
        <label htmlFor={`${id}pin`}>{t(texts.pin)}</label>
        <Input
          id={`${id}pin`}
          size="large"
          type="password"
          inputMode="numeric"
          maxLength={6}
          value={pin}
          autoComplete="one-time-code"
          onChange={(e) => setPin(e.target.value.replace(/\D/g, ''))}
        />
      </div>
      <div className="field">
        <label htmlFor={`${id}reason`}>{t(texts.reason)}</label>
        <AutoComplete
          id={`${id}reason`}
          size="large"
          className="wide"
          value={reason}
          options={usualReasons.map((r) => ({ value: t(r) }))}
          onChange={setReason}
        />
      </div>
      <Button
        danger
        block
        size="large"
        disabled={!isComplete || isBusy}
        loading={grant.isBusy}
        onClick={() => void run()}
      >
        {t(title)}
      </Button>
    </section>
  )
}

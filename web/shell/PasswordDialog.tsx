import type { Text } from '@lading/contract/kernel/text.ts'
import { getPasswordRules, modifyPassword, passwordMax } from '@lading/contract/sys/session.ts'
import { Input, Modal } from 'antd'
import { useEffect, useId, useState } from 'react'
import { catalogue } from '../client/catalogue.ts'
import { asRefused, useWrite } from '../client/errors.ts'
import { type PasswordForm, passwordProblems, strengthOf } from '../client/password.ts'
import { logOutAndReload, setLeaving, useInitialPassword, useUser } from '../client/session.ts'
import { useText } from '../client/text.ts'
import { useCall } from '../kernel/useCall.ts'
import { words } from '../kernel/words.ts'
import { ask } from '../ui/ask.tsx'
import { notifyOver } from '../ui/notices.tsx'

const texts = {
  initial: ['修改初始密码', 'Change the initial password'],
  personal: ['设置个人密码', 'Set a personal password'],
  oldPassword: ['旧密码', 'Old password'],
  newPassword: ['新密码', 'New password'],
  validatePassword: ['确认新密码', 'Confirm the new password'],
  strength: ['密码强度', 'Strength'],
  longer: ['建议15个字符以上', '15 characters or more recommended'],
} as const satisfies Record<string, Text>

/** Until the options of the tenant have been read; the server applies them in any case. */
const noRules = { min: 1, isMixed: false }
const goodLength = 15
const strengths: readonly Text[] = [
  ['', ''],
  ['弱', 'Weak'],
  ['一般', 'Fair'],
  ['较强', 'Good'],
  ['强', 'Strong'],
]

/** Asks once per log-in whether an initial password shall be changed. */
export function InitialPassword() {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    void ask({ title: catalogue.initialPassword, stays: true }).then((answer) => setOpen(answer !== undefined))
  }, [])
  return isOpen ? <OwnPassword onClose={() => setOpen(false)} /> : null
}

/** Where one's own password is changed, offered or from the user menu. */
export function OwnPassword({ onClose }: { onClose: () => void }) {
  const t = useText()
  const { originalPassword } = useUser()
  // After a reload or some minutes the initial password is no longer known: then it is asked for like any other.
  const known = useInitialPassword((i) => i.password)
  const isKnown = known !== undefined
  const [form, setForm] = useState<PasswordForm>({ oldPassword: '', newPassword: '', validatePassword: '' })
  const [isTried, setTried] = useState(false)
  const [refused, setRefused] = useState('')
  const write = useWrite(modifyPassword)
  const { data: rules = noRules } = useCall(getPasswordRules, {})
  const problems = passwordProblems(form, { min: rules.min, isComplex: rules.isMixed }, isKnown)
  const save = async () => {
    if (write.isBusy) return
    setTried(true)
    setRefused('')
    if (Object.keys(problems).length > 0) return
    const oldPassword = known ?? form.oldPassword
    // The socket may hear of the session's end before the answer is here.
    setLeaving(true)
    try {
      await write.run({ oldPassword, newPassword: form.newPassword })
      setLeaving(false)
      notifyOver('good', t(catalogue.passwordChanged))
      logOutAndReload()
    } catch (error) {
      setLeaving(false)
      setRefused(asRefused(error).message)
    }
  }
  const names = (['oldPassword', 'newPassword', 'validatePassword'] as const).filter(
    (n) => !isKnown || n !== 'oldPassword',
  )
  return (
    <Modal
      open
      centered
      width={420}
      title={t(originalPassword ? texts.initial : texts.personal)}
      okText={t(words.save)}
      cancelText={t(words.cancel)}
      confirmLoading={write.isBusy}
      mask={{ closable: false }}
      onOk={() => void save()}
      onCancel={onClose}
    >
      {names.map((name) => {
        const problem = problems[name]
        return (
          <PasswordInput
            key={name}
            title={t(texts[name])}
            value={form[name]}
            isNew={name !== 'oldPassword'}
            hasMeter={name === 'newPassword'}
            problem={isTried && problem ? t(problem.text, problem.args) : ''}
            onChange={(value) => setForm({ ...form, [name]: value })}
            onEnter={() => void save()}
          />
        )
      })}
      {refused && (
        <p className="problem" role="alert">
          {refused}
        </p>
      )}
    </Modal>
  )
}

interface InputProps {
  readonly title: string
  readonly value: string
  readonly isNew: boolean
  readonly hasMeter: boolean
  readonly problem: string
  readonly onChange: (value: string) => void
  readonly onEnter: () => void
}
function PasswordInput({ title, value, isNew, hasMeter, problem, onChange, onEnter }: InputProps) {
  const t = useText()
  const id = useId()
  const strength = strengthOf(value)
  return (
    <div className="field">
      <label htmlFor={id} className="needed">
        {title}
      </label>
      <Input.Password
        id={id}
        value={value}
        maxLength={passwordMax}
        autoComplete={isNew ? 'new-password' : 'current-password'}
        status={problem ? 'error' : ''}
        aria-invalid={problem !== ''}
        aria-describedby={problem ? `${id}-problem` : undefined}
        onChange={(e) => onChange(e.target.value)}
        onPressEnter={onEnter}
      />
      {hasMeter && value !== '' && (
        <div className="strength">
          <meter min={0} max={4} low={2} high={3} optimum={4} value={strength} aria-label={t(texts.strength)} />
          {t(strengths[strength] ?? ['', ''])}
          {[...value].length < goodLength && ` · ${t(texts.longer)}`}
        </div>
      )}
      {problem && (
        <div id={`${id}-problem`} className="problem" role="alert">
          {problem}
        </div>
      )}
    </div>
  )
}

import type { Text } from '@lading/contract/kernel/text.ts'
import { modifyPassword } from '@lading/contract/sys/session.ts'
import { Input, Modal } from 'antd'
import { useEffect, useId, useState } from 'react'
import { catalogue } from '../client/catalogue.ts'
import { asRefused, useWrite } from '../client/errors.ts'
import { logOutAndReload, takeInitialPassword } from '../client/session.ts'
import { useText } from '../client/text.ts'
import { words } from '../kernel/words.ts'
import { ask } from '../ui/ask.tsx'
import { notify } from '../ui/notices.tsx'
import { type PasswordForm, passwordMax, passwordProblems } from './password.ts'

const texts = {
  initial: ['修改初始密码', 'Change the initial password'],
  personal: ['设置个人密码', 'Set a personal password'],
  oldPassword: ['旧密码', 'Old password'],
  newPassword: ['新密码', 'New password'],
  validatePassword: ['确认新密码', 'Confirm the new password'],
} as const satisfies Record<string, Text>

/** Until the options of the tenant can be read; the server applies them in any case. */
const policy = { min: 1, isComplex: false }

/** Asks once per log-in whether an initial password shall be changed. */
export function InitialPassword() {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    void ask({ title: catalogue.initialPassword }).then((answer) => setOpen(answer !== undefined))
  }, [])
  // After a reload the initial password is no longer known: then it is asked for like any other.
  return isOpen ? (
    <PasswordDialog isInitial={takeInitialPassword() !== undefined} onClose={() => setOpen(false)} />
  ) : null
}

export function PasswordDialog({ isInitial, onClose }: { isInitial: boolean; onClose: () => void }) {
  const t = useText()
  const [form, setForm] = useState<PasswordForm>({ oldPassword: '', newPassword: '', validatePassword: '' })
  const [isTried, setTried] = useState(false)
  const [refused, setRefused] = useState('')
  const write = useWrite(modifyPassword)
  const problems = passwordProblems(form, policy, isInitial)
  const save = async () => {
    setTried(true)
    setRefused('')
    if (Object.keys(problems).length > 0) return
    const oldPassword = isInitial ? (takeInitialPassword() ?? '') : form.oldPassword
    try {
      await write.run({ oldPassword, newPassword: form.newPassword })
      notify('good', t(catalogue.passwordChanged))
      logOutAndReload()
    } catch (error) {
      setRefused(asRefused(error).message)
    }
  }
  const names = (['oldPassword', 'newPassword', 'validatePassword'] as const).filter(
    (n) => !isInitial || n !== 'oldPassword',
  )
  return (
    <Modal
      open
      centered
      width={420}
      title={t(isInitial ? texts.initial : texts.personal)}
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
            problem={isTried && problem ? t(problem.text, problem.args) : ''}
            onChange={(value) => setForm({ ...form, [name]: value })}
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
  readonly problem: string
  readonly onChange: (value: string) => void
}
function PasswordInput({ title, value, isNew, problem, onChange }: InputProps) {
  const id = useId()
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
        aria-describedby={problem ? `${id}-problem` : undefined}
        onChange={(e) => onChange(e.target.value)}
      />
      {problem && (
        <div id={`${id}-problem`} className="problem" role="alert">
          {problem}
        </div>
      )}
    </div>
  )
}

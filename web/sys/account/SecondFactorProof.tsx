import type { Text } from '@lading/contract/kernel/text.ts'
import { secondFactorCalls as calls } from '@lading/contract/sys/secondFactor.ts'
import { useState } from 'react'
import { asRefused, useWrite } from '../../client/errors.ts'
import { useText } from '../../client/text.ts'
import { TabModal } from '../../kernel/overlay.tsx'
import { words } from '../../kernel/words.ts'
import { notify } from '../../ui/notices.tsx'
import { CodeInput } from './CodeInput.tsx'

const texts = {
  password: ['密码', 'Password'],
  code: ['验证码或恢复码', 'Code, or a recovery code'],
  off: ['二次验证已停用', 'Two-step login is off'],
} as const satisfies Record<string, Text>

interface Props {
  readonly title: Text
  readonly what: 'renew' | 'disable'
  readonly onDone: (codes?: readonly string[] | null) => void
  readonly onCancel: () => void
}

/** Password and code, before the second factor is weakened. */
export function SecondFactorProof({ title, what, onDone, onCancel }: Props) {
  const t = useText()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [refused, setRefused] = useState('')
  const renew = useWrite(calls.renewCodes)
  const disable = useWrite(calls.turnOff)
  const isMissing = password === '' || code.trim() === ''
  const goOn = async () => {
    if (isMissing || renew.isBusy || disable.isBusy) return
    setRefused('')
    try {
      if (what === 'renew') return onDone((await renew.run({ password, code })).recoveryCodes)
      await disable.run({ password, code })
      notify('good', t(texts.off))
      onDone()
    } catch (error) {
      setRefused(asRefused(error).message)
    }
  }
  return (
    <TabModal
      open
      width={420}
      title={t(title)}
      okText={t(words.ok)}
      cancelText={t(words.cancel)}
      okButtonProps={{ disabled: isMissing, danger: what === 'disable' }}
      confirmLoading={renew.isBusy || disable.isBusy}
      onOk={() => void goOn()}
      onCancel={onCancel}
    >
      <CodeInput
        title={t(texts.password)}
        kind="password"
        value={password}
        onChange={setPassword}
        onEnter={() => void goOn()}
      />
      <CodeInput
        title={t(texts.code)}
        kind="code"
        value={code}
        problem={refused}
        onChange={setCode}
        onEnter={() => void goOn()}
      />
    </TabModal>
  )
}

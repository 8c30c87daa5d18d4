import type { Text } from '@lading/contract/kernel/text.ts'
import { emailCalls as calls, emailText, mailFaults } from '@lading/contract/sys/email.ts'
import { Button, Input } from 'antd'
import { useId, useState } from 'react'
import { asRefused, useWrite } from '../../client/errors.ts'
import { useText } from '../../client/text.ts'
import { NotRead } from '../../kernel/NotRead.tsx'
import { useCall } from '../../kernel/useCall.ts'
import { words } from '../../kernel/words.ts'
import { notify } from '../../ui/notices.tsx'
import { Card } from '../../ui/Page.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { SkeletonRows } from '../../ui/states.tsx'
import { CodeInput } from './CodeInput.tsx'
import '../sys.css'

const texts = {
  title: ['邮箱', 'E-mail'],
  wrong: ['邮箱格式不正确', 'This is no e-mail address'],
  confirmed: ['已验证', 'Confirmed'],
  open: ['未验证', 'Not confirmed'],
  send: ['发送验证码', 'Send a code'],
  sent: ['验证码已发送，15分钟内有效', 'A code was sent. It is valid for 15 minutes.'],
  confirm: ['验证', 'Confirm'],
  code: ['验证码', 'Code'],
  why: ['验证后，您订阅的消息才会发到该邮箱。', 'Mail goes to this address once you have confirmed it.'],
} as const satisfies Record<string, Text>

/** The user's own address, and the proof that it is his. */
export function OwnEmail() {
  const t = useText()
  const read = useCall(calls.mine, {})
  return (
    <Card title={t(texts.title)}>
      {read.error && !read.data ? (
        <NotRead of={read} />
      ) : read.data ? (
        <Address
          key={read.data.email}
          email={read.data.email}
          isConfirmed={read.data.isConfirmed}
          isOn={read.data.isOn}
          again={async () => void (await read.refetch())}
        />
      ) : (
        <SkeletonRows rows={2} label={t(words.loading)} />
      )}
    </Card>
  )
}

interface Props {
  readonly email: string | null
  readonly isConfirmed: boolean
  readonly isOn: boolean
  readonly again: () => Promise<void>
}

function Address({ email, isConfirmed, isOn, again }: Props) {
  const t = useText()
  const id = useId()
  const [typed, setTyped] = useState(email ?? '')
  const [problem, setProblem] = useState('')
  const write = useWrite(calls.setOwn)
  const value = typed.trim()
  const save = async () => {
    if (write.isBusy || value === (email ?? '')) return
    if (value !== '' && !emailText.safeParse(value).success) return setProblem(t(texts.wrong))
    try {
      await write.run({ email: value === '' ? null : value })
      notify('good', t(words.saved))
      await again()
    } catch (error) {
      setProblem(asRefused(error).message)
    }
  }
  return (
    <>
      <div className="field">
        <label htmlFor={id}>{t(texts.title)}</label>
        <div className="own-email">
          <Input
            id={id}
            type="email"
            autoComplete="email"
            maxLength={254}
            value={typed}
            status={problem ? 'error' : ''}
            aria-invalid={problem !== ''}
            onChange={(e) => {
              setProblem('')
              setTyped(e.target.value)
            }}
            onPressEnter={() => void save()}
          />
          <Button loading={write.isBusy} disabled={value === (email ?? '')} onClick={() => void save()}>
            {t(words.save)}
          </Button>
          {email && (
            <StatusTag tone={isConfirmed ? 'good' : 'warn'}>{t(isConfirmed ? texts.confirmed : texts.open)}</StatusTag>
          )}
        </div>
        {problem && (
          <div className="problem" role="alert">
            {problem}
          </div>
        )}
      </div>
      {email &&
        !isConfirmed &&
        (isOn ? <Proof again={again} /> : <p className="hint">{t(mailFaults.notSetUp.text)}</p>)}
    </>
  )
}

function Proof({ again }: Pick<Props, 'again'>) {
  const t = useText()
  const [isSent, setSent] = useState(false)
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState('')
  const send = useWrite(calls.sendCode)
  const confirm = useWrite(calls.confirm)
  const ask = async () => {
    setProblem('')
    try {
      await send.run({})
      setSent(true)
      notify('good', t(texts.sent))
    } catch (error) {
      setProblem(asRefused(error).message)
    }
  }
  const prove = async () => {
    if (code.trim() === '' || confirm.isBusy) return
    setProblem('')
    try {
      await confirm.run({ code })
      await again()
    } catch (error) {
      setProblem(asRefused(error).message)
    }
  }
  return (
    <>
      <p className="hint">{t(texts.why)}</p>
      {isSent && (
        <CodeInput
          title={t(texts.code)}
          kind="code"
          value={code}
          problem={problem}
          onChange={setCode}
          onEnter={() => void prove()}
        />
      )}
      {!isSent && problem && (
        <div className="problem" role="alert">
          {problem}
        </div>
      )}
      <div className="own-email">
        {isSent && (
          <Button type="primary" loading={confirm.isBusy} disabled={code.trim() === ''} onClick={() => void prove()}>
            {t(texts.confirm)}
          </Button>
        )}
        <Button loading={send.isBusy} onClick={() => void ask()}>
          {t(texts.send)}
        </Button>
      </div>
    </>
  )
}

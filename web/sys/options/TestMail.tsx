import type { Text } from '@lading/contract/kernel/text.ts'
import { emailText } from '@lading/contract/sys/email.ts'
import { mailCalls } from '@lading/contract/sys/mail.ts'
import { Alert, Button, Input } from 'antd'
import { useState } from 'react'
import { asRefused, useWrite } from '../../client/errors.ts'
import { useUser } from '../../client/session.ts'
import { useText } from '../../client/text.ts'

const texts = {
  to: ['收件人', 'Send it to'],
  send: ['发送测试邮件', 'Send a test mail'],
  taken: ['服务器已接收（{ms}毫秒）：{answer}', 'The server took it ({ms} ms): {answer}'],
  refused: ['未能发出：{answer}', 'Not sent: {answer}'],
  saved: ['按已保存的参数发送。', 'It is sent by what is saved.'],
} as const satisfies Record<string, Text>

/** Tries the mail server that is set up, and shows what it says. */
export function TestMail() {
  const t = useText()
  const { email } = useUser()
  const [to, setTo] = useState(email ?? '')
  const [told, setTold] = useState<{ isGood: boolean; text: string }>()
  const write = useWrite(mailCalls.test)
  const send = async () => {
    setTold(undefined)
    try {
      const answer = await write.run({ to: to.trim() })
      setTold({ isGood: answer.isTaken, text: t(answer.isTaken ? texts.taken : texts.refused, answer) })
    } catch (error) {
      setTold({ isGood: false, text: asRefused(error).message })
    }
  }
  return (
    <section aria-label={t(texts.send)}>
      <div className="own-email">
        <Input
          type="email"
          aria-label={t(texts.to)}
          placeholder={t(texts.to)}
          maxLength={254}
          value={to}
          onChange={(e) => setTo(e.target.value)}
        />
        <Button loading={write.isBusy} disabled={!emailText.safeParse(to.trim()).success} onClick={() => void send()}>
          {t(texts.send)}
        </Button>
      </div>
      <p className="hint">{t(texts.saved)}</p>
      {told && <Alert type={told.isGood ? 'success' : 'error'} showIcon role="alert" title={told.text} />}
    </section>
  )
}

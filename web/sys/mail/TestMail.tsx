import type { Call } from '@lading/contract/kernel/call.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { emailText } from '@lading/contract/sys/email.ts'
import type { MailTried } from '@lading/contract/sys/mail.ts'
import { mailProblems } from '@lading/contract/sys/mailProblems.ts'
import { Alert, Button, Input } from 'antd'
import { useState } from 'react'
import { asRefused, useWrite } from '../../client/errors.ts'
import { useUser } from '../../client/session.ts'
import { useText } from '../../client/text.ts'

const texts = {
  to: ['收件人', 'Send it to'],
  send: ['发送测试邮件', 'Send a test mail'],
  taken: ['服务器已接收（{ms}毫秒）', 'The server took it ({ms} ms)'],
  refused: ['未能发出：{problem}', 'Not sent: {problem}'],
  said: ['服务器应答：{answer}', 'The server said: {answer}'],
  saved: ['按已保存的参数发送。', 'It is sent by what is saved.'],
} as const satisfies Record<string, Text>

/** Tries the mail server that is set up, and shows what became of it and what the server said. */
export function TestMail({ test }: { test: Call<{ to: string }, MailTried> }) {
  const t = useText()
  const { email } = useUser()
  const [to, setTo] = useState(email ?? '')
  const [told, setTold] = useState<{ isGood: boolean; text: string; more: string }>()
  const write = useWrite(test)
  const send = async () => {
    setTold(undefined)
    try {
      const { problem, answer, ms } = await write.run({ to: to.trim() })
      const text = problem === null ? t(texts.taken, { ms }) : t(texts.refused, { problem: mailProblems[problem] })
      setTold({ isGood: problem === null, text, more: answer && t(texts.said, { answer }) })
    } catch (error) {
      setTold({ isGood: false, text: asRefused(error).message, more: '' })
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
      {told && (
        <Alert
          type={told.isGood ? 'success' : 'error'}
          showIcon
          role="alert"
          title={told.text}
          description={told.more || undefined}
        />
      )}
    </section>
  )
}

import type { Text } from '@lading/contract/kernel/text.ts'
import { mailCalls } from '@lading/contract/sys/mail.ts'
import { type MessageKind, messageKinds } from '@lading/contract/sys/message.ts'
import { option } from '@lading/contract/sys/option.ts'
import { platformMailCalls } from '@lading/contract/sys/platformMail.ts'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { usePrefs } from '../../client/prefs.ts'
import { useUser } from '../../client/session.ts'
import { useText } from '../../client/text.ts'
import { NotRead } from '../../kernel/NotRead.tsx'
import { useCall } from '../../kernel/useCall.ts'
import { useVerbs } from '../../kernel/verbs.tsx'
import { words } from '../../kernel/words.ts'
import { ActDrawer } from '../../platform/ActDrawer.tsx'
import { Card } from '../../ui/Page.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { SkeletonRows } from '../../ui/states.tsx'
import { LetterFrame } from './LetterFrame.tsx'
import { PlatformMail } from './PlatformMail.tsx'
import { TestMail } from './TestMail.tsx'
import './mail.css'

const texts = {
  title: ['邮件发送', 'Sending mail'],
  how: ['发送方式', 'Sent by'],
  OWN: ['本企业的邮件服务器', 'Your own mail server'],
  PLATFORM: ['由平台代发', 'The platform'],
  NONE: ['未设置，不发邮件', 'Not set up: no mail is sent'],
  sender: ['发件人', 'Sender'],
  used: ['今日代发', 'Sent for you today'],
  usedOf: ['{used} / {daily}封', '{used} of {daily}'],
  held: ['明天再发', 'Waiting for tomorrow'],
  why: [
    '设置了本企业的邮件服务器和发件人邮箱后，改由其发送。',
    'Once a mail server and a sender of your own are set above, mail goes by them.',
  ],
  preview: ['预览邮件', 'Preview a mail'],
  kind: ['消息类型', 'Kind of message'],
} as const satisfies Record<string, Text>
const tones = { OWN: 'good', PLATFORM: 'good', NONE: 'idle' } as const

/** What follows the options of mail: how it goes now, a test, how it looks, and to the platform its own server. */
export function MailCards() {
  const { can } = useVerbs(option)
  const t = useText()
  const { workingOrg } = useUser()
  return (
    <div className="mail-cards">
      <Card title={t(texts.title)}>
        <Way />
        {can(option, 'update') && <TestMail test={mailCalls.test} />}
      </Card>
      {workingOrg.type === 'PLAT' && can(option, 'update') && <PlatformMail />}
    </div>
  )
}

function Way() {
  const t = useText()
  const [isShown, setShown] = useState(false)
  const read = useCall(platformMailCalls.way, {})
  if (read.error && !read.data) return <NotRead of={read} />
  if (!read.data) return <SkeletonRows rows={2} label={t(words.loading)} />
  const { way, sender, quota } = read.data
  return (
    <>
      <dl className="mail-way">
        <div>
          <dt>{t(texts.how)}</dt>
          <dd>
            <StatusTag tone={tones[way]}>{t(texts[way])}</StatusTag>
          </dd>
        </div>
        <div>
          <dt>{t(texts.sender)}</dt>
          <dd>{sender}</dd>
        </div>
        {quota && (
          <div>
            <dt>{t(texts.used)}</dt>
            <dd className="num">{t(texts.usedOf, quota)}</dd>
          </div>
        )}
        {quota && quota.held > 0 && (
          <div>
            <dt>{t(texts.held)}</dt>
            <dd className="num">{quota.held}</dd>
          </div>
        )}
      </dl>
      {way === 'PLATFORM' && <p className="hint">{t(texts.why)}</p>}
      <p>
        <Button onClick={() => setShown(true)}>{t(texts.preview)}</Button>
      </p>
      {isShown && <Preview onClose={() => setShown(false)} />}
    </>
  )
}

// The keys of the declaration.
const kinds = Object.keys(messageKinds) as MessageKind[]

function Preview({ onClose }: { onClose: () => void }) {
  const t = useText()
  const language = usePrefs((p) => p.language)
  const [kind, setKind] = useState<MessageKind>('TASK_ASSIGNED')
  const read = useCall(mailCalls.preview, { kind }, { by: [language], placeholderData: (before) => before })
  return (
    <ActDrawer title={t(texts.preview)} reads={read} onClose={onClose}>
      {(letter) => (
        <>
          <div className="dialog-field">
            <span>{t(texts.kind)}</span>
            <Select
              aria-label={t(texts.kind)}
              value={kind}
              options={kinds.map((value) => ({ value, label: t(messageKinds[value].title) }))}
              onChange={(value: MessageKind) => setKind(value)}
            />
          </div>
          <LetterFrame letter={letter} />
        </>
      )}
    </ActDrawer>
  )
}

import type { Text } from '@lading/contract/kernel/text.ts'
import { mailFaults } from '@lading/contract/sys/email.ts'
import { mailCalls as calls, mail } from '@lading/contract/sys/mail.ts'
import { wsRecord } from '@lading/contract/sys/wsRecord.ts'
import { useState } from 'react'
import { call } from '../../client/client.ts'
import { useText } from '../../client/text.ts'
import type { Row } from '../../kernel/records.ts'
import { useCall } from '../../kernel/useCall.ts'
import { type RowAction, useVerbs } from '../../kernel/verbs.tsx'
import { ActDrawer } from '../../platform/ActDrawer.tsx'
import { Deliveries, sendAgain } from '../Deliveries.tsx'
import { LetterFrame } from './LetterFrame.tsx'

const texts = {
  label: ['邮件', 'E-mails'],
  none: ['还没有发过邮件', 'No mails yet'],
  dead: ['失败', 'Failed'],
  again: ['重发', 'Send again'],
  show: ['查看', 'View'],
  resent: ['将重新发送{count}封', '{count} will be sent again'],
  masked: ['姓名、地址和凭证已隐去。', 'Names, addresses and credentials are masked.'],
} as const satisfies Record<string, Text>

const shows = {
  receiverId: 130,
  kind: 180,
  messages: 90,
  state: 100,
  way: 100,
  tries: 90,
  problem: 200,
  answer: 240,
  nextAt: 170,
  sentAt: 170,
}
const wraps = ['problem', 'answer']

/** Messages that went out by mail, what waits, and what no server took. */
export function Mails() {
  const t = useText()
  const { can } = useVerbs(wsRecord)
  const [shown, setShown] = useState<Row>()
  const actions = (r: Row): RowAction[] => [
    { key: 'show', title: texts.show, run: () => setShown(r) },
    ...(can(wsRecord, 'restart')
      ? [
          {
            key: 'again',
            title: texts.again,
            run: () =>
              void sendAgain(
                mail,
                () => call(calls.resend, { ids: [r.id] }),
                (count) => t(texts.resent, { count }),
              ),
            refused: r.state === 'DEAD' ? undefined : t(mailFaults.notDead.text),
          },
        ]
      : []),
  ]
  return (
    <>
      <Deliveries of={mail} query={calls.query} words={texts} shows={shows} wraps={wraps} actions={actions} />
      {shown && <Shown id={shown.id} onClose={() => setShown(undefined)} />}
    </>
  )
}

function Shown({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useText()
  const read = useCall(calls.show, { id })
  return (
    <ActDrawer title={t(mail.title)} reads={read} onClose={onClose}>
      {(letter) => (
        <>
          <p className="hint">{t(texts.masked)}</p>
          <LetterFrame letter={letter} />
        </>
      )}
    </ActDrawer>
  )
}

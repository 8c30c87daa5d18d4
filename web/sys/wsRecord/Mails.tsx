import type { Page } from '@lading/contract/kernel/call.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { mailFaults } from '@lading/contract/sys/email.ts'
import { mailCalls as calls, type MailState, mail } from '@lading/contract/sys/mail.ts'
import { wsRecord } from '@lading/contract/sys/wsRecord.ts'
import { Segmented } from 'antd'
import { useState } from 'react'
import { call } from '../../client/client.ts'
import { report } from '../../client/errors.ts'
import { useText } from '../../client/text.ts'
import { shownTime } from '../../client/time.ts'
import type { ReadColumn } from '../../kernel/grid/columns.tsx'
import { ReadTable } from '../../kernel/grid/ReadTable.tsx'
import { RowButtons } from '../../kernel/list/RowButtons.tsx'
import { NotRead } from '../../kernel/NotRead.tsx'
import type { Row } from '../../kernel/records.ts'
import { useCall } from '../../kernel/useCall.ts'
import { changed, type RowAction, useVerbs } from '../../kernel/verbs.tsx'
import { words } from '../../kernel/words.ts'
import { notify } from '../../ui/notices.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { SkeletonRows } from '../../ui/states.tsx'

const texts = {
  label: ['邮件', 'E-mails'],
  none: ['还没有发过邮件', 'No mails yet'],
  dead: ['失败', 'Failed'],
  again: ['重发', 'Send again'],
  resent: ['将重新发送{count}封', '{count} will be sent again'],
} as const satisfies Record<string, Text>
const pageSize = 20
const { fields } = mail
const tones = { PENDING: 'warn', SENT: 'good', DEAD: 'bad' } as const satisfies Record<MailState, string>
const word = (value: unknown): string => (value === null || value === undefined ? '' : String(value))

/** Messages that went out by mail, what waits, and what no server took. */
export function Mails() {
  const t = useText()
  const { can } = useVerbs(wsRecord)
  const [page, setPage] = useState(1)
  const [which, setWhich] = useState<'all' | 'DEAD'>('all')
  const filter = which === 'DEAD' ? { state: ['DEAD'] } : {}
  const question = { filter, page, pageSize, searchCount: true }
  const read = useCall(calls.query, question, { placeholderData: (before) => before })
  if (read.error && !read.data) return <NotRead of={read} />
  if (!read.data) return <SkeletonRows rows={4} label={t(words.loading)} />
  const resend = async (id: string): Promise<void> => {
    try {
      notify('good', t(texts.resent, await call(calls.resend, { ids: [id] })))
    } catch (error) {
      report(error)
    }
    await changed(mail)
  }
  const actions = (r: Row): RowAction[] =>
    can(wsRecord, 'restart')
      ? [
          {
            key: 'again',
            title: texts.again,
            run: () => void resend(r.id),
            refused: r.state === 'DEAD' ? undefined : t(mailFaults.notDead.text),
          },
        ]
      : []
  // Erased by the declaration of the call.
  const { records, total } = read.data as unknown as Page<Row>
  return (
    <>
      <div className="sheet-tools">
        <Segmented<'all' | 'DEAD'>
          value={which}
          options={[
            { value: 'all', label: t(words.all) },
            { value: 'DEAD', label: t(texts.dead) },
          ]}
          onChange={(next) => {
            setWhich(next)
            setPage(1)
          }}
        />
      </div>
      <ReadTable<Row>
        label={t(texts.label)}
        rows={records}
        columns={columnsOf(actions)}
        none={texts.none}
        isBusy={read.isPlaceholderData}
        pages={{ page, pageSize, total: total ?? 0, go: setPage }}
      />
    </>
  )
}

const time = (value: unknown): string => (value ? shownTime(word(value)) : '')
const columnsOf = (actions: (r: Row) => readonly RowAction[]): readonly ReadColumn<Row>[] => [
  { name: 'at', title: ['时间', 'Time'], width: 170, said: (r) => time(r.createTime) },
  {
    name: 'receiver',
    title: fields.receiverId.title,
    width: 130,
    said: (r) => r.refs?.receiverId?.name ?? word(r.receiverId),
  },
  {
    name: 'kind',
    title: fields.kind.title,
    width: 180,
    said: (r, t) => t(fields.kind.choices?.[word(r.kind)] ?? words.nothing),
  },
  { name: 'messages', title: fields.messages.title, width: 90, isFigure: true, said: (r) => word(r.messages) },
  {
    name: 'state',
    title: fields.state.title,
    width: 100,
    render: (r, t) => (
      <StatusTag tone={tones[word(r.state) as MailState]}>
        {t(fields.state.choices?.[word(r.state)] ?? words.nothing)}
      </StatusTag>
    ),
    isFilled: () => true,
  },
  { name: 'tries', title: fields.tries.title, width: 90, isFigure: true, said: (r) => word(r.tries) },
  { name: 'answer', title: fields.answer.title, width: 260, said: (r) => word(r.answer), wraps: true },
  { name: 'next', title: fields.nextAt.title, width: 170, said: (r) => time(r.nextAt) },
  { name: 'sent', title: fields.sentAt.title, width: 170, said: (r) => time(r.sentAt) },
  {
    name: 'actions',
    title: words.actions,
    width: 110,
    render: (r) => <RowButtons actions={actions(r)} />,
    isFilled: () => true,
    fixed: 'end',
  },
]

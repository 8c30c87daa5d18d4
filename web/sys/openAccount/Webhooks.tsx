import type { Page } from '@lading/contract/kernel/call.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { openAccount, openDelivery } from '@lading/contract/sys/openAccount.ts'
import { openAccountCalls as calls, openAccountFaults } from '@lading/contract/sys/openCalls.ts'
import { Button, Segmented } from 'antd'
import { useState } from 'react'
import { call } from '../../client/client.ts'
import { report } from '../../client/errors.ts'
import { type Say, useText } from '../../client/text.ts'
import { shownTime } from '../../client/time.ts'
import type { ReadColumn } from '../../kernel/grid/columns.tsx'
import { ReadTable } from '../../kernel/grid/ReadTable.tsx'
import { RowButtons } from '../../kernel/list/RowButtons.tsx'
import { NotRead } from '../../kernel/NotRead.tsx'
import type { Row } from '../../kernel/records.ts'
import { useCall } from '../../kernel/useCall.ts'
import { changed, type RowAction, useVerbs } from '../../kernel/verbs.tsx'
import { words } from '../../kernel/words.ts'
import { ActDrawer } from '../../platform/ActDrawer.tsx'
import { ask } from '../../ui/ask.tsx'
import { notify } from '../../ui/notices.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { SkeletonRows } from '../../ui/states.tsx'
import { SecretDialog } from './SecretDialog.tsx'

const texts = {
  title: ['消息推送', 'Webhook messages'],
  none: ['没有推送过消息', 'No messages yet'],
  secret: ['生成回调密钥', 'Make a webhook secret'],
  replace: ['更换回调密钥', 'Replace the webhook secret'],
  askReplace: ['更换[{name}]的回调密钥？', 'Replace the webhook secret of [{name}]?'],
  detail: [
    '旧密钥立即失效，接收方需同时更换。',
    'The old one stops working at once: the receiver has to change it too.',
  ],
  noSecret: ['还没有回调密钥，消息不会发出。', 'There is no webhook secret yet: nothing is sent.'],
  schemas: ['消息格式', 'Message format'],
  again: ['重发', 'Send again'],
  resent: ['将重新发送{count}条', '{count} will be sent again'],
  content: ['内容', 'Content'],
  dead: ['未送达', 'Undelivered'],
} as const satisfies Record<string, Text>
const pageSize = 30
const { fields } = openDelivery
const tones = { PENDING: 'warn', DONE: 'good', DEAD: 'bad' } as const
const word = (value: unknown): string => (value === null || value === undefined ? '' : String(value))

/** Business events on their way to the account's address: what has come, and what nobody took. */
export function Webhooks({ row }: { row: Row }) {
  const t = useText()
  const { can } = useVerbs(openAccount)
  const [page, setPage] = useState(1)
  const [which, setWhich] = useState<'all' | 'DEAD'>('all')
  const [shown, setShown] = useState<Shown>()
  const [told, setTold] = useState<string | null>()
  const { replace, resend, schemas } = useWebhookVerbs(row, setTold, setShown)
  const filter = which === 'DEAD' ? { state: ['DEAD'] } : {}
  const question = { accountId: row.id, filter, page, pageSize, searchCount: true }
  const read = useCall(calls.deliveries, question, { placeholderData: (before) => before, refetchInterval: 10_000 })
  if (read.error && !read.data) return <NotRead of={read} />
  if (!read.data) return <SkeletonRows rows={4} label={t(words.loading)} />
  const hasSecret = Number(row.callbackRevision) > 0
  const actions = (r: Row): RowAction[] => [
    {
      key: 'content',
      title: texts.content,
      run: () => setShown({ title: word(r.messageId), text: JSON.stringify(JSON.parse(word(r.body)), null, 2) }),
    },
    ...(can(openAccount, 'run') && r.state !== 'PENDING'
      ? [{ key: 'again', title: texts.again, run: () => void resend(r.id) }]
      : []),
  ]
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
        {can(openAccount, 'update') && (
          <Button
            disabled={!row.callbackUrl}
            title={row.callbackUrl ? undefined : t(openAccountFaults.noCallback.text)}
            onClick={() => void replace()}
          >
            {t(hasSecret ? texts.replace : texts.secret)}
          </Button>
        )}
        <Button onClick={() => void schemas()}>{t(texts.schemas)}</Button>
      </div>
      {!hasSecret && <p className="hint">{t(texts.noSecret)}</p>}
      <ReadTable<Row>
        label={t(texts.title)}
        rows={records}
        columns={columnsOf(actions)}
        none={texts.none}
        isBusy={read.isPlaceholderData}
        pages={{ page, pageSize, total: total ?? 0, go: setPage }}
      />
      {shown && (
        <ActDrawer title={shown.title} onClose={() => setShown(undefined)}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard */}
          <pre tabIndex={0}>{shown.text}</pre>
        </ActDrawer>
      )}
      {told !== undefined && (
        <SecretDialog
          told={{ name: word(row.name), appKey: word(row.appKey), secret: told }}
          onClose={() => setTold(undefined)}
        />
      )}
    </>
  )
}

interface Shown {
  readonly title: string
  readonly text: string
}

function useWebhookVerbs(row: Row, onTold: (secret: string | null) => void, onShown: (shown: Shown) => void) {
  const t = useText()
  const hasSecret = Number(row.callbackRevision) > 0
  const replace = async (): Promise<void> => {
    const question = {
      title: texts.askReplace,
      args: { name: word(row.name) },
      detail: texts.detail,
      ok: texts.replace,
    }
    if (hasSecret && (await ask(question)) === undefined) return
    try {
      onTold((await call(calls.webhookSecret, { id: row.id, version: row.version })).secret)
    } catch (error) {
      report(error)
    }
    await changed(openAccount)
  }
  const resend = async (id: string): Promise<void> => {
    try {
      notify('good', t(texts.resent, await call(calls.resend, { accountId: row.id, deliveryIds: [id] })))
    } catch (error) {
      report(error)
    }
    await changed(openAccount)
  }
  const schemas = async (): Promise<void> => {
    try {
      const all = await call(calls.eventSchemas, {})
      onShown({
        title: t(texts.schemas),
        text: JSON.stringify(Object.fromEntries(all.map((s) => [s.name, s.schema])), null, 2),
      })
    } catch (error) {
      report(error)
    }
  }
  return { replace, resend, schemas }
}

const State = ({ state, t }: { state: unknown; t: Say }) => {
  const key = word(state) as keyof typeof tones
  return <StatusTag tone={tones[key]}>{t(fields.state.choices?.[key] ?? words.nothing)}</StatusTag>
}
const time = (value: unknown): string => (value ? shownTime(word(value)) : '')
const columnsOf = (actions: (r: Row) => readonly RowAction[]): readonly ReadColumn<Row>[] => [
  { name: 'at', title: ['时间', 'Time'], width: 170, said: (r) => time(r.createTime) },
  {
    name: 'event',
    title: fields.event.title,
    width: 140,
    said: (r, t) => t(fields.event.choices?.[word(r.event)] ?? words.nothing),
  },
  { name: 'message', title: fields.messageId.title, width: 170, said: (r) => word(r.messageId) },
  {
    name: 'state',
    title: fields.state.title,
    width: 110,
    render: (r, t) => <State state={r.state} t={t} />,
    isFilled: () => true,
  },
  { name: 'tries', title: fields.tries.title, width: 80, isFigure: true, said: (r) => word(r.tries) },
  { name: 'status', title: fields.status.title, width: 110, isFigure: true, said: (r) => word(r.status) },
  { name: 'error', title: fields.error.title, width: 220, said: (r) => word(r.error), wraps: true },
  { name: 'next', title: fields.nextAt.title, width: 170, said: (r) => time(r.nextAt) },
  { name: 'done', title: fields.doneAt.title, width: 170, said: (r) => time(r.doneAt) },
  {
    name: 'actions',
    title: words.actions,
    width: 130,
    render: (r) => <RowButtons actions={actions(r)} />,
    isFilled: () => true,
    fixed: 'end',
  },
]

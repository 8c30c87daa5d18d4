import type { Text } from '@lading/contract/kernel/text.ts'
import { openAccount, openDelivery } from '@lading/contract/sys/openAccount.ts'
import { openAccountCalls as calls, openAccountFaults } from '@lading/contract/sys/openCalls.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { call } from '../../client/client.ts'
import { report } from '../../client/errors.ts'
import { useText } from '../../client/text.ts'
import type { Row } from '../../kernel/records.ts'
import { changed, type RowAction, useVerbs } from '../../kernel/verbs.tsx'
import { ActDrawer } from '../../platform/ActDrawer.tsx'
import { ask } from '../../ui/ask.tsx'
import { Deliveries, sendAgain } from '../Deliveries.tsx'
import { SecretDialog } from './SecretDialog.tsx'

const texts = {
  label: ['消息推送', 'Webhook messages'],
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
const word = (value: unknown): string => (value === null || value === undefined ? '' : String(value))
const shows = {
  event: 140,
  document: 170,
  messageId: 170,
  state: 130,
  tries: 80,
  status: 110,
  error: 220,
  nextAt: 170,
  doneAt: 170,
}
const wraps = ['error']

/** Business events on their way to the account's address: what has come, and what nobody took. */
export function Webhooks({ row }: { row: Row }) {
  const t = useText()
  const { can } = useVerbs(openAccount)
  const [shown, setShown] = useState<Shown>()
  const [told, setTold] = useState<string | null>()
  const { replace, resend, schemas } = useWebhookVerbs(row, setTold, setShown)
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
  const tools = (
    <>
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
    </>
  )
  return (
    <>
      <Deliveries
        of={openDelivery}
        query={calls.deliveries}
        asked={{ accountId: row.id }}
        words={texts}
        shows={shows}
        wraps={wraps}
        actions={actions}
        tools={tools}
        note={!hasSecret && <p className="hint">{t(texts.noSecret)}</p>}
        againMs={10_000}
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
  const resend = (id: string): Promise<void> =>
    sendAgain(
      openAccount,
      () => call(calls.resend, { accountId: row.id, deliveryIds: [id] }),
      (count) => t(texts.resent, { count }),
    )
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

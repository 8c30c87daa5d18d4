import { BellOutlined } from '@ant-design/icons'
import type { Text } from '@lading/contract/kernel/text.ts'
import { type MessageRecord, message, messageCalls, messageKinds } from '@lading/contract/sys/message.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Popover } from 'antd'
import { useState } from 'react'
import { call } from '../client/client.ts'
import { asRefused, report } from '../client/errors.ts'
import { useText } from '../client/text.ts'
import { shownTime } from '../client/time.ts'
import './messages.css'

const texts = {
  title: ['消息', 'Messages'],
  unread: ['消息，{count}条未读', 'Messages, {count} unread'],
  none: ['还没有消息', 'No messages yet'],
  readAll: ['全部标为已读', 'Mark all as read'],
  isUnread: ['未读', 'Unread'],
} as const satisfies Record<string, Text>

const shownMax = 30

/** 消息: what the product tells the user, as it happens. The first part of the keys lets the server's news in. */
export function MessageBell() {
  const t = useText()
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const { data: { count } = { count: 0 } } = useQuery({
    queryKey: [message.key, 'unread'],
    queryFn: ({ signal }) => call(messageCalls.unreadCount, {}, { signal }),
  })
  const list = useQuery({
    queryKey: [message.key, 'list'],
    queryFn: ({ signal }) => call(messageCalls.query, { page: 1, pageSize: shownMax }, { signal }),
    enabled: isOpen,
  })
  const read = async (what: { all: true } | { ids: string[] }) => {
    await call(messageCalls.read, what).catch(report)
    await client.invalidateQueries({ queryKey: [message.key] })
  }
  const choose = (one: MessageRecord) => {
    if (!one.isRead) void read({ ids: [one.id] })
    if (!one.link) return
    setOpen(false)
    window.location.hash = one.link
  }
  const records = list.data?.records ?? []
  const title = (
    <div className="messages-head">
      {t(texts.title)}
      {count > 0 && (
        <Button type="link" size="small" onClick={() => void read({ all: true })}>
          {t(texts.readAll)}
        </Button>
      )}
    </div>
  )
  const label = count > 0 ? t(texts.unread, { count }) : t(texts.title)
  return (
    <Popover
      open={isOpen}
      onOpenChange={setOpen}
      trigger="click"
      placement="bottomRight"
      // On a narrow screen neither side has room: it moves until all of it is there.
      align={{ overflow: { shiftX: true, adjustX: false } }}
      classNames={{ root: 'link-drop messages-drop' }}
      title={title}
      content={
        list.error ? (
          <p className="problem">{asRefused(list.error).message}</p>
        ) : records.length === 0 ? (
          <p className="muted link-empty">{list.isPending ? ' ' : t(texts.none)}</p>
        ) : (
          <ul className="messages">
            {records.map((one) => (
              <Message key={one.id} one={one} onChoose={() => choose(one)} />
            ))}
          </ul>
        )
      }
    >
      <Button
        type="text"
        icon={
          <span className="bell">
            <BellOutlined aria-hidden />
            {count > 0 && <span className="bell-count num">{count > 99 ? '99+' : count}</span>}
          </span>
        }
        aria-label={label}
        title={label}
        aria-expanded={isOpen}
      />
    </Popover>
  )
}

function Message({ one, onChoose }: { one: MessageRecord; onChoose: () => void }) {
  const t = useText()
  const kind = messageKinds[one.key]
  return (
    <li>
      <button type="button" className={one.isRead ? 'message' : 'message message-unread'} onClick={onChoose}>
        <strong>
          {!one.isRead && <span className="message-dot" role="img" aria-label={t(texts.isUnread)} />}
          {t(kind.title)}
        </strong>
        <span>{t(kind.body, one.args)}</span>
        <time dateTime={one.createTime}>{shownTime(one.createTime)}</time>
      </button>
    </li>
  )
}

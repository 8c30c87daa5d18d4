import { BellOutlined } from '@ant-design/icons'
import type { Text } from '@lading/contract/kernel/text.ts'
import { unreadCount } from '@lading/contract/sys/unread.ts'
import { useText } from '../client/text.ts'
import { useCall } from '../kernel/useCall.ts'
import { Drop } from '../ui/Drop.tsx'
import { framePart } from './framePart.tsx'
import './messages.css'

const texts = {
  title: ['消息', 'Messages'],
  unread: ['消息，{count}条未读', 'Messages, {count} unread'],
} as const satisfies Record<string, Text>

// The words of all messages come when somebody reads them.
const MessageList = framePart(async () => (await import('./MessageList.tsx')).MessageList)
const ReadAll = framePart(async () => (await import('./MessageList.tsx')).ReadAll)

/** 消息: what the product tells the user, as it happens. The first part of the keys lets the server's news in. */
export function MessageBell() {
  const t = useText()
  const { data: { count: told, announcements } = { count: 0, announcements: 0 } } = useCall(unreadCount, {})
  const count = told + announcements
  return (
    <Drop
      title={t(texts.title)}
      label={count > 0 ? t(texts.unread, { count }) : t(texts.title)}
      isText
      icon={
        <span className="bell">
          <BellOutlined aria-hidden />
          {count > 0 && <span className="bell-count num">{count > 99 ? '99+' : count}</span>}
        </span>
      }
      extra={told > 0 && <ReadAll />}
    >
      {(close) => <MessageList close={close} onClose={close} />}
    </Drop>
  )
}

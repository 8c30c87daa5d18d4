import type { Text } from '@lading/contract/kernel/text.ts'
import {
  announcedCalls,
  type MessageRecord,
  message,
  messageCalls,
  messageKinds,
  type OwnAnnouncement,
} from '@lading/contract/sys/message.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { call } from '../client/client.ts'
import { asRefused, report } from '../client/errors.ts'
import { hashOf, parseHash, type Route } from '../client/location.ts'
import { go } from '../client/tabStore.ts'
import { useText } from '../client/text.ts'
import { shownTime } from '../client/time.ts'
import { useMay } from '../kernel/permission.ts'
import { detailOf, entityOf, listOf } from '../kernel/registry.ts'
import { useCall } from '../kernel/useCall.ts'
import { ask } from '../ui/ask.tsx'
import { isForbidden } from './enter.ts'

const texts = {
  none: ['还没有消息', 'No messages yet'],
  readAll: ['全部标为已读', 'Mark all as read'],
  isUnread: ['未读', 'Unread'],
  announcement: ['公告', 'Announcement'],
  announcements: ['管理公告', 'Manage announcements'],
  understood: ['知道了', 'Got it'],
  later: ['稍后', 'Later'],
} as const satisfies Record<string, Text>

const shownMax = 30

function useRead() {
  const client = useQueryClient()
  return async (what: { all: true } | { ids: string[] }) => {
    await call(messageCalls.read, what).catch(report)
    await client.invalidateQueries({ queryKey: [message.key] })
  }
}

export function ReadAll() {
  const t = useText()
  const read = useRead()
  return (
    <Button type="link" size="small" onClick={() => void read({ all: true })}>
      {t(texts.readAll)}
    </Button>
  )
}

/** What stands in the box of the bell. */
export function MessageList({ close }: { close: () => void }) {
  const t = useText()
  const announced = useCall(announcedCalls.mine, {})
  const list = useCall(messageCalls.query, { page: 1, pageSize: shownMax })
  const read = useRead()
  const choose = (one: MessageRecord) => {
    if (!one.isRead) void read({ ids: [one.id] })
    const route = placeOf(one.link ?? '')
    // A message may tell of a page that he has no right to see where he works now: asking for it would log him out.
    if (route?.kind !== 'page' || isForbidden(route)) return
    close()
    go(route)
  }
  const records = list.data?.records ?? []
  const may = useMay()
  const kept = may(entityOf('sys.announcement'), 'view') ? listOf('sys.announcement', {}) : undefined
  return (
    <>
      {announced.data && announced.data.length > 0 && <Announcements all={announced.data} onOpen={close} />}
      {kept && (
        <a className="announcements-link" href={hashOf(kept)} onClick={close}>
          {t(texts.announcements)}
        </a>
      )}
      {list.error ? (
        <p className="problem">{asRefused(list.error).message}</p>
      ) : records.length === 0 ? (
        <p className="muted link-empty">{list.isPending ? ' ' : t(texts.none)}</p>
      ) : (
        <ul className="messages">
          {records.map((one) => (
            <Message key={one.id} one={one} onChoose={() => choose(one)} />
          ))}
        </ul>
      )}
    </>
  )
}

/** What everybody of an organisation shall read; it stays here, as read, while it holds. */
function Announcements({ all, onOpen }: { all: readonly OwnAnnouncement[]; onOpen: () => void }) {
  const t = useText()
  const client = useQueryClient()
  const open = async ({ id, title, body, isRead }: OwnAnnouncement) => {
    onOpen()
    const seen = await ask({ title: [title, title], detail: [body, body], ok: texts.understood, cancel: texts.later })
    if (seen === undefined || isRead) return
    await call(announcedCalls.read, { id }).catch(report)
    await client.invalidateQueries({ queryKey: ['sys.announcement'] })
    await client.invalidateQueries({ queryKey: [message.key] })
  }
  return (
    <ul className="messages" aria-label={t(texts.announcement)}>
      {all.map((one) => (
        <li key={one.id}>
          <button
            type="button"
            className={one.isRead ? 'message' : 'message message-unread'}
            onClick={() => void open(one).catch(report)}
          >
            <strong>
              {!one.isRead && <span className="message-dot" role="img" aria-label={t(texts.isUnread)} />}
              {one.title}
            </strong>
            <span className="muted">{t(texts.announcement)}</span>
            <time dateTime={one.publishedAt}>{shownTime(one.publishedAt)}</time>
          </button>
        </li>
      ))}
    </ul>
  )
}

/** A page by its address, or what an entity shows: one record by its id, else its list. */
function placeOf(link: string): Route | undefined {
  if (link.startsWith('#')) return parseHash(link)
  const [key = '', search = ''] = link.split('?')
  const query = Object.fromEntries(new URLSearchParams(search))
  return query.id === undefined ? listOf(key, query) : detailOf(key, query.id)
}

function Message({ one, onChoose }: { one: MessageRecord; onChoose: () => void }) {
  const t = useText()
  const { title, body } = one.own ?? messageKinds[one.key]
  return (
    <li>
      <button type="button" className={one.isRead ? 'message' : 'message message-unread'} onClick={onChoose}>
        <strong>
          {!one.isRead && <span className="message-dot" role="img" aria-label={t(texts.isUnread)} />}
          {t(title, one.args)}
        </strong>
        <span>{t(body, one.args)}</span>
        <time dateTime={one.createTime}>{shownTime(one.createTime)}</time>
      </button>
    </li>
  )
}

import { type WsMessage, type WsNews, wsPath, wsTicket } from '@lading/contract/sys/session.ts'
import { call } from '../client/client.ts'
import { showGate } from '../client/gate.ts'
import { queryClient } from '../client/query.ts'
import { readUserAgain } from '../client/renew.ts'
import { isLeaving, useSession } from '../client/session.ts'
import { readAgain } from '../kernel/readAgain.ts'
import { type Gatherer, gatherer, waitMs } from './gather.ts'

/** The server's word for: this session is over. */
const endedCode = 4401

/** What the user may do or see has changed: the frame follows first, then all that is still shown is read again. */
const followRights = (): Promise<void> =>
  readUserAgain().then(
    () => queryClient.invalidateQueries(),
    // Without an answer the line is lost as well, and who finds it again asks anew.
    () => undefined,
  )

/**
 * Hears from the server which of the topics changed while somebody is logged in. Without a socket the product works as
 * well, only that nobody is told.
 * @returns what ends it
 */
export function startNews(topics: readonly string[]): () => void {
  const news = gatherer(
    (changed) => void readAgain(changed),
    () => document.visibilityState === 'visible',
  )
  document.addEventListener('visibilitychange', news.look)
  const orgOf = () => useSession.getState().user?.workingOrg.id
  let line = keepLine(topics, news)
  let org = orgOf()
  const unsubscribe = useSession.subscribe(() => {
    if (orgOf() === org) return
    org = orgOf()
    line()
    if (org !== undefined) line = keepLine(topics, news)
  })
  return () => {
    unsubscribe()
    line()
    document.removeEventListener('visibilitychange', news.look)
    news.stop()
  }
}

/** One socket after the other, each by a ticket of its own. @returns what hangs up */
function keepLine(topics: readonly string[], news: Gatherer): () => void {
  let socket: WebSocket | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let attempt = 0
  let wasDown = false
  let isOver = false
  const again = (): void => {
    wasDown = true
    if (!isOver) timer = setTimeout(() => void open(), waitMs(attempt++))
  }
  const hear = (text: string): void => {
    const word = JSON.parse(text) as WsNews | WsMessage // Our own server's words, as its contract says.
    if (word.type === 'message') {
      // It may come twice; that the messages are read again says it once.
      socket?.send(JSON.stringify({ ack: [word.id] }))
      news.hear([word.topic])
      return
    }
    const { type, topics: told } = word
    // What happened while the line was down, nobody told.
    if (type === 'changed' || wasDown) news.hear(told)
    if (type === 'rights' || wasDown) void followRights()
    if (type === 'topics') wasDown = false
    attempt = 0
  }
  const open = async (): Promise<void> => {
    try {
      const { ticket } = await call(wsTicket, {})
      if (isOver) return
      const one = new WebSocket(addressOf(ticket))
      socket = one
      one.onopen = () => one.send(JSON.stringify({ topics }))
      one.onmessage = ({ data }) => hear(String(data))
      one.onclose = ({ code }) => {
        if (code !== endedCode) return again()
        // Somebody has ended this session. Whoever logs out here knows.
        if (!isOver && !isLeaving() && useSession.getState().status === 'login') showGate('expired')
      }
    } catch {
      again()
    }
  }
  void open()
  return () => {
    isOver = true
    clearTimeout(timer)
    socket?.close()
  }
}

function addressOf(ticket: string): string {
  const { protocol, host } = window.location
  const query = new URLSearchParams({ tenant: useSession.getState().tenant, ticket })
  return `${protocol === 'https:' ? 'wss' : 'ws'}://${host}${wsPath}?${query}`
}

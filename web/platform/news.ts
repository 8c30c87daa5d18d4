import { wsPath, wsTicket } from '@lading/contract/sys/session.ts'
import { call } from '../client/client.ts'
import { showGate } from '../client/gate.ts'
import { queryClient } from '../client/query.ts'
import { readUserAgain } from '../client/renew.ts'
import { isLeaving, isOpen, useSession } from '../client/session.ts'
import { readAgain } from '../kernel/readAgain.ts'
import { type Gatherer, gatherer } from './gather.ts'
import { type Between, joinTabs, type Member } from './leader.ts'
import type { Word } from './line.ts'

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
  const news = gatherer((changed) => void readAgain(changed), isSeen)
  let name = lineName()
  let member: Member | undefined
  const join = (hasMissed: boolean): void => {
    member?.leave()
    member = name === undefined ? undefined : joinAs(name, topics, hasMissed, news)
  }
  join(false)
  const unsubscribe = useSession.subscribe(() => {
    if (lineName() === name) return
    name = lineName()
    join(false)
  })
  const ending = new AbortController()
  const on = (target: EventTarget, type: string, act: () => void): void =>
    target.addEventListener(type, act, { signal: ending.signal })
  on(document, 'visibilitychange', () => {
    news.look()
    member?.look()
  })
  // A page that the browser lays aside holds nothing that others wait for; should it come back, it has missed something.
  const layAside = (): void => {
    member?.leave()
    member = undefined
  }
  const comeBack = (): void => {
    if (!member) join(true)
  }
  on(document, 'freeze', layAside)
  on(document, 'resume', comeBack)
  on(window, 'pagehide', layAside)
  on(window, 'pageshow', comeBack)
  return () => {
    ending.abort()
    unsubscribe()
    layAside()
    news.stop()
  }
}

const isSeen = (): boolean => document.visibilityState === 'visible'

/** One for all tabs that work in the same session at the same organisation, and for no other. */
function lineName(): string | undefined {
  const session = useSession.getState()
  return isOpen(session) ? `wl:line:${session.tenant}:${session.sid}:${session.user.workingOrg.id}` : undefined
}

/** Web Locks are there on secure origins only, and a warehouse's own server is often plain http. */
const between: Between = {
  locks: navigator.locks,
  channel:
    'BroadcastChannel' in globalThis
      ? (name, hear) => {
          const channel = new BroadcastChannel(name)
          channel.onmessage = ({ data }) => hear(data)
          return { post: (said) => channel.postMessage(said), close: () => channel.close() }
        }
      : undefined,
}

function joinAs(name: string, topics: readonly string[], hasMissed: boolean, news: Gatherer): Member {
  const hear = (word: Word): void => {
    if (word.type === 'message') news.hear([word.topic])
    else if (word.type === 'changed') news.hear(word.topics)
    else if (word.type === 'rights') void followRights()
  }
  const missed = (told: readonly string[]): void => {
    news.hear(told)
    void followRights()
  }
  const ended = (): void => {
    // Whoever logs out here knows.
    if (!isLeaving() && useSession.getState().status === 'login') showGate('expired')
  }
  return joinTabs({ name, topics, hasMissed, isSeen, dial, hear, missed, ended }, between)
}

async function dial(signal: AbortSignal): Promise<WebSocket> {
  const { ticket } = await call(wsTicket, {}, { signal })
  const { protocol, host } = window.location
  const query = new URLSearchParams({ tenant: useSession.getState().tenant, ticket })
  return new WebSocket(`${protocol === 'https:' ? 'wss' : 'ws'}://${host}${wsPath}?${query}`)
}

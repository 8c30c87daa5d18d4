import { randomUUID } from 'node:crypto'
import type { Server as HttpServer, IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { entityPermission } from '@lading/contract/kernel/entity.ts'
import { Fault, faults } from '@lading/contract/kernel/fault.ts'
import { isRoot, type OrgType } from '@lading/contract/kernel/org.ts'
import { type WsMessage, type WsNews, wsPath, wsSaid } from '@lading/contract/sys/session.ts'
import type { FrameType } from '@lading/contract/sys/wsRecord.ts'
import { type WebSocket, WebSocketServer } from 'ws'
import { allowed, type Identity } from '../../kernel/ctx.ts'
import type { Kernel } from '../../kernel/perform.ts'
import { knownEntity } from '../../kernel/registry.ts'
import type { Door } from '../due/worker.ts'
import { createConfirmations } from './confirmations.ts'
import { createRate } from './rate.ts'
import { deliver, type Receiver } from './records.ts'

/** Something changed: which kind of rows, of which tenant and organisation. Never which row: who may ask, asks. */
export interface News {
  readonly tenantId: string
  readonly orgId: string
  readonly topic: string
}

export interface PushDoor {
  /** Whom a ticket belongs to, or a refusal. */
  enter(tenant: string, ticket: string): Promise<Identity>
  /** The same person with the rights of this moment, or a refusal when his session has ended. */
  again(who: Identity): Promise<Identity>
}

/** News that sessions of a user have ended; nobody subscribes to it, his sockets are looked at. */
const sessionTopicStart = 'sys.session/'
/** News of rows that are one user's own: his sockets hear of the topic, whether they asked or not. */
const ownTopicStart = 'own/'
export const ownTopic = (topic: string, userId: string): string => `${ownTopicStart}${topic}/${userId}`
export const sessionTopic = (userId: string): string => `${sessionTopicStart}${userId}`
/** News that what somebody in the tenant may do has changed: its sockets are looked at, and told when it is theirs. */
export const rightsTopic = 'sys.rights'

export interface Push {
  /** Tells this process's sockets. */
  tell(news: News): void
  /** Nobody knows what was not told to this process: its sockets hear of all that they want to hear of. */
  missed(): void
  /** Asks for every socket whether its session still lasts. */
  recheck(): Promise<void>
  /** @param doors who else takes connections, each at its path */
  attach(server: HttpServer, doors?: readonly Door[]): void
  /** Open sockets, of a tenant or of all. */
  sockets(tenantId?: string): number
  /** Those of a tenant, the oldest first. */
  opened(tenantId: string): readonly Opened[]
  close(): Promise<void>
}

/** Whose socket is open, since when, and what it wants to hear of. */
export interface Opened {
  readonly id: string
  readonly sessionId: string | null
  readonly since: Date
  readonly topics: readonly string[]
}

interface Listener {
  readonly id: string
  readonly since: Date
  readonly socket: WebSocket
  who: Identity
  /** Undefined: it has not said yet. */
  wanted: readonly string[] | undefined
  topics: ReadonlySet<string>
  readonly changed: Set<string>
  alive: boolean
}

/** At most ten messages a second to a socket, however much happens. */
const flushMs = 100
const pingMs = 25_000
const recheckMs = 30_000
const messageMaxBytes = 8_192
const socketsMax = 5_000
const ended = 4401

/** A page of another site must not open a socket in the name of who is logged in. */
function isOwnOrigin(request: IncomingMessage): boolean {
  const { origin, host } = request.headers
  if (origin === undefined) return true
  return URL.canParse(origin) && new URL(origin).host === host
}

/** What everybody is shown, whoever may change it: the entries of forms, the announcements of the bell. */
const everybodys: ReadonlySet<string> = new Set(['sys.dicInfo', 'sys.announcement'])
/** Which of the wanted topics somebody may hear of. */
const heard = (who: Identity, wanted: readonly string[]): string[] =>
  wanted.filter((topic) => {
    const e = knownEntity(topic)
    return (
      e !== undefined && e.actions.length > 1 && (everybodys.has(topic) || allowed(who, entityPermission(e, 'view')))
    )
  })

export function createPush(kernel: Kernel, door: PushDoor): Push {
  const listeners = new Set<Listener>()
  const sockets = new WebSocketServer({ noServer: true, maxPayload: messageMaxBytes })
  const flush = setInterval(() => {
    for (const to of listeners)
      if (to.changed.size > 0) {
        send(to, { type: 'changed', topics: [...to.changed] }, 'CHANGED')
        to.changed.clear()
      }
  }, flushMs).unref()
  const ping = setInterval(() => {
    for (const one of listeners) {
      if (!one.alive) one.socket.terminate()
      one.alive = false
      one.socket.ping()
    }
  }, pingMs).unref()
  const { send, hand, confirm, close: closeOutlet } = createOutlet(kernel)
  const look = (at: Iterable<Listener>) => lookAgain(kernel, door, at, send)
  const recheck = () => look(listeners)
  const missed = () => void Promise.all([tellMissed(listeners, hand), recheck()])
  const watch = setInterval(() => void recheck(), recheckMs).unref()
  const welcome = (socket: WebSocket, who: Identity): void => {
    const one = listenerOf(socket, who, kernel.now())
    listeners.add(one)
    socket.on('pong', () => {
      one.alive = true
    })
    socket.on('error', (error) => kernel.log.debug({ err: error }, 'a socket broke'))
    socket.on('close', () => listeners.delete(one))
    socket.on('message', (data) => {
      const asked = said(String(data))
      if (asked === undefined) return socket.close(1008)
      if ('ack' in asked) return confirm(receiverOf(one), asked.ack)
      const isNew = one.wanted === undefined
      one.wanted = asked.topics
      one.topics = new Set(heard(one.who, asked.topics))
      send(one, { type: 'topics', topics: [...one.topics] })
      if (isNew) void hand([one], true)
    })
  }
  const upgrade = async (request: IncomingMessage, stream: Duplex, head: Buffer): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    if (url.pathname !== wsPath || !isOwnOrigin(request) || listeners.size >= socketsMax) return refuse(stream, 403)
    const ticket = url.searchParams.get('ticket') ?? ''
    const who = await door.enter(url.searchParams.get('tenant') ?? '', ticket).catch(() => undefined)
    if (!who) return refuse(stream, 401)
    sockets.handleUpgrade(request, stream, head, (socket) => welcome(socket, who))
  }
  return {
    tell: (news) => {
      const { tenantId, topic } = news
      if (topic === rightsTopic) return void look([...listeners].filter(({ who }) => who.tenantId === tenantId))
      if (topic.startsWith(sessionTopicStart)) return void look(socketsOf(listeners, tenantId, topic))
      if (topic.startsWith(ownTopicStart)) return void hand(tellOwn(listeners, tenantId, topic), false)
      tellAll(listeners, news)
    },
    ...{ missed, recheck },
    attach: (server, doors = []) => handOver(server, doors, upgrade),
    sockets: (tenantId) => countOf(listeners, tenantId),
    opened: (tenantId) => openedOf(listeners, tenantId),
    close: async () => {
      for (const timer of [flush, ping, watch]) clearInterval(timer)
      for (const { socket } of listeners) socket.close(1001)
      // Whoever does not answer the farewell does not hold the end.
      setTimeout(() => hangUp(listeners), 500).unref()
      sockets.close()
      await closeOutlet()
    },
  }
}

/** Connections that ask for more than a request go to who waits at their path, all others to `upgrade`. */
function handOver(server: HttpServer, doors: readonly Door[], upgrade: Door['enter']): void {
  server.on('upgrade', (request, stream, head) => {
    stream.on('error', () => stream.destroy())
    const enter = doors.find(({ path }) => path === request.url)?.enter ?? upgrade
    enter(request, stream, head).catch(() => stream.destroy())
  })
}

/** All that they want to hear of may have changed, and messages of theirs may wait: one person's after the other's. */
async function tellMissed(
  listeners: ReadonlySet<Listener>,
  hand: (to: Listener[], isNew: boolean) => Promise<void>,
): Promise<void> {
  for (const { changed, topics } of listeners) for (const topic of topics) changed.add(topic)
  const own = Map.groupBy(listeners, ({ who }) => `${who.tenantId} ${who.userId}`)
  for (const his of own.values()) await hand(his, false)
}

const isSeenFrom = (topic: string, orgType: string): boolean =>
  knownEntity(topic)?.seenFrom[orgType as OrgType] !== undefined
/** The enterprise sees all its centres; a centre what is its own or nobody's, and what is declared to be seen from there. */
function tellAll(listeners: Iterable<Listener>, { tenantId, orgId, topic }: News): void {
  for (const { who, topics, changed } of listeners)
    if (
      who.tenantId === tenantId &&
      topics.has(topic) &&
      (orgId === '0' || who.org.id === orgId || isRoot(who.org.type) || isSeenFrom(topic, who.org.type))
    )
      changed.add(topic)
}

/** What goes out to sockets: counted, and where it is a person's own, noted, and again when it has come. */
function createOutlet(kernel: Kernel) {
  const rate = createRate(kernel)
  const confirmations = createConfirmations(kernel)
  const send = (to: Listener, news: WsNews, type?: FrameType): void => {
    if (type) rate.count(to.who.tenantId, type)
    // Of what changed nobody need be sure: whoever comes back reads anew.
    say(to, news).catch((error: unknown) => kernel.log.debug({ err: error }, 'news did not go out'))
  }
  const hand = async (to: Listener[], isNew: boolean): Promise<void> => {
    const post = (letter: WsMessage) =>
      Promise.any(
        to.map((one) => {
          rate.count(one.who.tenantId, 'MESSAGE')
          return say(one, letter)
        }),
      )
    const [first] = to
    if (first) await deliver(kernel, receiverOf(first), isNew, post)
  }
  const close = async (): Promise<void> => {
    await rate.close()
    await confirmations.close()
  }
  return { send, hand, confirm: confirmations.take, close }
}

const listenerOf = (socket: WebSocket, who: Identity, since: Date): Listener => ({
  ...{ id: randomUUID(), since, socket, who },
  ...{ wanted: undefined, topics: new Set<string>(), changed: new Set<string>(), alive: true },
})
const hangUp = (listeners: Iterable<Listener>): void => {
  for (const { socket } of listeners) socket.terminate()
}
const openedOf = (listeners: Iterable<Listener>, tenantId: string): readonly Opened[] =>
  [...listeners]
    .filter(({ who }) => who.tenantId === tenantId)
    .map(({ id, since, who, topics }) => ({ id, since, sessionId: who.sessionId, topics: [...topics] }))

const countOf = (listeners: Iterable<Listener>, tenantId: string | undefined): number =>
  [...listeners].filter(({ who }) => tenantId === undefined || who.tenantId === tenantId).length

const socketsOf = (listeners: Iterable<Listener>, tenantId: string, topic: string): Listener[] =>
  [...listeners].filter(({ who }) => who.tenantId === tenantId && sessionTopic(who.userId ?? '') === topic)

/** @returns the user's own sockets */
function tellOwn(listeners: Iterable<Listener>, tenantId: string, own: string): Listener[] {
  const [, topic = '', userId] = own.split('/')
  const his = [...listeners].filter(({ who }) => who.tenantId === tenantId && who.userId === userId)
  for (const { changed } of his) changed.add(topic)
  return his
}
const receiverOf = ({ who }: Listener): Receiver => ({ tenantId: who.tenantId, userId: who.userId ?? '0' })

/** Fails where it did not go out. */
const say = ({ socket }: Listener, news: WsNews | WsMessage): Promise<void> =>
  new Promise((resolve, reject) => {
    if (socket.readyState !== socket.OPEN) return reject(new Error('the socket is closed'))
    socket.send(JSON.stringify(news), (error) => (error ? reject(error) : resolve()))
  })

/** Asks again who they are. Whose session has ended is hung up on, whose rights are others hears of it. */
async function lookAgain(
  { log }: Kernel,
  door: PushDoor,
  at: Iterable<Listener>,
  send: (to: Listener, news: WsNews, type: FrameType) => void,
): Promise<void> {
  for (const one of at)
    try {
      const before = one.who
      one.who = await door.again(before)
      one.topics = new Set(heard(one.who, one.wanted ?? []))
      if (!isAlike(before, one.who)) send(one, { type: 'rights', topics: [...one.topics] }, 'RIGHTS')
    } catch (error) {
      // A database that is away for a moment has ended nothing.
      if (error instanceof Fault && error.refusal === faults.tokenExpired) one.socket.close(ended)
      else log.debug({ err: error }, 'a socket was not looked at')
    }
}

/** Whether somebody may still do and see what he did before. */
const isAlike = (a: Identity, b: Identity): boolean =>
  isSame(a.permissions, b.permissions) &&
  isSame(a.owners && new Set(a.owners), b.owners && new Set(b.owners)) &&
  isSame(a.carriers && new Set(a.carriers), b.carriers && new Set(b.carriers)) &&
  isSame(a.sight && new Set(a.sight.orgIds), b.sight && new Set(b.sight.orgIds)) &&
  a.sight?.own === b.sight?.own
const isSame = (a: ReadonlySet<string> | null, b: ReadonlySet<string> | null): boolean =>
  a === b || (a !== null && b !== null && a.size === b.size && [...a].every((one) => b.has(one)))

function refuse(stream: Duplex, status: number): void {
  stream.end(`HTTP/1.1 ${status} Refused\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
}

/** What a client says; undefined: nothing that one of ours would. */
function said(text: string) {
  try {
    return wsSaid.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { z } from 'zod'
import type { Kernel } from '../../kernel/ctx.ts'
import type { News } from './push.ts'

/** Tells the sockets of all processes. */
export interface Spread {
  tell(news: News): void
  close(): Promise<void>
}

const channel = 'lading_news'
/** NOTIFY takes a lock of the whole cluster at commit, so it is sent rarely, and never in somebody's transaction. */
const sendMs = 100
/** PostgreSQL takes less than 8,000 bytes. */
const newsPerMessage = 80
const againMs = 2_000

const message = z.object({ from: z.string(), news: z.array(z.tuple([z.string(), z.string(), z.string()])) })

/** This process's news to the others and theirs to it; with the embedded database there are no others. */
export function createSpread(kernel: Kernel, here: (news: News) => void): Spread {
  if (kernel.db.kind === 'pglite') return { tell: here, close: async () => undefined }
  const from = randomUUID()
  const waiting = new Map<string, News>()
  let client: pg.Client | undefined
  let closed = false
  const listen = async (): Promise<void> => {
    if (closed) return
    // A connection of its own: LISTEN belongs to a session, and the pool's come and go.
    const one = new pg.Client(kernel.db.pool.options)
    const lost = () => {
      if (client === one) client = undefined
      if (!closed) setTimeout(() => void listen(), againMs).unref()
    }
    one.once('error', lost)
    one.on('error', () => undefined)
    one.on('notification', ({ payload }) => {
      const { data } = message.safeParse(JSON.parse(payload ?? 'null'))
      if (data && data.from !== from) for (const [tenantId, orgId, topic] of data.news) here({ tenantId, orgId, topic })
    })
    try {
      await one.connect()
      await one.query(`listen ${channel}`)
      client = one
      // Nobody is left to end it, when the process ended while it was being made.
      if (closed) await one.end()
    } catch {
      await one.end().catch(() => undefined)
      lost()
    }
  }
  void listen()
  const send = async (): Promise<void> => {
    if (waiting.size === 0 || !client) return
    const news = [...waiting.values()].slice(0, newsPerMessage)
    for (const one of news) waiting.delete(keyOf(one))
    const payload = JSON.stringify({ from, news: news.map((n) => [n.tenantId, n.orgId, n.topic]) })
    try {
      await client.query('select pg_notify($1, $2)', [channel, payload])
    } catch (error) {
      // For the next time. What was told again meanwhile is the same news.
      for (const one of news) waiting.set(keyOf(one), one)
      throw error
    }
  }
  const timer = setInterval(
    () => void send().catch((error: unknown) => kernel.log.warn({ err: error }, 'news not sent')),
    sendMs,
  ).unref()
  return {
    tell: (news) => {
      here(news)
      if (waiting.size < 10_000) waiting.set(keyOf(news), news)
    },
    close: async () => {
      closed = true
      clearInterval(timer)
      await send().catch(() => undefined)
      await client?.end().catch(() => undefined)
    },
  }
}

const keyOf = (n: News): string => `${n.tenantId} ${n.orgId} ${n.topic}`

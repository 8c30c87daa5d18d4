import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { z } from 'zod'
import type { Kernel } from '../../kernel/perform.ts'
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
/** So often it is looked whether the others are still there. */
const lookMs = 1_000

const message = z.object({
  from: z.string(),
  news: z.array(z.tuple([z.string(), z.string(), z.string()])),
  /** What a process says of itself when it begins and when it ends. */
  says: z.enum(['hello', 'bye']).optional(),
})

/**
 * This process's news to the others and theirs to it; with the embedded database there are no others.
 * @param missed called when news may have been lost: our own line was down, or another process is gone without a farewell,
 *   and with it what it had not told yet
 */
export function createSpread(kernel: Kernel, here: (news: News) => void, missed: () => void = () => undefined): Spread {
  if (kernel.db.kind === 'pglite') return { tell: here, close: async () => undefined }
  const from = randomUUID()
  const waiting = new Map<string, News>()
  let client: pg.Client | undefined
  let closed = false
  let hadLine = false
  const others = createOthers()
  const speak = (news: readonly News[], says?: 'hello' | 'bye') => {
    const told = { from, news: news.map((n) => [n.tenantId, n.orgId, n.topic]), says }
    return client?.query('select pg_notify($1, $2)', [channel, JSON.stringify(told)])
  }
  const hear = ({ payload, processId }: pg.Notification): void => {
    const { data } = message.safeParse(JSON.parse(payload ?? 'null'))
    if (!data || data.from === from || closed) return
    // Who is new does not know us either.
    if (others.hear(processId, data.says) && data.says === 'hello') void speak([], 'hello')?.catch(() => undefined)
    for (const [tenantId, orgId, topic] of data.news) here({ tenantId, orgId, topic })
  }
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
    one.on('notification', hear)
    try {
      await one.connect()
      await one.query(`listen ${channel}`)
      client = one
      // Nobody is left to end it, when the process ended while it was being made.
      if (closed) return void (await one.end())
      await speak([], 'hello')
      // Whatever the others told meanwhile.
      if (hadLine) missed()
      hadLine = true
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
    try {
      await speak(news)
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
  const looking = setInterval(() => void others.look(client, missed).catch(() => undefined), lookMs).unref()
  return {
    tell: (news) => {
      here(news)
      if (waiting.size < 10_000) waiting.set(keyOf(news), news)
    },
    close: async () => {
      closed = true
      clearInterval(timer)
      clearInterval(looking)
      await send().catch(() => undefined)
      await speak([], 'bye')?.catch(() => undefined)
      await client?.end().catch(() => undefined)
    },
  }
}

/** The other processes, by the connections on which they tell. */
function createOthers() {
  const there = new Set<number>()
  return {
    /** @returns whether it was not known */
    hear: (pid: number, says: 'hello' | 'bye' | undefined): boolean => {
      const isNew = !there.has(pid)
      if (says === 'bye') there.delete(pid)
      else there.add(pid)
      return isNew
    },
    /** A process that was killed took no leave, and has told nobody what it did last. */
    look: async (client: pg.Client | undefined, missed: () => void): Promise<void> => {
      if (!client || there.size === 0) return
      const { rows } = await client.query<{ pid: number }>(
        'select pid from pg_stat_activity where pid = any($1::int[])',
        [[...there]],
      )
      const found = new Set(rows.map(({ pid }) => pid))
      const gone = [...there].filter((pid) => !found.has(pid))
      for (const pid of gone) there.delete(pid)
      if (gone.length > 0) missed()
    },
  }
}

const keyOf = (n: News): string => `${n.tenantId} ${n.orgId} ${n.topic}`

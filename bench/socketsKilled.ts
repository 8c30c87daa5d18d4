import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { type WsMessage, type WsNews, wsPath, wsTicket } from '@lading/contract/sys/session.ts'
import { binType } from '@lading/contract/wms/place.ts'
import { sendMessage } from '../server/sys/message/messages.ts'
import { type Client, logInAt } from '../server/testing/client.ts'
import { type ClockedServer, clockedServers } from '../server/testing/clocked.ts'
import { openTestServer, password, type TestServer } from '../server/testing/server.ts'
import type { BackEnd } from './databases.ts'
import type { SocketResult } from './sockets.ts'

/** Like those of the client, only that nobody waits two minutes here. */
const waitFirstMs = 1_000
const waitMaxMs = 8_000
/** The news of whom somebody has killed may take so long: until it is noticed that he is gone, or the page is back. */
const patienceMs = 30_000
const topics = [binType.key]

/** A page that keeps its line as the client does: which changes it knows of, and which messages have come. */
interface Page {
  /** How many changes there were when it last read, or would have read. */
  knows: number
  readonly messages: Set<string>
  close(): void
}

/** What has been committed so far, and when; pages "read" by looking here. */
interface Story {
  done: number
  readonly at: number[]
  readonly waits: number[]
}

function keepPage(story: Story, client: Client, urls: () => readonly string[], first: number): Promise<Page> {
  let socket: WebSocket | undefined
  let isOver = false
  let wasDown = false
  let attempt = 0
  const page: Page = {
    knows: 0,
    messages: new Set(),
    close: () => {
      isOver = true
      socket?.close()
    },
  }
  /** It reads again: from then on it knows all that is committed. */
  const read = (): void => {
    const now = performance.now()
    if (!wasDown) for (let i = page.knows; i < story.done; i++) story.waits.push(now - (story.at[i] ?? now))
    page.knows = story.done
  }
  return new Promise((resolve) => {
    const again = (): void => {
      wasDown = true
      const most = Math.min(waitMaxMs, waitFirstMs * 2 ** attempt++)
      if (!isOver) setTimeout(() => void open(), most / 2 + (Math.random() * most) / 2)
    }
    const open = async (): Promise<void> => {
      const there = urls()
      const url = there[(first + attempt) % there.length] ?? ''
      try {
        const { ticket } = await client.call(wsTicket)
        const one = new WebSocket(`${url.replace('http', 'ws')}${wsPath}?tenant=one&ticket=${ticket}`)
        socket = one
        one.onopen = () => one.send(JSON.stringify({ topics }))
        one.onclose = again
        one.onmessage = ({ data }) => {
          const word = JSON.parse(String(data)) as WsNews | WsMessage
          attempt = 0
          if (word.type === 'message') {
            page.messages.add(word.id)
            one.send(JSON.stringify({ ack: [word.id] }))
            return
          }
          if (word.type === 'changed' || wasDown) read()
          if (word.type === 'topics') {
            wasDown = false
            resolve(page)
          }
        }
      } catch {
        again()
      }
    }
    void open()
  })
}

export interface KilledResult extends SocketResult {
  readonly messages: number
  /** Messages that nobody has confirmed. */
  readonly messagesLost: number
  /** From the kill until the last page knew of everything again. */
  readonly backMs: number
}

/**
 * Many open pages at two processes, of which one is killed in the middle of a stream of changes, right after it has answered
 * one: its pages go to the other. The p99 is that of the pages whose line stood.
 */
export async function benchSocketsKilled(backEnd: BackEnd, sockets: number, changes: number): Promise<KilledResult> {
  const db = await backEnd.open()
  const url = String(db.pool.options.connectionString ?? '')
  const server = await openTestServer({ db })
  const clock = clockedServers(url, new Date())
  const pages: Page[] = []
  try {
    const [a, b] = await Promise.all([clock.start(), clock.start()])
    return await run(server, { a, b }, pages, sockets, changes)
  } finally {
    for (const page of pages) page.close()
    await clock.close()
    await server.close()
  }
}

async function run(
  server: TestServer,
  { a, b }: { a: ClockedServer; b: ClockedServer },
  pages: Page[],
  sockets: number,
  changes: number,
): Promise<KilledResult> {
  const story: Story = { done: 0, at: [], waits: [] }
  const workingOrgId = server.one.orgs.get('DC01')?.id
  const as = (at: ClockedServer) => logInAt(at, { tenant: 'one', username: 'admin', password, workingOrgId })
  const [atA, atB] = [await as(a), await as(b)]
  let there: readonly string[] = [a.url, b.url]
  for (let i = 0; i < sockets; i++) pages.push(await keepPage(story, atB, () => there, i))
  const until = async (isSo: () => boolean): Promise<number> => {
    const since = performance.now()
    while (!isSo() && performance.now() - since < patienceMs) await new Promise((r) => setTimeout(r, 20))
    return performance.now() - since
  }
  const known = () => pages.every(({ knows }) => knows === story.done)
  const { create } = crudCalls(binType)
  const change = async (client: Client): Promise<void> => {
    const code = `K${story.done}`
    await client.call(create, { code, name: `type ${code}` })
    story.at.push(performance.now())
    story.done += 1
  }
  const admin = server.one.users.get('admin') ?? ''
  let messages = 0
  const tell = async (): Promise<void> => {
    messages += 1
    await server.inside('DC01', (ctx) =>
      sendMessage(ctx, [admin], 'TASK_ASSIGNED', { args: { by: 'bench', task: `T${messages}` } }),
    )
  }
  for (let i = 0; i < changes; i++) {
    await change(i % 2 === 0 ? atA : atB)
    if (i % 5 === 0) await tell()
    await until(known)
  }
  await tell()
  await change(atA)
  await a.kill()
  there = [b.url]
  // Later news would make good what is lost here: they wait.
  const backMs = await until(known)
  const unaware = () => pages.filter(({ knows }) => knows !== story.done).length
  const lostThen = unaware()
  for (let i = 0; i < changes; i++) {
    await change(atB)
    if (i % 5 === 0) await tell()
  }
  await until(known)
  const lost = lostThen + unaware()
  const confirmed = async (): Promise<number> => {
    const { rows } = await server.db.owner.query(`select count(*)::int as n from sys_ws_record where status = 'ACKED'`)
    return Number(rows[0]?.n)
  }
  for (let waited = 0; (await confirmed()) < messages && waited < 100; waited++)
    await new Promise((r) => setTimeout(r, 200))
  const waits = story.waits.toSorted((x, y) => x - y)
  const at = (share: number): number =>
    waits[Math.min(waits.length - 1, Math.floor(waits.length * share))] ?? Number.NaN
  const result = { sockets, changes: story.done, p50Ms: at(0.5), p99Ms: at(0.99), lost, backMs }
  return { ...result, messages, messagesLost: messages - (await confirmed()) }
}

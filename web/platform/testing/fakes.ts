import type { Between, Locks, Said } from '../leader.ts'
import type { Socket, Word } from '../line.ts'

/** A socket whose other end is the test. */
export interface FakeSocket {
  readonly sent: unknown[]
  isClosed: boolean
  open(): void
  say(word: Word): void
  close(code: number): void
}

/** Sockets in the order in which they are dialled. */
export function fakeSockets() {
  const sockets: FakeSocket[] = []
  let refusals = 0
  const dial = async (): Promise<Socket> => {
    if (refusals-- > 0) throw new Error('no ticket')
    refusals = 0
    const sent: unknown[] = []
    const socket: Socket = {
      send: (text) => void sent.push(JSON.parse(String(text))),
      close: () => {
        fake.isClosed = true
      },
      onopen: null,
      onmessage: null,
      onclose: null,
    }
    const page = socket as unknown as Record<'onopen' | 'onmessage' | 'onclose', ((event: object) => void) | null>
    const fake: FakeSocket = {
      sent,
      isClosed: false,
      open: () => page.onopen?.({}),
      say: (word) => page.onmessage?.({ data: JSON.stringify(word) }),
      close: (code) => page.onclose?.({ code }),
    }
    sockets.push(fake)
    return socket
  }
  const last = (): FakeSocket => {
    const found = sockets.at(-1)
    if (!found) throw new Error('nobody has dialled')
    return found
  }
  return {
    dial,
    sockets,
    last,
    /** So many of the next are refused. */
    refuse: (times: number) => {
      refusals = times
    },
  }
}

interface Held {
  readonly name: string
  readonly settle: () => void
  readonly steal: () => void
}

/** Web Locks and channels of one browser: what they hand over comes a moment later. */
export function fakeBrowser() {
  let holders: Held[] = []
  let waiting: { name: string; grant: () => void }[] = []
  const next = (name: string): void => {
    if (holders.some((h) => h.name === name)) return
    const first = waiting.find((w) => w.name === name)
    waiting = waiting.filter((w) => w !== first)
    first?.grant()
  }
  const request: Locks['request'] = (name, { signal, steal }, work) =>
    new Promise((resolve, reject) => {
      const grant = (): void => {
        const held: Held = {
          name,
          settle: () => {
            holders = holders.filter((h) => h !== held)
            resolve(undefined)
            setTimeout(() => next(name))
          },
          steal: () => {
            holders = holders.filter((h) => h !== held)
            reject(new DOMException('stolen', 'AbortError'))
          },
        }
        holders.push(held)
        void Promise.resolve(work()).then(() => holders.includes(held) && held.settle())
      }
      if (steal) {
        setTimeout(() => {
          for (const h of holders) if (h.name === name) h.steal()
          grant()
        })
        return
      }
      const one = { name, grant }
      waiting.push(one)
      signal?.addEventListener('abort', () => {
        if (!waiting.includes(one)) return
        waiting = waiting.filter((w) => w !== one)
        reject(new DOMException('aborted', 'AbortError'))
      })
      setTimeout(() => next(name))
    })
  const members = new Set<{ name: string; hear: (said: Said) => void; isStill: () => boolean }>()
  /** As one tab sees it. @param isStill whether the tab stands still, so that it hears nothing */
  const betweenOf = (isStill: () => boolean): Between => ({
    locks: { request },
    channel: (name, hear) => {
      const me = { name, hear, isStill }
      members.add(me)
      return {
        post: (said) => {
          const copy = structuredClone(said)
          for (const other of members)
            if (other !== me && other.name === name)
              setTimeout(() => members.has(other) && !other.isStill() && other.hear(copy))
        },
        close: () => void members.delete(me),
      }
    },
  })
  return { betweenOf, held: () => holders.length, waiting: () => waiting.length, joined: () => members.size }
}

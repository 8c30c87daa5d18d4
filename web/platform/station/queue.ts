/** One thing that was done by hand and must reach the server once: its key travels with it for ever. */
export interface Sending<I = unknown> {
  readonly id: string
  /** Tenant, user and organisation that did it; nobody else sends it. */
  readonly owner: string
  /** The Idempotency-Key, made before the first try. */
  readonly key: string
  readonly input: I
  /** What the worker reads of it in the list of what waits. */
  readonly title: string
  readonly at: string
  readonly tries: number
  /** Why the server refused it; it then waits for a person. */
  readonly refusal?: string
}
export interface SendingStore {
  readonly all: (owner: string) => Promise<readonly Sending[]>
  readonly put: (s: Sending) => Promise<void>
  readonly remove: (id: string) => Promise<void>
}
/** How one try ended. */
export type Sent<O> =
  | { readonly kind: 'landed'; readonly answer: O }
  | { readonly kind: 'refused'; readonly message: string; readonly code: number }
  /** No answer, or one that says nothing about the work itself: it is tried again. */
  | { readonly kind: 'away' }
export type Outcome<O> = Exclude<Sent<O>, { kind: 'away' }> | { readonly kind: 'queued' }

export interface QueueState {
  readonly waiting: readonly Sending[]
  readonly refused: readonly Sending[]
  readonly isOnline: boolean
}
interface Parts<I, O> {
  readonly owner: string
  readonly store: SendingStore
  readonly send: (s: Sending<I>) => Promise<Sent<O>>
  readonly newKey: () => string
  readonly now: () => Date
  /** How long a worker waits for an answer before he goes on without. */
  readonly patienceMs?: number
  readonly onChange?: (state: QueueState) => void
}

/**
 * Sends what was done in the order in which it was done. It is stored before it is sent, so that a reload or a flat
 * battery loses nothing, and sent with one key, so that it lands once however often it is sent.
 */
export function sendingQueue<I, O>(p: Parts<I, O>) {
  let waiting: readonly Sending<I>[] = []
  let refused: readonly Sending<I>[] = []
  let isOnline = true
  let isAsked = false
  let running: Promise<void> | undefined
  let last = 0
  const ends = new Map<string, (o: Outcome<O>) => void>()
  const state = (): QueueState => ({ waiting, refused, isOnline })
  const tell = () => p.onChange?.(state())
  const end = (id: string, o: Outcome<O>) => {
    ends.get(id)?.(o)
    ends.delete(id)
  }

  /** What an earlier page left behind. */
  const restore = async () => {
    // The store keeps what this queue put into it.
    const kept = (await p.store.all(p.owner)) as readonly Sending<I>[]
    const known = new Set([...waiting, ...refused].map((s) => s.id))
    const sorted = kept.filter((s) => !known.has(s.id)).sort((a, b) => (a.id < b.id ? -1 : 1))
    waiting = [...sorted.filter((s) => s.refusal === undefined), ...waiting]
    refused = [...sorted.filter((s) => s.refusal !== undefined), ...refused]
    tell()
    await drain()
  }

  const step = async (head: Sending<I>): Promise<void> => {
    const sent = await p.send(head).catch((): Sent<O> => ({ kind: 'away' }))
    if (sent.kind === 'away') {
      isOnline = false
      const tried = { ...head, tries: head.tries + 1 }
      waiting = waiting.map((s) => (s.id === head.id ? tried : s))
      await p.store.put(tried)
      tell()
      for (const s of waiting) end(s.id, { kind: 'queued' })
      return
    }
    isOnline = true
    waiting = waiting.filter((s) => s.id !== head.id)
    // Somebody who still stands there reads the refusal at once; else it is kept until he comes.
    if (sent.kind === 'refused' && !ends.has(head.id)) {
      const kept = { ...head, refusal: sent.message }
      refused = [...refused, kept]
      await p.store.put(kept)
    } else await p.store.remove(head.id)
    end(head.id, sent)
    tell()
  }

  const run = async () => {
    // Not before `running` holds this run.
    await Promise.resolve()
    while (isAsked) {
      isAsked = false
      for (let head = waiting[0]; head; head = waiting[0]) {
        await step(head)
        if (!isOnline) break
      }
    }
    // In the same breath as the last look: who asks from now on starts the next run.
    running = undefined
  }
  /** One at a time: order is what makes the second confirm of a line follow the first. */
  const drain = (): Promise<void> => {
    isAsked = true
    running ??= run()
    return running
  }

  const nextId = (): string => {
    last = Math.max(last + 1, p.now().getTime())
    return String(last).padStart(16, '0')
  }
  /** Stores it, sends it, and answers how it went, or that it waits. */
  const push = async (input: I, title: string): Promise<Outcome<O>> => {
    const s: Sending<I> = {
      id: nextId(),
      owner: p.owner,
      key: p.newKey(),
      input,
      title,
      at: p.now().toISOString(),
      tries: 0,
    }
    await p.store.put(s)
    waiting = [...waiting, s]
    tell()
    return new Promise((resolve) => {
      ends.set(s.id, resolve)
      setTimeout(() => end(s.id, { kind: 'queued' }), p.patienceMs ?? 4000)
      if (!isOnline) end(s.id, { kind: 'queued' })
      void drain()
    })
  }

  const forget = async (id: string) => {
    refused = refused.filter((s) => s.id !== id)
    await p.store.remove(id)
    tell()
  }
  /** Once more with the same key: what was refused has left no trace on the server. */
  const again = async (id: string) => {
    const found = refused.find((s) => s.id === id)
    if (!found) return
    const { refusal: _, ...fresh } = found
    refused = refused.filter((s) => s.id !== id)
    waiting = [...waiting, fresh]
    await p.store.put(fresh)
    tell()
    await drain()
  }
  return { state, restore, push, drain, forget, again }
}
export type SendingQueue<I, O> = ReturnType<typeof sendingQueue<I, O>>

/** One thing that was done by hand and must reach the server once: its key travels with it for ever. */
export interface Sending<I = unknown> {
  /** Its place in the order of the work, and its key: no other page of this browser makes the same. */
  readonly id: string
  /** Tenant, user and organisation that did it; nobody else sends it. */
  readonly owner: string
  /** The Idempotency-Key, made before the first try. */
  readonly key: string
  readonly input: I
  /** A photo that goes with it. */
  readonly file?: File
  /** What the worker reads of it in the list of what waits. */
  readonly title: string
  readonly at: string
  readonly tries: number
  /** Why the server refused it; it then waits for a person. */
  readonly refusal?: string
}
export interface SendingStore {
  readonly all: (owner: string) => Promise<readonly Sending[]>
  /** The greatest id of all that stand there, whoever made them. */
  readonly last: () => Promise<string | undefined>
  readonly put: (s: Sending) => Promise<void>
  readonly remove: (id: string) => Promise<void>
}
/** How one try ended. */
export type Sent<O> =
  | { readonly kind: 'landed'; readonly answer: O }
  | { readonly kind: 'refused'; readonly message: string; readonly code: number }
  /** No answer, or one that says nothing about the work itself: it is tried again. */
  | { readonly kind: 'away' }
const passing = [0, 401, 408, 429, 502, 503, 504]
const failuresMax = 5
/** Whether an answer says something about the way or the server's health, nothing about the work. */
export function isPassing({ status, code }: { status: number; code: number }, tries: number): boolean {
  // Without an envelope the client makes up the code: the answer was cut off on the way, or is not the server's.
  const isTorn = status < 400 && code === status * 100
  return isTorn || passing.includes(status) || (status >= 500 && tries < failuresMax)
}
export type Outcome<O> = Exclude<Sent<O>, { kind: 'away' }> | { readonly kind: 'queued' }

export interface QueueState {
  readonly waiting: readonly Sending[]
  readonly refused: readonly Sending[]
  readonly isOnline: boolean
  /** Whether the device took what was stored last. */
  readonly hasRoom: boolean
  /** How many are held by this page alone, since the device has no room. */
  readonly unkept: number
}
interface Parts<I, O> {
  readonly owner: string
  /** Whether it is the owner who is logged in now: in nobody else's name is anything sent. */
  readonly isOwnerHere: () => boolean
  readonly store: SendingStore
  readonly send: (s: Sending<I>) => Promise<Sent<O>>
  readonly newKey: () => string
  /** What was refused is sent again under a key of its own: the server keeps its first answer, a refusal among others. */
  readonly renewsKey?: boolean
  readonly now: () => Date
  /** How long a worker waits for an answer before he goes on without. */
  readonly patienceMs?: number
  readonly onChange?: (state: QueueState) => void
}

/** What a queue holds while it lives. */
interface Core<I, O> {
  readonly p: Parts<I, O>
  waiting: readonly Sending<I>[]
  refused: readonly Sending<I>[]
  isOnline: boolean
  /** Somebody asked for a run since the last look. */
  isAsked: boolean
  running: Promise<void> | undefined
  /** What an earlier page left, and what is being stored now: both come before what is done next. */
  before: Promise<unknown>
  /** Counts the work: clocks of devices are set back. */
  lastNo: number
  hasRoom: boolean
  readonly unkept: Set<string>
  /** Those who still stand there and wait for an answer. */
  readonly ends: Map<string, (o: Outcome<O>) => void>
}

const stateOf = <I, O>({ waiting, refused, isOnline, hasRoom, unkept }: Core<I, O>): QueueState => ({
  waiting,
  refused,
  isOnline,
  hasRoom,
  unkept: unkept.size,
})
const tell = <I, O>(c: Core<I, O>) => c.p.onChange?.(stateOf(c))

/** One after the other, whether the former came to an end or not. */
function inTurn<T>(c: { before: Promise<unknown> }, work: () => Promise<T>): Promise<T> {
  const turn = c.before.then(work, work)
  c.before = turn
  return turn
}

/** Stores it. A device without room costs what comes after a reload, and nothing of what is sent now. */
async function keep<I, O>(c: Core<I, O>, s: Sending<I>): Promise<void> {
  c.hasRoom = await c.p.store.put(s).then(
    () => true,
    () => false,
  )
  if (c.hasRoom) c.unkept.delete(s.id)
  else c.unkept.add(s.id)
}

const digits = 16
const noOf = (id: string | undefined): number => Number(id?.slice(0, digits) ?? 0)
/** Behind all that waits on this device, also by another page. */
async function nextId<I, O>(c: Core<I, O>, key: string): Promise<string> {
  const last = await c.p.store.last().catch(() => undefined)
  c.lastNo = Math.max(c.lastNo, noOf(last)) + 1
  return `${String(c.lastNo).padStart(digits, '0')}.${key}`
}

function end<I, O>(c: Core<I, O>, id: string, o: Outcome<O>): void {
  c.ends.get(id)?.(o)
  c.ends.delete(id)
}

/** What an earlier page left behind. */
async function restore<I, O>(c: Core<I, O>): Promise<void> {
  await inTurn(c, () => read(c))
  await drain(c)
}

async function read<I, O>(c: Core<I, O>): Promise<void> {
  // The store keeps what this queue put into it.
  const kept = (await c.p.store.all(c.p.owner)) as readonly Sending<I>[]
  const known = new Set([...c.waiting, ...c.refused].map((s) => s.id))
  const sorted = kept.filter((s) => !known.has(s.id)).sort((a, b) => (a.id < b.id ? -1 : 1))
  c.waiting = [...sorted.filter((s) => s.refusal === undefined), ...c.waiting]
  c.refused = [...sorted.filter((s) => s.refusal !== undefined), ...c.refused]
  tell(c)
}

async function attempt<I, O>(c: Core<I, O>, head: Sending<I>): Promise<Sent<O>> {
  const { send, isOwnerHere } = c.p
  if (!isOwnerHere()) return { kind: 'away' }
  const sent = await send(head).catch((): Sent<O> => ({ kind: 'away' }))
  // Who has gone meanwhile is not there to be refused anything.
  return sent.kind === 'refused' && !isOwnerHere() ? { kind: 'away' } : sent
}

async function step<I, O>(c: Core<I, O>, head: Sending<I>): Promise<void> {
  const { store } = c.p
  const sent = await attempt(c, head)
  if (sent.kind === 'away') {
    c.isOnline = false
    const tried = { ...head, tries: head.tries + 1 }
    c.waiting = c.waiting.map((s) => (s.id === head.id ? tried : s))
    // There may be room again for what had none.
    for (const s of c.waiting) if (s === tried || c.unkept.has(s.id)) await keep(c, s)
    tell(c)
    for (const s of c.waiting) end(c, s.id, { kind: 'queued' })
    return
  }
  c.isOnline = true
  c.waiting = c.waiting.filter((s) => s.id !== head.id)
  c.unkept.delete(head.id)
  // Somebody who still stands there reads the refusal at once; else it is kept until he comes.
  try {
    if (sent.kind === 'refused' && !c.ends.has(head.id)) {
      const kept = { ...head, refusal: sent.message }
      c.refused = [...c.refused, kept]
      await keep(c, kept)
    } else await store.remove(head.id)
  } finally {
    end(c, head.id, sent)
    tell(c)
  }
}

async function run<I, O>(c: Core<I, O>): Promise<void> {
  // Not before `running` holds this run.
  await Promise.resolve()
  try {
    while (c.isAsked) {
      c.isAsked = false
      for (let head = c.waiting[0]; head; head = c.waiting[0]) {
        await step(c, head)
        if (!c.isOnline) break
      }
    }
  } finally {
    // In the same breath as the last look: who asks from now on starts the next run, also after a failure of the store.
    c.running = undefined
  }
}

/** One run at a time: order is what makes the second confirm of a line follow the first. */
function drain<I, O>(c: Core<I, O>): Promise<void> {
  c.isAsked = true
  c.running ??= run(c)
  return c.running
}

async function note<I, O>(c: Core<I, O>, { input, title, file }: Pushed<I>): Promise<Sending<I>> {
  const { owner, newKey, now } = c.p
  const key = newKey()
  const what = { input, title, ...(file && { file }) }
  const s: Sending<I> = { id: await nextId(c, key), owner, key, ...what, at: now().toISOString(), tries: 0 }
  await keep(c, s)
  c.waiting = [...c.waiting, s]
  return s
}

type Pushed<I> = Pick<Sending<I>, 'input' | 'title' | 'file'>
/** Stores it, sends it, and answers how it went, or that it waits. */
async function push<I, O>(c: Core<I, O>, what: Pushed<I>): Promise<Outcome<O>> {
  const { patienceMs = 4000 } = c.p
  const { id } = await inTurn(c, () => note(c, what))
  tell(c)
  return new Promise((resolve) => {
    c.ends.set(id, resolve)
    setTimeout(() => end(c, id, { kind: 'queued' }), patienceMs)
    if (!c.isOnline) end(c, id, { kind: 'queued' })
    // A store that fails here holds it already: the next look goes on with it.
    drain(c).catch(() => end(c, id, { kind: 'queued' }))
  })
}

async function forget<I, O>(c: Core<I, O>, id: string): Promise<void> {
  c.refused = c.refused.filter((s) => s.id !== id)
  c.unkept.delete(id)
  await c.p.store.remove(id)
  tell(c)
}

/** Once more with the same key: what was refused has left no trace on the server. */
async function again<I, O>(c: Core<I, O>, id: string): Promise<void> {
  const found = c.refused.find((s) => s.id === id)
  if (!found) return
  const { refusal: _, ...rest } = found
  const fresh = c.p.renewsKey ? { ...rest, key: c.p.newKey() } : rest
  c.refused = c.refused.filter((s) => s.id !== id)
  c.waiting = [...c.waiting, fresh]
  await keep(c, fresh)
  tell(c)
  await drain(c)
}

/**
 * Sends what was done in the order in which it was done. It is stored before it is sent, so that a reload or a flat
 * battery loses nothing, and sent with one key, so that it lands once however often it is sent.
 */
export function sendingQueue<I, O>(p: Parts<I, O>) {
  const c: Core<I, O> = {
    p,
    waiting: [],
    refused: [],
    isOnline: true,
    isAsked: false,
    running: undefined,
    before: Promise.resolve(),
    lastNo: 0,
    hasRoom: true,
    unkept: new Set(),
    ends: new Map(),
  }
  return {
    state: () => stateOf(c),
    restore: () => restore(c),
    push: (input: I, title: string, file?: File) => push(c, { input, title, ...(file && { file }) }),
    drain: () => drain(c),
    forget: (id: string) => forget(c, id),
    again: (id: string) => again(c, id),
  }
}
export type SendingQueue<I, O> = ReturnType<typeof sendingQueue<I, O>>

import type { Call } from '@lading/contract/kernel/call.ts'
import { create } from 'zustand'
import { call, newKey } from '../../client/client.ts'
import { asRefused } from '../../client/errors.ts'
import { useSession } from '../../client/session.ts'
import { countUnsent } from '../../client/unsent.ts'
import {
  isPassing,
  type Outcome,
  type QueueState,
  type Sending,
  type SendingQueue,
  type Sent,
  sendingQueue,
} from './queue.ts'
import { sendingStore } from './sendingStore.ts'

const retryMs = 5000
const nothing: QueueState = { waiting: [], refused: [], isOnline: true, hasRoom: true, unkept: 0 }

/**
 * A call whose sendings outlive a reload and a dead network, and land once and in order.
 * @param refusedIn of an answer that may itself say no: why
 */
export function outbox<I, O>(
  c: Call<I, O>,
  refusedIn?: (answer: O) => { readonly message: string; readonly code: number } | undefined,
) {
  const useState = create<QueueState>()(() => nothing)
  /** By owner: what the device had no room for waits in this page until he comes back. */
  const queues = new Map<string, Promise<SendingQueue<I, O>>>()
  const unkept = new Map<string, number>()
  let shown: string | undefined
  const ownerNow = (): string => {
    const { tenant, user } = useSession.getState()
    return `${c.path} ${tenant}/${user?.id}/${user?.workingOrg.id}`
  }

  const send = async (s: Sending<I>): Promise<Sent<O>> => {
    // A call that still waits for a token would else go out with that of whoever is here by then.
    const gone = new AbortController()
    const unsubscribe = useSession.subscribe(() => ownerNow() !== s.owner && gone.abort())
    try {
      const answer = await call(c, s.input, { key: s.key, signal: gone.signal, file: s.file })
      const no = refusedIn?.(answer)
      return no ? { kind: 'refused', ...no } : { kind: 'landed', answer }
    } catch (error) {
      const refused = asRefused(error)
      // Stopped here, and no fault of the work: the owner has gone, or somebody else is here now.
      const isStopped = error instanceof DOMException && error.name === 'AbortError'
      if (isStopped || isPassing(refused, s.tries)) return { kind: 'away' }
      return { kind: 'refused', message: refused.message, code: refused.code }
    } finally {
      unsubscribe()
    }
  }
  const make = async (owner: string): Promise<SendingQueue<I, O>> => {
    const store = await sendingStore()
    const isOwnerHere = () => ownerNow() === owner
    const onChange = (state: QueueState) => {
      unkept.set(owner, state.unkept)
      if (shown === owner) useState.setState(state, true)
    }
    return sendingQueue<I, O>({
      owner,
      isOwnerHere,
      store,
      send,
      newKey,
      renewsKey: refusedIn !== undefined,
      now: () => new Date(),
      onChange,
    })
  }
  const open = (): Promise<SendingQueue<I, O>> => {
    const owner = ownerNow()
    const queue = queues.get(owner) ?? make(owner)
    queues.set(owner, queue)
    if (shown === owner) return queue
    shown = owner
    useState.setState(nothing, true)
    void queue.then((q) => q.restore()).catch(() => undefined)
    return queue
  }
  /** What the device's store fails at still stands among what waits: the next look tries it again. */
  const drain = (): void => {
    if (useSession.getState().status !== 'login') return
    void open()
      .then((queue) => queue.drain())
      .catch(() => undefined)
  }
  window.addEventListener('online', drain)
  setInterval(() => useState.getState().waiting.length > 0 && drain(), retryMs)
  // Whoever comes back, or goes back to an organisation, goes on with what he left there.
  useSession.subscribe(() => shown !== undefined && shown !== ownerNow() && drain())
  // Asked of the store: another tab may have added to it.
  countUnsent(async () => (await (await sendingStore()).all(ownerNow())).length + (unkept.get(ownerNow()) ?? 0))
  // What the device has no room for is gone with the page.
  window.addEventListener('beforeunload', (e) => [...unkept.values()].some((n) => n > 0) && e.preventDefault())
  return {
    useState,
    /** Opens what is left from before, and sends it. */
    start: drain,
    push: async (input: I, title: string, file?: File): Promise<Outcome<O>> => (await open()).push(input, title, file),
    again: async (id: string) => (await open()).again(id),
    forget: async (id: string) => (await open()).forget(id),
    waiting: async (): Promise<readonly I[]> => (await open()).state().waiting.map((s) => s.input as I),
  }
}
/** As a page shows it, which may have several. */
export interface Outbox {
  /** A hook. */
  readonly useState: () => QueueState
  readonly again: (id: string) => Promise<void>
  readonly forget: (id: string) => Promise<void>
}
/** Two of a page as one: what of either waits or was refused stands together, in the order in which it was done. */
export const together = (one: Outbox, other: Outbox): Outbox => {
  const inOrder = (a: readonly Sending[], b: readonly Sending[]) => [...a, ...b].sort((x, y) => (x.id < y.id ? -1 : 1))
  return {
    useState: () => {
      const [a, b] = [one.useState(), other.useState()]
      return {
        ...{
          waiting: inOrder(a.waiting, b.waiting),
          refused: inOrder(a.refused, b.refused),
          unkept: a.unkept + b.unkept,
        },
        ...{ isOnline: a.isOnline && b.isOnline, hasRoom: a.hasRoom && b.hasRoom },
      }
    },
    // Of the two only that which has it knows it.
    again: async (id) => void (await Promise.all([one.again(id), other.again(id)])),
    forget: async (id) => void (await Promise.all([one.forget(id), other.forget(id)])),
  }
}

import { Fault } from '@lading/contract/kernel/fault.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { type Ctx, systemIdentity, systemOrg, systemOrigin } from '../../kernel/ctx.ts'
import { type Kernel, perform } from '../../kernel/perform.ts'
import { atMost } from '../../platform/atMost.ts'
import type { Listener } from '../../platform/outbox/relay.ts'
import { askHttp } from './http.ts'

const minute = 60_000
/** Between tries; with the last of them a day has gone by, and somebody has to look. */
const waitsMs = [1, 5, 30, 120, 240, 480, 564].map((n) => n * minute)
export const deliveryTriesMax = waitsMs.length + 1
/** Messages that this process sends at the same moment. */
const turn = atMost(8)
/** Messages of one document that go one after the other before others have their turn. */
const inARow = 50
const missed: Text = ['多次尝试均未送达', 'no try has come through']

/** What the other side said to a try. */
export interface Answered {
  readonly isTaken: boolean
  readonly status?: number | null
  readonly answer?: string | null
  /** Why it was not taken. */
  readonly error?: Text | null
  /** What was sent, where that follows from more than the message. */
  readonly sent?: string | null
}
export type Outcome = 'PENDING' | 'DONE' | 'DEAD'

/** A message that waits to be sent. */
interface Waiting<A> {
  readonly tries: number
  readonly nextAt: Date | null
  /** Why it is not to be sent any more. */
  readonly refused: Text | null
  readonly attempt: A
}

/** One kind of messages: where they lie, and how they go. */
export interface Way<A> {
  /** The outbox's word that one is to be tried; its key is the message's id. */
  readonly topic: string
  /** Locks a message. @returns undefined where it waits for nothing, or for another of its document to go first */
  lock(ctx: Ctx, id: string): Promise<Waiting<A> | undefined>
  /** The message of the same document that waits to go first: once one has gone or is given up, the one behind it. */
  next(ctx: Ctx, id: string): Promise<string | undefined>
  noteTry(ctx: Ctx, id: string, next: Date): Promise<void>
  /** Notes what became of it, if it still waits. */
  settle(ctx: Ctx, id: string, outcome: Outcome, told: Answered): Promise<void>
  /** Sends it, outside of any transaction. What it throws counts as not taken. */
  send(kernel: Kernel, tenantId: string, id: string, attempt: A): Promise<Answered>
}

interface Taken<A> {
  readonly id: string
  readonly attempt: A
  readonly isLast: boolean
}

/**
 * Takes a message to be sent. The next try is put into the outbox with it, so that whatever becomes of this process it is
 * tried again; once it has come, that finds nothing to do.
 */
export async function take<A>(ctx: Ctx, way: Way<A>, id: string): Promise<Taken<A> | undefined> {
  const row = await way.lock(ctx, id)
  // The outbox may bring an event twice: this one is being sent, or its time has not come.
  if (!row || (row.nextAt && row.nextAt > ctx.now())) return undefined
  const why = row.tries >= deliveryTriesMax ? missed : row.refused
  if (why !== null) {
    await way.settle(ctx, id, 'DEAD', { isTaken: false, error: why })
    const key = await way.next(ctx, id)
    if (key !== undefined) ctx.emit({ topic: way.topic, key })
    return undefined
  }
  const next = new Date(ctx.now().getTime() + (waitsMs[row.tries] ?? minute))
  await way.noteTry(ctx, id, next)
  ctx.emit({ topic: way.topic, key: id, notBefore: next })
  return { id, attempt: row.attempt, isLast: row.tries + 1 >= deliveryTriesMax }
}

/** Posts a message as JSON: within ten seconds it has been taken, by an answer of 200 to 299, or not. */
export async function postMessage(o: {
  readonly url: string
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}): Promise<Answered> {
  const headers = { 'content-type': 'application/json; charset=utf-8', ...o.headers }
  const told = await askHttp({ ...o, method: 'POST', headers, timeoutMs: 10_000, maxBytes: 64_000 })
  const isTaken = told.status >= 200 && told.status < 300
  const error: Text | null = isTaken ? null : [`HTTP ${told.status}`, `HTTP ${told.status}`]
  return { isTaken, status: told.status, answer: told.body, error }
}

const said = (error: unknown): Text => {
  if (error instanceof Fault) return error.said
  const why = String(error instanceof Error ? error.message : error)
  return [why, why]
}

/** What is being sent now, for whoever has to wait until nothing is. */
const underWay = new Set<Promise<void>>()
export const allSent = async (): Promise<void> => {
  while (underWay.size > 0) await Promise.all(underWay)
}

/**
 * Notes what became of a message, and takes the one behind it: what is told of one document goes in its order, however
 * often one of them has to be tried.
 * @param isLong others have waited long enough: the one behind it takes its turn anew
 */
async function settleAndTake<A>(ctx: Ctx, way: Way<A>, sent: Taken<A>, told: Answered, isLong: boolean) {
  const outcome = told.isTaken ? 'DONE' : sent.isLast ? 'DEAD' : 'PENDING'
  await way.settle(ctx, sent.id, outcome, told)
  if (outcome === 'PENDING') return undefined
  const key = await way.next(ctx, sent.id)
  if (key === undefined) return undefined
  if (!isLong) return take(ctx, way, key)
  ctx.emit({ topic: way.topic, key })
  return undefined
}

/** Sends the messages of a way. The outbox does not wait for them: who is slow holds nobody else up. */
export const deliveryListener =
  <A>(kernel: Kernel, way: Way<A>): Listener =>
  async (tenantId, events) => {
    for (const { id, orgId, key } of events) {
      const who = systemIdentity(tenantId, { ...systemOrg, id: orgId })
      const inside = <T>(origin: string, does: (ctx: Ctx) => Promise<T>): Promise<T> =>
        perform(kernel, tenantId, systemOrigin(origin), who, does)
      const first = await inside(id, (ctx) => take(ctx, way, key))
      if (!first) continue
      const send = async (): Promise<void> => {
        let one: Taken<A> | undefined = first
        for (let n = 1; one !== undefined; n++) {
          const sent: Taken<A> = one
          const told = await way
            .send(kernel, tenantId, sent.id, sent.attempt)
            .catch((error: unknown): Answered => ({ isTaken: false, error: said(error) }))
          one = await inside(sent.id, (ctx) => settleAndTake(ctx, way, sent, told, n >= inARow))
        }
      }
      const work = turn(send).catch((error: unknown) =>
        kernel.log.warn({ err: error, delivery: key }, 'what became of a message could not be noted'),
      )
      underWay.add(work)
      void work.finally(() => underWay.delete(work))
    }
  }

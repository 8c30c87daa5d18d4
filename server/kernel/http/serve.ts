import type { Readable } from 'node:stream'
import type { Call, listQuery, Page } from '@lading/contract/kernel/call.ts'
import type { z } from 'zod'
import type { Ctx } from '../ctx.ts'

/** A file as the answer of a binary call. */
export interface FileAnswer {
  readonly name: string
  readonly type: string
  readonly data: Buffer | Readable
  /** Beside, or instead of, those that say type and name. */
  readonly headers?: Readonly<Record<string, string>>
  readonly status?: number
}

/** A file that came with a multipart call. */
export interface Upload {
  readonly name: string
  readonly data: Buffer
}

/** One row of a bulk action. */
export interface SeenRow {
  readonly id: string
  readonly version: number
  readonly reason?: string | undefined
  /** What the call asks of all its rows. */
  readonly input?: Readonly<Record<string, unknown>> | undefined
}

interface Common {
  readonly call: Call
}
/** A call and the function that answers it. */
export type Served = Common &
  (
    | { readonly kind: 'plain'; readonly handle: (ctx: Ctx, input: never, upload?: Upload) => Promise<unknown> }
    /** Each row in a transaction of its own; a refused row does not hold the others. */
    | { readonly kind: 'each'; readonly handle: (ctx: Ctx, row: SeenRow) => Promise<unknown> }
    /** The function opens its transactions itself: log-in, imports, long reads. */
    | {
        readonly kind: 'outside'
        readonly handle: (request: OutsideRequest, input: never, upload?: Upload) => Promise<unknown>
      }
  )

/** A request as its caller has signed it; whose key it must be is known with the caller. */
export interface Proof {
  readonly method: string
  readonly url: string
  /** SHA-256 in hex; of an upload what its caller says of the fields, checked once they are there. */
  readonly bodyHash: string
  readonly key: string | undefined
  readonly isSecure: boolean
  readonly header: (name: string) => string | undefined
}

/** Nobody waits for an answer, and what is counted is told. */
export interface Background {
  /** So many rows there are. */
  count(rows: number): Promise<void>
  /** So many more are done. */
  passed(rows: number): void
  /** Of what is done in stages, by a record's attempt that may be taken from it. */
  readonly stages?: Stages
}
export interface Stages {
  readonly recordId: string
  readonly attempt: number
  /** The next one begins, with so many rows done. */
  enter(state: string, done: number): void
  /** Throws when the process is about to end, or who asked for the work wants no more of it. */
  goOn(): void
}

/** What a function gets that runs outside the pipeline's transaction. */
export interface OutsideRequest {
  readonly tenantId: string
  readonly origin: import('../ctx.ts').Origin
  readonly proof: Proof
  readonly header: (name: string) => string | undefined
  /** What was asked of which call, to be asked again later. */
  readonly asked: { readonly path: string; readonly input: unknown }
  /** One connection serves everybody: who holds it for long keeps all others waiting. */
  readonly oneConnection?: boolean
  /** Set where a file is worked off in the background. */
  readonly background?: Background
  /** Runs work in a transaction as the caller, with his session and permission checked again. */
  perform<T>(work: (ctx: Ctx) => Promise<T>, o?: { read?: boolean }): Promise<T>
}

export const serve = <I, O>(
  call: Call<I, O>,
  handle: (ctx: Ctx, input: I, upload?: Upload) => Promise<O | FileAnswer>,
): Served => ({ call: call as Call, kind: 'plain', handle })
/** Serves a list: its question is one of `listQuery`, with what else the call asks, and only its entity knows the columns. */
export const serveList = <I, O>(
  call: Call<I, O>,
  handle: (ctx: Ctx, question: unknown extends I ? z.output<typeof listQuery> : I) => Promise<Page<object>>,
): Served => ({ call: call as Call, kind: 'plain', handle })
export const serveEach = <I, O>(call: Call<I, O>, handle: (ctx: Ctx, row: SeenRow) => Promise<unknown>): Served => ({
  call: call as Call,
  kind: 'each',
  handle,
})
export const serveOutside = <I, O>(
  call: Call<I, O>,
  handle: (request: OutsideRequest, input: I, upload?: Upload) => Promise<O | FileAnswer>,
): Served => ({ call: call as Call, kind: 'outside', handle })

/** Asks what is served from within: its own schema shapes what is said, as it does for a caller. */
export const askServed = <F>(
  one: { readonly call: Call; readonly handle: (from: F, input: never, upload?: Upload) => Promise<unknown> },
  from: F,
  said: unknown,
  upload?: Upload,
): Promise<unknown> => one.handle(from, one.call.input.parse(said) as never, upload)

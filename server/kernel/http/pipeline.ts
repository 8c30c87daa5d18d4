import { randomUUID } from 'node:crypto'
import type { Call } from '@lading/contract/kernel/call.ts'
import { Fault, faults } from '@lading/contract/kernel/fault.ts'
import type { Language } from '@lading/contract/kernel/text.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { demand, type Identity, type Origin } from '../ctx.ts'
import { type Kernel, perform } from '../perform.ts'
import type { Tx } from '../tx.ts'
import { firstAnswer, firstTime, Repeated } from './idempotency.ts'
import { bodyText, receive, sha256 } from './input.ts'
import type { RateLimit } from './rateLimit.ts'
import { noteRefusal } from './refusals.ts'
import type { FileAnswer, OutsideRequest, Proof, SeenRow, Served } from './serve.ts'

/** How the pipeline learns who calls; connected by the composition root. */
export interface Doorkeeper {
  /** The tenant of a code, or undefined. */
  tenantId(code: string): Promise<string | undefined>
  /** Whom an address stands for, since one caller may have a whole network of them. */
  networkOf(ip: string): string
  /**
   * Who holds this access token and signed the request, or a refusal. The first statements of a transaction.
   * @param written the call, where the transaction may write
   */
  identify(tx: Tx, tenantId: string, token: string, proof: Proof, written?: Call): Promise<Identity>
  /** Refuses what a known caller may not do yet. */
  admit(call: Call, who: Identity): void
  /** How systems of others come in, which have no session but a key of their own. */
  readonly foreign: ForeignDoor
}

export interface ForeignDoor {
  /** The header by which a request says that it is one of theirs. */
  readonly header: string
  /** Lets the request in, or refuses it; what becomes of it is noted. */
  enter(request: ForeignRequest, work: (caller: Caller) => Promise<unknown>): Promise<unknown>
}
export interface ForeignRequest {
  readonly call: Call
  readonly origin: Origin
  readonly proof: Proof
  readonly bytes: number
  readonly limit: RateLimit
  readonly network: string
}

/** Who has sent a request. */
export interface Caller {
  readonly tenantId: string
  readonly origin: Origin
  /** The first statements of each of its transactions: who he is, and that he may call it. @param read whether it only reads */
  readonly identify: (tx: Tx, call: Call, read: boolean) => Promise<Identity>
  /** What of the query is about the request itself, and no input of the call. */
  readonly about?: readonly string[]
}

const header = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

export const languageOf = (request: FastifyRequest): Language =>
  header(request, 'accept-language')?.toLowerCase().startsWith('en') ? 'en-US' : 'zh-CN'

export const traceIdOf = (request: FastifyRequest): string => {
  const given = header(request, 'x-trace-id')
  return given !== undefined && /^\d{1,32}$/.test(given) ? given : request.id
}

const keyOf = (request: FastifyRequest): string | undefined => {
  const key = header(request, 'idempotency-key') ?? header(request, 'x-idempotency-key')
  if (key !== undefined && key.length > 100) throw new Fault(faults.malformed)
  return key
}

function originOf(request: FastifyRequest): Origin {
  return {
    traceId: traceIdOf(request),
    language: languageOf(request),
    // Behind a trusted proxy the address is whatever the caller's own header says.
    ip: request.ip.slice(0, 64),
    source: header(request, 'x-source')?.slice(0, 8) ?? 'WEB',
    // A signed trace id is used once, so that a write without a key of its own cannot be sent again either.
    key: keyOf(request) ?? (traceIdOf(request) === request.id ? randomUUID() : traceIdOf(request)),
  }
}

/** An upload's body has not been read yet: its caller says what he signed. */
const proofOf = (request: FastifyRequest, isUpload: boolean): Proof => ({
  method: request.method,
  url: request.url,
  bodyHash: isUpload ? (header(request, 'x-sign-body') ?? '') : sha256(bodyText(request)),
  key: keyOf(request),
  isSecure: request.protocol === 'https',
  header: (name) => header(request, name.toLowerCase()),
})

/** Ends a transaction of which nothing is to be kept: it was only asked whether the call would be refused. */
class NotKept extends Error {}

/** Token, permission, idempotency, transaction, handler: the one way from a request to an answer. */
export async function answer(
  kernel: Kernel,
  door: Doorkeeper,
  limit: RateLimit,
  served: Served,
  request: FastifyRequest,
): Promise<unknown> {
  const { call } = served
  const origin = originOf(request)
  const proof = proofOf(request, call.upload)
  const token = header(request, 'x-access-token')
  const open = call.permission === 'open'
  const network = door.networkOf(origin.ip)
  if (!open && proof.header(door.foreign.header) !== undefined) {
    // Whoever comes as two is neither.
    if (token !== undefined) throw new Fault(faults.malformed)
    const bytes = Buffer.byteLength(bodyText(request))
    return door.foreign.enter({ call, origin, proof, bytes, limit, network }, (caller) =>
      answerTo(kernel, caller, served, request, proof),
    )
  }
  if (open || token === undefined) limit.open(network)
  else limit.session(token, network)
  if (!open && token === undefined) throw new Fault(faults.tokenExpired)
  const tenantId = await door.tenantId(header(request, 'x-tenant') ?? '')
  if (!open && tenantId === undefined) throw new Fault(faults.tokenExpired)
  let known: Identity | undefined
  const identify: Caller['identify'] = async (tx, { permission }, read) => {
    const identity = await door.identify(tx, tenantId ?? '0', token ?? '', proof, read ? undefined : call)
    limit.known(token ?? '')
    known = identity
    door.admit(call, identity)
    if (permission !== 'session' && !open) demand(identity, permission)
    return identity
  }
  const caller = { tenantId: tenantId ?? '0', origin, identify }
  try {
    return await answerTo(kernel, caller, served, request, proof)
  } catch (error) {
    await noteRefusal(kernel, error, { ...caller, call, identity: known, id: idAsked(request) })
    throw error
  }
}

/** The record that a request names, as far as it can be read. */
function idAsked(request: FastifyRequest): string | undefined {
  const asIs = (value: unknown): string | undefined => (/^\d{1,18}$/.test(String(value)) ? String(value) : undefined)
  const { id } = (request.query ?? {}) as { id?: unknown }
  if (id !== undefined) return asIs(id)
  try {
    return asIs((JSON.parse(bodyText(request) || '{}') as { id?: unknown } | null)?.id)
  } catch {
    return undefined
  }
}

async function answerTo(
  kernel: Kernel,
  { tenantId, origin, identify, about = [] }: Caller,
  served: Served,
  request: FastifyRequest,
  proof: Proof,
): Promise<unknown> {
  const { call } = served
  const open = call.permission === 'open'
  for (const name of about) delete (request.query as Record<string, unknown>)[name]
  const who = (read: boolean) => (tx: Tx) => identify(tx, call, read)
  const demandCaller = async (): Promise<void> => {
    if (!open) await perform(kernel, tenantId, origin, who(true), async () => undefined, { read: true })
  }
  // A file is not read for a stranger, and a function that opens its transactions itself begins with a known caller.
  const early = call.upload || served.kind === 'outside'
  if (early) await demandCaller()
  // A stranger learns nothing about a call's input: who he is comes first, and costs a transaction only when it fails.
  const received = await receive(request, call, proof.bodyHash, origin.language).catch(async (error: unknown) => {
    if (!early) await demandCaller()
    throw error
  })
  const key = call.writes ? origin.key : undefined
  const input = received.input as never
  const isForeseen = (received.input as { foresee?: boolean } | null)?.foresee === true
  type Work = Parameters<typeof perform<unknown>>[4]
  const within = (work: Work): Promise<unknown> =>
    perform(kernel, tenantId, origin, who(!call.writes), work, { read: !call.writes })
  const run = (suffix: string, work: Work): Promise<unknown> => {
    if (key === undefined) return within(work)
    const request = { route: call.path, key: key + suffix, hash: received.hash }
    return within(async (ctx) => {
      const keyed = { ...ctx, key: sha256(ctx.userId ?? '', call.path, key) }
      if (!isForeseen) return firstTime(ctx, request, () => work(keyed))
      await work(keyed)
      throw new NotKept()
    }).catch((error: unknown) => {
      if (error instanceof NotKept) return null
      if (error instanceof Repeated) return within((ctx) => firstAnswer(ctx, request))
      throw error
    })
  }
  if (served.kind === 'plain') return run('', (ctx) => served.handle(ctx, input, received.upload))
  if (served.kind === 'outside') {
    const outside: OutsideRequest = {
      tenantId,
      origin,
      proof,
      header: proof.header,
      oneConnection: kernel.db.kind === 'pglite',
      asked: { path: call.path, input: received.input },
      perform: (work, o) => perform(kernel, tenantId, origin, who(o?.read ?? false), work, o),
    }
    return served.handle(outside, input, received.upload)
  }
  return each(received.input as Bulk, origin.language, (row) => run(`:${row.id}`, (ctx) => served.handle(ctx, row)))
}

type Bulk = SeenRow | ({ rows: SeenRow[]; foresee?: boolean } & Pick<SeenRow, 'reason' | 'input'>)
/** Stands for a reason that nobody has typed yet. */
const anyReason = '…'

/** One row is answered as itself; several each with its own success or refusal. */
async function each(bulk: Bulk, language: Language, work: (row: SeenRow) => Promise<unknown>): Promise<unknown> {
  if (!('rows' in bulk)) return work(bulk)
  const failed: object[] = []
  const made: unknown[] = []
  const partly: object[] = []
  let ok = 0
  const reason = bulk.foresee ? (bulk.reason ?? anyReason) : bulk.reason
  for (const row of bulk.rows) {
    try {
      const answer = await work({ ...row, reason, input: bulk.input })
      if (isMaking(answer)) made.push(...answer.made)
      if (isPartial(answer)) partly.push({ id: row.id, message: answer.partly })
      ok += 1
    } catch (error) {
      if (!(error instanceof Fault) || !isOfRow(error)) throw error
      const { refusal, about } = error
      failed.push({ id: row.id, code: refusal.code, message: error.in(language), ...(about.length > 0 && { about }) })
    }
  }
  return { ok, failed, ...(made.length > 0 && { made }), ...(partly.length > 0 && { partly }) }
}
/**
 * Whether a refusal is about the row. A database that went away is about the whole call: what became of the row is not
 * known, and its caller must ask again with the same key, under which the rows before it are not done twice.
 */
const isOfRow = ({ refusal }: Fault): boolean =>
  refusal !== faults.unavailable && (refusal.code >= faults.stale.code || refusal.code === faults.notFound.code)

const isPartial = (answer: unknown): answer is { partly: string } =>
  typeof answer === 'object' && answer !== null && 'partly' in answer && typeof answer.partly === 'string'
const isMaking = (answer: unknown): answer is { made: unknown[] } =>
  typeof answer === 'object' && answer !== null && 'made' in answer && Array.isArray(answer.made)

const isFile = (data: unknown): data is FileAnswer =>
  typeof data === 'object' && data !== null && 'data' in data && 'type' in data && 'name' in data

const fileNameMax = 200
/** RFC 6266: a plain name for old readers, the real one encoded. */
export function disposition(name: string): string {
  const short = name.slice(0, fileNameMax).toWellFormed()
  const encoded = encodeURIComponent(short).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
  return `attachment; filename="${short.replace(/[^\w.-]/g, '_')}"; filename*=UTF-8''${encoded}`
}

export async function reply(reply: FastifyReply, traceId: string, data: unknown): Promise<FastifyReply> {
  if (isFile(data))
    return reply
      .code(data.status ?? 200)
      .headers({ 'content-type': data.type, 'content-disposition': disposition(data.name), ...data.headers })
      .send(data.data)
  return reply
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ code: 0, message: '', data: data ?? null, traceId }))
}

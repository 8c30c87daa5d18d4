import { createHash, timingSafeEqual } from 'node:crypto'
import compress from '@fastify/compress'
import multipart from '@fastify/multipart'
import { Fault, faults, httpStatus } from '@lading/contract/kernel/fault.ts'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Kernel } from '../perform.ts'
import { endWithLastAnswer } from './ending.ts'
import { bodyMaxBytes, formMaxBytes, textOf, uploadMaxBytes } from './input.ts'
import { count, metricsText, observe } from './metrics.ts'
import { openApi } from './openapi.ts'
import { answer, type Doorkeeper, languageOf, reply, traceIdOf } from './pipeline.ts'
import { createRateLimit, type RateLimits, usualLimits } from './rateLimit.ts'
import type { Served } from './serve.ts'
import { answerExpectations, answerUnread, readOut } from './unread.ts'

export interface AppOptions {
  readonly kernel: Kernel
  readonly door: Doorkeeper
  readonly served: readonly Served[]
  readonly trustProxy: boolean | string
  readonly tls?: { readonly cert: string; readonly key: string } | undefined
  readonly limits?: RateLimits | undefined
  readonly ready: () => Promise<boolean>
  /** What whoever collects figures brings. */
  readonly metricsToken?: string | undefined
  readonly version: string
}

/** PostgreSQL's code for a statement that ran into its time limit. */
const queryCanceled = '57014'

/** What nobody foresaw is in the log, and its caller learns no more of it than that it took too long, or happened. */
function unforeseen(kernel: Kernel, request: FastifyRequest, error: unknown): Fault {
  kernel.log.error({ err: error, traceId: traceIdOf(request), url: request.url.split('?')[0] }, 'internal error')
  count('error')
  const isStopped = (error as { code?: unknown } | undefined)?.code === queryCanceled
  return new Fault(isStopped ? faults.tooSlow : faults.internal)
}

/** Answers whatever was thrown with the envelope: a refusal in the caller's language. */
function refused(kernel: Kernel, request: FastifyRequest, response: FastifyReply, error: unknown): FastifyReply {
  const fault = error instanceof Fault ? error : (translate(error) ?? unforeseen(kernel, request, error))
  const errors = {
    ...(fault.errors.length > 0 && { errors: fault.errors }),
    ...(fault.about.length > 0 && { about: fault.about }),
  }
  const { code } = fault.refusal
  const body = { code, message: fault.in(languageOf(request)), data: null, traceId: traceIdOf(request), ...errors }
  const seconds = retryAfter(fault)
  if (seconds !== undefined) response.header('retry-after', seconds)
  return response.code(httpStatus(code)).type('application/json; charset=utf-8').send(JSON.stringify(body))
}

/** In how many seconds the same call may succeed; undefined: it will not by itself. */
function retryAfter({ refusal, args }: Fault): number | undefined {
  if (refusal === faults.overloaded || (httpStatus(refusal.code) === 429 && args.seconds !== undefined))
    return Number(args.seconds)
  return refusal === faults.unavailable || refusal === faults.rateLimited ? 1 : undefined
}

const megabytes = (bytes: number): string => `${bytes / 1024 / 1024} MB`

/** Errors of the framework that a caller caused. */
function translate(error: unknown): Fault | undefined {
  const { statusCode, code } = error as { statusCode?: number; code?: string }
  // Who asked has gone, as when typing goes on: nothing is wrong, and nobody hears the answer.
  if (code === 'ERR_STREAM_PREMATURE_CLOSE') return new Fault(faults.unavailable)
  if (code === 'FST_REQ_FILE_TOO_LARGE') return new Fault(faults.tooLarge, { max: megabytes(uploadMaxBytes) })
  if (statusCode === 413) return new Fault(faults.tooLarge, { max: megabytes(bodyMaxBytes) })
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500) return new Fault(faults.malformed)
  return undefined
}

export async function createApp(o: AppOptions): Promise<FastifyInstance> {
  const app = fastify({
    bodyLimit: bodyMaxBytes,
    trustProxy: o.trustProxy,
    loggerInstance: undefined as never,
    logger: false,
    requestTimeout: 60_000,
    // A request on a kept connection is answered while the server ends; the connection closes with the answer.
    return503OnClosing: false,
    clientErrorHandler: answerUnread,
    routerOptions: { maxParamLength: 200 },
    ...(o.tls && { https: o.tls }),
  } as never) as unknown as FastifyInstance
  endWithLastAnswer(app)
  answerExpectations(app)
  await app.register(compress, { global: true, threshold: 1024, encodings: ['gzip', 'identity'] })
  app.removeAllContentTypeParsers()
  await app.register(multipart)
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    const text = textOf(body as Buffer)
    if (text === undefined) done(new Fault(faults.malformed))
    else done(null, text)
  })
  // Only where the call says so: to all others a form is what cannot be read.
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: formMaxBytes },
    (request, body, done) =>
      isForm(request)
        ? done(null, formText(body as string))
        : done(Object.assign(new Error('no form is read here'), { statusCode: 415 })),
  )
  app.addHook('onResponse', async (request, response) =>
    observe(request.routeOptions.url ?? '', response.statusCode, response.elapsedTime),
  )
  app.setErrorHandler(async (error, request, response) => {
    await readOut(request.raw)
    return refused(o.kernel, request, response, error)
  })
  app.setNotFoundHandler((request, response) => refused(o.kernel, request, response, new Fault(faults.noRoute)))
  const limit = createRateLimit(() => o.kernel.now().getTime(), o.limits ?? usualLimits)
  for (const served of o.served)
    app.route({
      method: served.call.method,
      url: served.call.path,
      config: { isForm: served.call.form === true } as object,
      handler: async (request, response) => {
        if (!served.call.binary) response.header('cache-control', 'no-store')
        return reply(response, traceIdOf(request), await answer(o.kernel, o.door, limit, served, request))
      },
    })
  fixedDoors(app, o)
  return app
}

/** A form as the text that all other input is: it is checked alike. */
const formText = (body: string): string => JSON.stringify(Object.fromEntries(new URLSearchParams(body)))
const isForm = (request: FastifyRequest): boolean =>
  (request.routeOptions.config as { isForm?: boolean }).isForm === true
const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
/** Who brings the installation's token; where there is none, only who asks from this machine. To others nothing is there. */
const mayCollect = (request: FastifyRequest, token: string | undefined): boolean =>
  token === undefined
    ? /^(::ffff:)?127\.|^::1$/.test(request.ip)
    : timingSafeEqual(digest(request.headers.authorization ?? ''), digest(`Bearer ${token}`))

function fixedDoors(app: FastifyInstance, o: AppOptions): void {
  const calls = o.served.map((s) => s.call)
  let document: string | undefined
  app.get('/openapi.json', (_request, response) => {
    // Made for the first who asks: it takes as long as all the rest of a start.
    document ??= JSON.stringify(openApi(calls, o.version))
    return response.type('application/json; charset=utf-8').send(document)
  })
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, response) => {
    const ready = await o.ready().catch(() => false)
    return response.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready' })
  })
  app.get('/metrics', async (request, response) =>
    mayCollect(request, o.metricsToken)
      ? response.type('text/plain; version=0.0.4').send(await metricsText())
      : refused(o.kernel, request, response, new Fault(faults.noRoute)),
  )
}

import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { count } from '../../kernel/http/metrics.ts'
import type { Kernel } from '../../kernel/perform.ts'
import { answerHeaders, documentPolicy, reportPath, workerPolicy } from './headers.ts'
import { createReports } from './reports.ts'

/** Where the built document wants its nonce; `web/vite.config.ts` puts it there. */
const nonceMark = /__NONCE__/g
const reportMaxBytes = 8_192

/**
 * Gives every answer its security headers and serves the built client from `folder`.
 * @param folder left out or missing, only calls are answered
 * @param mapHosts from where pictures of maps may come
 */
export async function serveSite(
  app: FastifyInstance,
  kernel: Kernel,
  folder: string | undefined,
  mapHosts: readonly string[] = [],
): Promise<void> {
  app.addHook('onSend', async (request, response) => {
    for (const [name, value] of Object.entries(answerHeaders(request.protocol === 'https')))
      if (!response.hasHeader(name)) response.header(name, value)
  })
  if (folder === undefined || !existsSync(folder)) return
  const send = (request: FastifyRequest, response: FastifyReply) =>
    sendDocument(join(folder, 'index.html'), mapHosts, request, response)
  app.get('/', send)
  app.get('/index.html', send)
  await app.register(takeReports(kernel))
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    // Without its nonce the document is of no use.
    allowedPath: (path) => !path.endsWith('/index.html'),
    preCompressed: true,
    setHeaders: (response, path) => {
      response.header('cache-control', keptHow(path))
      if (isCalled('sw.js', path)) response.header('content-security-policy', workerPolicy)
    },
  })
}

/** Packed or as it is. */
const isCalled = (name: string, path: string): boolean => /\/([\w.]+?)(\.(br|gz))?$/.exec(path)?.[1] === name

/** Names of assets change with what they hold. Browsers ask for the icon at every step to another page, so it is kept too. */
function keptHow(path: string): string {
  if (/\/assets\//.test(path)) return 'public, max-age=31536000, immutable'
  return isCalled('favicon.svg', path) ? 'public, max-age=86400' : 'no-cache'
}

/** Each answer has a nonce of its own; without a mark to compare by, none is ever answered as unchanged. */
async function sendDocument(
  file: string,
  mapHosts: readonly string[],
  request: FastifyRequest,
  response: FastifyReply,
): Promise<FastifyReply> {
  const nonce = randomBytes(18).toString('base64')
  const text = await readFile(file, 'utf8')
  return response
    .headers({
      'content-security-policy': documentPolicy(nonce, request.headers.host ?? '', mapHosts),
      'cache-control': 'private, no-cache',
    })
    .type('text/html; charset=utf-8')
    .send(text.replace(nonceMark, nonce))
}

/** What browsers refused in our name: a fault of ours, an extension, or somebody who tried. */
const takeReports = (kernel: Kernel) => async (app: FastifyInstance) => {
  const take = createReports(
    () => kernel.now().getTime(),
    count,
    (directive) => kernel.log.warn({ directive }, 'a browser reports a breach of the content policy'),
  )
  app.addContentTypeParser(
    'application/csp-report',
    { parseAs: 'string', bodyLimit: reportMaxBytes },
    (_request, body, done) => done(null, body),
  )
  app.post(reportPath, async (request, response) => {
    if (typeof request.body === 'string') take(request.body)
    return response.code(204).send()
  })
}

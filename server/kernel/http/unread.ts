import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { Fault, faults, httpStatus, type Refusal } from '@lading/contract/kernel/fault.ts'
import type { FastifyInstance } from 'fastify'

/** By the parser's word for what is wrong with a request that it cannot read to its end. */
const refusals: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: faults.headersTooLarge,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: faults.tooLarge,
  ERR_HTTP_REQUEST_TIMEOUT: faults.tooLate,
}
/** What Node takes of what is no content: headers, or extensions of chunks. */
const unreadMax = '16 kB'

const envelope = (refusal: Refusal): string => {
  const message = new Fault(refusal, { max: unreadMax }).in('zh-CN')
  return JSON.stringify({ code: refusal.code, message, data: null, traceId: '' })
}

/** Answers a request that never became one, in the envelope all the same, and ends the connection. */
export function answerUnread(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const refusal = refusals[error.code ?? ''] ?? faults.malformed
  const [status, body] = [httpStatus(refusal.code), envelope(refusal)]
  if (socket.writable)
    socket.write(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nconnection: close\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    )
  socket.destroySoon()
}

/** Whoever says nothing for so long waits for the answer. */
const silentMs = 500
/** What is no longer than this lies in the buffers of the connection, and is lost to nobody. */
const bufferedBytes = 64 * 1024
/** So much is read of whoever sends too much; beyond it he is cut off. */
const readOutMaxBytes = 100 * 1024 * 1024

/**
 * Takes what a caller still sends, and keeps nothing of it. An answer that goes out before is lost where the connection
 * closes on what was not read: he hears of a broken line, not of what is wrong.
 */
export function readOut(request: IncomingMessage): Promise<void> {
  const { 'content-length': length = '0', 'transfer-encoding': coding } = request.headers
  const isShort = coding === undefined && Number(length) <= bufferedBytes
  if (isShort || request.complete || request.destroyed) return Promise.resolve()
  return new Promise((resolve) => {
    let bytes = 0
    const timer = setTimeout(done, silentMs)
    function take(chunk: Buffer): void {
      bytes += chunk.length
      timer.refresh()
      if (bytes > readOutMaxBytes) done()
    }
    function done(): void {
      clearTimeout(timer)
      request.off('data', take)
      resolve()
    }
    for (const event of ['end', 'close', 'error']) request.once(event, done)
    request.on('data', take)
    request.resume()
  })
}

/** `Expect` may ask for 100-continue, which Node answers by itself, and for nothing else. */
export function answerExpectations(app: FastifyInstance): void {
  app.server.on('checkExpectation', (_request, response) => {
    const body = envelope(faults.unexpected)
    response.writeHead(httpStatus(faults.unexpected.code), {
      connection: 'close',
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
    })
    response.end(body)
  })
}

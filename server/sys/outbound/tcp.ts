import { connect, type Socket } from 'node:net'
import { Fault, refuse } from '@lading/contract/kernel/fault.ts'
import { collectionFaults } from '@lading/contract/sys/collectionCalls.ts'
import { scaleFaults } from '@lading/contract/sys/scaleCalls.ts'
import { addressOf } from './reach.ts'

const timeoutMs = 10_000

/** Sends bytes to a port and waits until they have gone and the other side has closed, or nothing more comes. */
export async function sendTcp(host: string, port: number, data: Buffer): Promise<void> {
  const address = await addressOf(host)
  await new Promise<void>((resolve, reject) => {
    const socket = connect({ host: address, port, timeout: timeoutMs })
    // A printer that answers is not listened to: nothing of it is kept.
    socket.on('data', () => undefined)
    socket.once('timeout', () => socket.destroy(new Error(`${host}:${port} did not answer within ${timeoutMs} ms`)))
    socket.once('error', reject)
    socket.once('close', () => resolve())
    socket.once('connect', () => socket.end(data))
  })
}

/** `tcp://host:port`, refused where it is none. */
export function readTcp(url: string | null): { readonly host: string; readonly port: number } {
  const read = url !== null && URL.canParse(url) ? new URL(url) : undefined
  const isBare = read && read.hostname !== '' && !read.username && !read.password && !read.search && !read.hash
  if (!isBare || read.protocol !== 'tcp:' || !/^\/?$/.test(read.pathname) || Number(read.port) === 0)
    return refuse(scaleFaults.address, { url: (url ?? '').slice(0, 100) })
  return { host: read.hostname, port: Number(read.port) }
}

export interface Hearing {
  readonly url: string | null
  /** Called with what comes, as it comes. */
  take(chunk: Buffer): void
  /** The connection stands. */
  up(): void
}
/** A scale says some hundred bytes a second: whoever says much more is listened to now and then only. */
const muchBytes = 4_096
const restMs = 50
/** A converter that lost its power says nothing any more: after so long the connection is asked whether it is still there. */
const aliveMs = 10_000

/**
 * Listens to a port until the signal ends it; sends nothing.
 * @throws where it cannot be reached or closes the connection, and what `take` throws
 */
export async function hearTcp(o: Hearing, signal: AbortSignal): Promise<void> {
  const { host, port } = readTcp(o.url)
  try {
    await hearAt(host, port, o, signal)
    if (!signal.aborted) throw new Error(`${host}:${port} closed the connection`)
  } catch (error) {
    if (error instanceof Fault) throw error
    const reason = String(error instanceof Error ? error.message || error.name : error)
    throw new Fault(collectionFaults.unreachable, { reason })
  }
}

async function hearAt(host: string, port: number, o: Hearing, signal: AbortSignal): Promise<void> {
  const address = await addressOf(host)
  if (signal.aborted) return
  const socket = connect({ host: address, port, keepAlive: true, keepAliveInitialDelay: aliveMs })
  const late = new Error(`${host}:${port} did not answer within ${timeoutMs} ms`)
  const slow = setTimeout(() => socket.destroy(late), timeoutMs)
  const stop = (): void => void socket.destroy()
  signal.addEventListener('abort', stop, { once: true })
  try {
    await heard(socket, o, () => clearTimeout(slow))
  } finally {
    clearTimeout(slow)
    signal.removeEventListener('abort', stop)
    socket.destroy()
  }
}

const heard = (socket: Socket, o: Hearing, connected: () => void): Promise<void> =>
  new Promise<void>((resolve, reject) => {
    let rest: NodeJS.Timeout | undefined
    socket.once('connect', () => {
      connected()
      o.up()
    })
    socket.on('data', (chunk) => {
      try {
        o.take(chunk)
      } catch (error) {
        socket.destroy(error instanceof Error ? error : new Error(String(error)))
      }
      if (chunk.length < muchBytes) return
      socket.pause()
      rest = setTimeout(() => socket.resume(), restMs)
    })
    socket.once('error', reject)
    socket.once('end', () => socket.destroy())
    socket.once('close', () => {
      clearTimeout(rest)
      resolve()
    })
  })

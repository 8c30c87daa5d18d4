import { isIP } from 'node:net'
import { Fault, refuse } from '@lading/contract/kernel/fault.ts'
import { collectionFaults } from '@lading/contract/sys/collectionCalls.ts'
import { connect, validateTopic } from 'mqtt'
import { addressOf } from './reach.ts'

const connectMs = 15_000
const keepAliveSeconds = 30
const usualPort = { 'mqtt:': 1883, 'mqtts:': 8883 } as const
/** What a broker answers to a topic that it does not allow. */
const refusedTopic = 128

interface Broker {
  readonly host: string
  readonly port: number
  readonly isSecure: boolean
}
/** `mqtt://host:port` or `mqtts://…`, refused where it is none; who logs in is said elsewhere. */
export function readMqtt(url: string | null): Broker {
  const read = url !== null && URL.canParse(url) ? new URL(url) : undefined
  const { protocol } = read ?? {}
  const isBare = read && read.hostname !== '' && !read.username && !read.password && !read.search && !read.hash
  if (!isBare || (protocol !== 'mqtt:' && protocol !== 'mqtts:') || !/^\/?$/.test(read.pathname))
    return refuse(collectionFaults.mqttAddress, { url: (url ?? '').slice(0, 100) })
  return { host: read.hostname, port: Number(read.port || usualPort[protocol]), isSecure: protocol === 'mqtts:' }
}

/** Whether a topic can be subscribed to; names that begin with `$` are the broker's own. */
export const isTopic = (topic: string | null): topic is string =>
  topic !== null && topic !== '' && !topic.startsWith('$') && !topic.includes('\0') && validateTopic(topic)

export interface Subscribing {
  readonly url: string | null
  readonly topic: string
  /** Under it the broker keeps what comes while nobody listens. */
  readonly clientId: string
  readonly username?: string
  readonly password?: string
  /** Called with one message at a time; the broker hears that it has come once this is done, and not when it fails. */
  take(payload: Buffer): Promise<void>
  /** The subscription stands. */
  up(): void
}

/**
 * Listens to a topic, with what came while nobody did, until the signal ends it.
 * @throws where the broker cannot be reached or goes away, and what `take` throws
 */
export async function subscribe(o: Subscribing, signal: AbortSignal): Promise<void> {
  const { host, port, isSecure } = readMqtt(o.url)
  const address = await addressOf(host)
  const client = connect({
    protocol: isSecure ? 'mqtts' : 'mqtt',
    host: address,
    port,
    clientId: o.clientId,
    clean: false,
    // Whoever holds the line comes back by himself, to the address that the name has by then.
    reconnectPeriod: 0,
    connectTimeout: connectMs,
    keepalive: keepAliveSeconds,
    ...(o.username !== undefined && { username: o.username }),
    ...(o.password !== undefined && { password: o.password }),
    // The certificate is that of the name, whatever address it has.
    ...(isSecure && isIP(host.replace(/^\[|\]$/g, '')) === 0 && { servername: host }),
  })
  try {
    await new Promise<void>((resolve, reject) => {
      const fail = (error: unknown): void =>
        reject(error instanceof Fault ? error : new Fault(collectionFaults.unreachable, { reason: reasonOf(error) }))
      client.handleMessage = (packet, done) => {
        // What waits here when the line ends comes again.
        if (signal.aborted) return
        o.take(Buffer.from(packet.payload)).then(
          () => done(),
          (error: unknown) => reject(error),
        )
      }
      client.once('connect', () => {
        client.subscribe(o.topic, { qos: 1 }, (error, granted) => {
          if (error || granted?.some(({ qos }) => Number(qos) === refusedTopic))
            fail(error ?? new Error('the broker refuses the topic'))
          else o.up()
        })
      })
      client.on('error', fail)
      client.once('close', () => fail(new Error(`${host}:${port} closed the connection`)))
      signal.addEventListener('abort', () => resolve(), { once: true })
      if (signal.aborted) resolve()
    })
  } finally {
    await client.endAsync(true)
  }
}

const reasonOf = (error: unknown): string => String(error instanceof Error ? error.message || error.name : error)

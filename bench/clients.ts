import { Agent, request } from 'node:http'
import { parentPort, Worker, workerData } from 'node:worker_threads'
import { keySigner, type Signer } from '../tools/signing.ts'

/** What each of the clients sends, one after the other. */
export interface Load {
  readonly port: number
  readonly tenant: string
  readonly token: string
  /** Private key of the session, with which each call is signed as a browser does. */
  readonly signKey: string
  readonly path: string
  /** Bodies per client. */
  readonly bodies: readonly (readonly string[])[]
  /** Tells apart what is sent to one server in several loads: a key that comes again is answered, not worked. */
  readonly name?: string
  /** So many calls of each client go before, while plans and code warm up; they are not counted. */
  readonly warmUp: number
}
export interface Measured {
  readonly calls: number
  readonly refused: number
  readonly seconds: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** How long each call took, in milliseconds. */
  readonly times: readonly number[]
}

/** Runs the clients in a thread of their own, so that they do not slow the server's. */
export const runClients = (load: Load): Promise<Measured> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: load })
    worker.once('message', (m: Measured) => resolve(m))
    worker.once('error', reject)
  })

export function quantile(times: readonly number[], q: number): number {
  const sorted = Float64Array.from(times).sort()
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? 0
}

/** Sends one signed call. @returns its envelope */
export function post(
  agent: Agent,
  to: Pick<Load, 'port' | 'tenant' | 'path'>,
  sign: Signer,
  body: string,
  key: string,
): Promise<{ code: number; data: unknown }> {
  return new Promise((resolve, reject) => {
    const r = request(
      {
        agent,
        host: '127.0.0.1',
        port: to.port,
        path: to.path,
        method: 'POST',
        headers: {
          ...sign({ method: 'POST', url: to.path, body, key }),
          'x-tenant': to.tenant,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
        },
      },
      (res) => {
        const parts: Buffer[] = []
        res.on('data', (d: Buffer) => parts.push(d))
        res.on('end', () => resolve(JSON.parse(Buffer.concat(parts).toString()) as { code: number; data: unknown }))
      },
    )
    r.on('error', reject)
    r.end(body)
  })
}

async function measure(load: Load): Promise<Measured> {
  const agent = new Agent({ keepAlive: true, maxSockets: load.bodies.length })
  const sign = keySigner(load.token, load.signKey)
  const times: number[] = []
  let refused = 0
  const run = (from: number, to?: number): Promise<unknown> =>
    Promise.all(
      load.bodies.map(async (bodies, client) => {
        for (const [i, body] of bodies.slice(from, to).entries()) {
          const sent = performance.now()
          const { code } = await post(agent, load, sign, body, `b${load.name ?? ''}-${client}-${from + i}`)
          times.push(performance.now() - sent)
          if (code !== 0 && refused++ === 0) console.error(`refused: ${code} ${body}`)
        }
      }),
    )
  await run(0, load.warmUp)
  times.length = 0
  const begin = performance.now()
  await run(load.warmUp)
  const seconds = (performance.now() - begin) / 1000
  agent.destroy()
  return { calls: times.length, refused, seconds, p50Ms: quantile(times, 0.5), p99Ms: quantile(times, 0.99), times }
}

if (parentPort && workerData && 'bodies' in workerData) parentPort.postMessage(await measure(workerData as Load))

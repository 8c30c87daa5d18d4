import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, Worker, workerData } from 'node:worker_threads'
import { keySigner } from '../tools/signing.ts'
import { post } from './clients.ts'

export interface PacedCall {
  readonly code: number
  readonly data: unknown
}
interface Pace {
  readonly port: number
  readonly path: string
  readonly callers: readonly { readonly token: string; readonly signKey: string }[]
  readonly body: string
  /** Calls a second of all callers together. */
  readonly perSecond: number
  /** The first of them warm up and are not counted. */
  readonly warmUp: number
  readonly calls: number
}

/**
 * Calls at a pace, whatever the answers take: each call's time counts from when it was to be sent, so that one that had
 * to wait for the one before it is slow too. A caller sends his next only when `onAnswer` of his last is over.
 */
export function benchPaced({
  onAnswer,
  ...pace
}: Pace & { onAnswer: (call: PacedCall) => Promise<void> }): Promise<{ times: readonly number[]; refused: number }> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: pace })
    let refused = 0
    worker.on('message', (m: { done: readonly number[] } | { caller: number; answer: PacedCall }) => {
      if ('done' in m) {
        resolve({ times: m.done, refused })
        return
      }
      const over = m.answer.code === 0 ? onAnswer(m.answer) : Promise.resolve(void refused++)
      over.then(() => worker.postMessage(m.caller), reject)
    })
    worker.once('error', reject)
  })
}

async function measure(port: NonNullable<typeof parentPort>, pace: Pace): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: pace.callers.length })
  const over = new Map<number, () => void>()
  port.on('message', (caller: number) => over.get(caller)?.())
  const everyMs = (1000 * pace.callers.length) / pace.perSecond
  const times: number[] = []
  const perCaller = Math.ceil((pace.warmUp + pace.calls) / pace.callers.length)
  const [begin, warm] = [performance.now(), pace.warmUp / pace.callers.length]
  await Promise.all(
    pace.callers.map(async ({ token, signKey }, caller) => {
      const sign = keySigner(token, signKey)
      for (let n = 0; n < perCaller; n++) {
        const due = begin + (n + caller / pace.callers.length) * everyMs
        await sleep(Math.max(0, due - performance.now()))
        const answer = await post(agent, { ...pace, tenant: 'one' }, sign, pace.body, `n${caller}-${n}`)
        if (n >= warm) times.push(performance.now() - due)
        await new Promise<void>((resolve) => {
          over.set(caller, resolve)
          port.postMessage({ caller, answer })
        })
      }
    }),
  )
  agent.destroy()
  port.postMessage({ done: times })
  port.close()
}

if (parentPort) await measure(parentPort, workerData as Pace)

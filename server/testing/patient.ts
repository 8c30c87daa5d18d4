import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Call } from '@lading/contract/kernel/call.ts'
import { type LoginResult, login } from '@lading/contract/sys/session.ts'
import { type Signer, secretSigner } from '../../tools/signing.ts'

interface Answer {
  readonly code: number
  readonly message: string
  readonly data: unknown
}

/** What all clients of one run share: whether they may send, and how it went. */
export interface Run {
  /** Attempts that got no answer, or were told to come back. */
  failed: number
  /** Answers other than success and "come back later": there must be none. */
  readonly wrong: string[]
  stopping: boolean
  /** From now on nothing is sent. Resolves when nothing is under way any more. */
  hold(): Promise<void>
  go(): void
  attempt(send: () => Promise<Answer>): Promise<Answer | undefined>
  /** For how long nothing might be sent so far. */
  readonly heldMs: () => number
}

export function newRun(): Run {
  let gate = Promise.withResolvers<void>()
  gate.resolve()
  let underWay = 0
  let isQuiet = Promise.withResolvers<void>()
  let held = 0
  let heldFrom = 0
  return {
    failed: 0,
    wrong: [],
    stopping: false,
    hold: async () => {
      gate = Promise.withResolvers<void>()
      isQuiet = Promise.withResolvers<void>()
      heldFrom = performance.now()
      if (underWay > 0) await isQuiet.promise
    },
    go: () => {
      held += performance.now() - heldFrom
      gate.resolve()
    },
    heldMs: () => held,
    attempt: async (send) => {
      await gate.promise
      underWay += 1
      const answer = await send().catch(() => undefined)
      underWay -= 1
      if (underWay === 0) isQuiet.resolve()
      return answer
    },
  }
}

/** A client that sends until it is answered, with the same key: after a crash, what was done twice or not at all shows. */
export interface Patient {
  /** @returns undefined when there was no answer in time, or a wrong one, which the run notes */
  send(call: Call, body: object, key?: string): Promise<Sent | undefined>
}
export interface Sent {
  readonly data: unknown
  readonly key: string
  readonly attempts: number
}

async function post(url: string, path: string, body: string, headers: Record<string, string> = {}): Promise<Answer> {
  const answer = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
    signal: AbortSignal.timeout(20_000),
  })
  return (await answer.json()) as Answer
}

/** Retryable: the database is away, the data is busy. */
const later = [50300, 40902]
const pauseMs = 20

/** Logs in to tenant `one`, to work in its organisation with this code. */
export async function logInPatient(
  run: Run,
  url: string,
  o: { username: string; org: string; password: string; patience: number },
): Promise<Patient> {
  const enter = { tenant: 'one', username: o.username, password: o.password }
  const logIn = async (more: object) =>
    (await post(url, login.path, JSON.stringify({ ...enter, ...more }))).data as LoginResult
  const { user } = await logIn({})
  const workingOrgId = user.availableWorkingOrgs.find((org) => org.code === o.org)?.id
  const { accessToken, signKey } = await logIn({ workingOrgId })
  const sign: Signer = secretSigner(accessToken, signKey ?? '')

  async function send(call: Call, input: object, key: string = randomUUID()): Promise<Sent | undefined> {
    const body = JSON.stringify(input)
    let until = Date.now() + o.patience
    for (let attempts = 1; ; attempts++) {
      const heldMs = run.heldMs()
      const answer = await run.attempt(() => {
        const signed = sign({ method: 'POST', url: call.path, body, ...(call.writes && { key }) })
        return post(url, call.path, body, { 'x-tenant': 'one', ...signed })
      })
      if (answer?.code === 0) return { data: answer.data, key, attempts }
      run.failed += 1
      // Nobody is late who may not send.
      until += run.heldMs() - heldMs
      if (answer && !later.includes(answer.code)) {
        run.wrong.push(`${call.path} ${body}: ${JSON.stringify(answer)}`)
        return undefined
      }
      if (Date.now() > until) {
        if (!run.stopping)
          run.wrong.push(`${call.path} ${body}: no answer for ${o.patience} ms, at last ${JSON.stringify(answer)}`)
        return undefined
      }
      await sleep(pauseMs)
    }
  }
  return { send }
}

import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { type LoginResult, login } from '@lading/contract/sys/session.ts'
import { owner } from '@lading/contract/wms/owner.ts'
import { secretSigner } from '../../tools/signing.ts'

export interface Written {
  /** Codes of owners whose creation was answered with success. */
  readonly acknowledged: readonly string[]
  /** Attempts that got no answer, or were told to come back. */
  readonly failed: number
  /** Answers other than success and "come back later": there must be none. */
  readonly wrong: readonly string[]
}

export interface Writers {
  /** How many writes were acknowledged so far. */
  readonly count: () => number
  /** Lets each finish the write that it is at. */
  stop(): Promise<Written>
}

const post = async (url: string, path: string, body: object, headers: Record<string, string> = {}) => {
  const answer = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(20_000),
  })
  return (await answer.json()) as { code: number; message: string; data: LoginResult }
}

/** Retryable: the database is away, the data is busy. */
const later = [50300, 40902]
const pauseMs = 20

/**
 * Clients that create owners one after the other, as fast as they can, and repeat with the same key what was not
 * answered: after a crash, a write that was done twice or not at all shows.
 */
export async function startWriters(
  url: string,
  clients: number,
  password: string,
  patience = 60_000,
): Promise<Writers> {
  const acknowledged: string[] = []
  const wrong: string[] = []
  let failed = 0
  let stopping = false
  const enter = { tenant: 'one', username: 'admin', password }
  const { user } = (await post(url, login.path, enter)).data
  const workingOrgId = user.availableWorkingOrgs.find((org) => org.type === 'GROUP')?.id
  const session = await post(url, login.path, { ...enter, workingOrgId })
  const sign = secretSigner(session.data.accessToken, session.data.signKey ?? '')
  const run = Math.random().toString(36).slice(2, 8)
  const write = async (code: string): Promise<void> => {
    const key = randomUUID()
    const path = crudCalls(owner).create?.path ?? ''
    const body = { code, name: run }
    const until = Date.now() + patience
    for (;;) {
      const signed = sign({ method: 'POST', url: path, body: JSON.stringify(body), key })
      const answer = await post(url, path, body, { 'x-tenant': 'one', ...signed }).catch(() => undefined)
      if (answer?.code === 0) {
        acknowledged.push(code)
        return
      }
      failed += 1
      if (answer && !later.includes(answer.code)) {
        wrong.push(`${code}: ${JSON.stringify(answer)}`)
        return
      }
      if (Date.now() > until) {
        if (!stopping) wrong.push(`${code}: no answer for ${patience} ms`)
        return
      }
      await sleep(pauseMs)
    }
  }
  const client = async (i: number): Promise<void> => {
    for (let n = 0; !stopping; n++) await write(`${run}-${i}-${n}`)
  }
  const all = Array.from({ length: clients }, (_, i) => client(i))
  return {
    count: () => acknowledged.length,
    stop: async () => {
      stopping = true
      await Promise.all(all)
      return { acknowledged, failed, wrong }
    },
  }
}

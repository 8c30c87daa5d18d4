import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { owner } from '@lading/contract/mdm/owner.ts'
import { logInPatient, newRun } from './patient.ts'

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
  /** From now on nothing is sent, until `go`. Resolves when nothing is under way any more. */
  hold(): Promise<void>
  go(): void
  /** Lets each finish the write that it is at. */
  stop(): Promise<Written>
}

/**
 * Clients that create owners one after the other, as fast as they can, and repeat with the same key what was not
 * answered.
 */
export async function startWriters(
  url: string,
  clients: number,
  password: string,
  patience = 60_000,
): Promise<Writers> {
  const acknowledged: string[] = []
  const run = newRun()
  const mark = Math.random().toString(36).slice(2, 8)
  const patient = await logInPatient(run, url, { username: 'admin', org: 'G', password, patience })
  const { create } = crudCalls(owner)
  if (!create) throw new Error('owners cannot be created')
  const client = async (i: number): Promise<void> => {
    for (let n = 0; !run.stopping; n++) {
      const code = `${mark}-${i}-${n}`
      if (await patient.send(create, { code, name: mark })) acknowledged.push(code)
    }
  }
  const all = Array.from({ length: clients }, (_, i) => client(i))
  return {
    count: () => acknowledged.length,
    hold: run.hold,
    go: run.go,
    stop: async () => {
      run.stopping = true
      await Promise.all(all)
      return { acknowledged, failed: run.failed, wrong: run.wrong }
    },
  }
}

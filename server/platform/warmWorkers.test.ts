import { execFile } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import type { OddJob } from './testing/oddWorker.ts'
import { type WarmOptions, type WarmWorkers, warmWorkers } from './warmWorkers.ts'

const run = promisify(execFile)
const patienceMs = 60_000
const url = new URL('./testing/oddWorker.ts', import.meta.url)
const open = (o: Partial<WarmOptions> = {}): WarmWorkers =>
  warmWorkers(url, { limits: { maxOldGenerationSizeMb: 24 }, kept: 2, idleMs: 50, ...o })
const ask = (workers: WarmWorkers, job: OddJob, maxMs = patienceMs) =>
  workers.ask<{ threadId: number; sum: number }>(job, maxMs)
const who = async (workers: WarmWorkers): Promise<number> => (await ask(workers, 'who')).threadId

/** Begins a job that is a conversation and answers each question with a 7. */
function count(workers: WarmWorkers, onPart?: (part: unknown) => unknown): Promise<{ sum: number }> {
  return new Promise((resolve, reject) => {
    const work = workers.begin('count' satisfies OddJob, {
      onPart: (part) => (onPart ?? (() => work.send(7)))(part),
      onAnswer: (answer) => resolve(answer as { sum: number }),
      onError: reject,
    })
  })
}

const kept = open({ idleMs: patienceMs })
let first: number
test('the next job finds the worker of the last', async () => {
  first = await who(kept)
  expect(await who(kept)).toBe(first)
  expect(await count(kept)).toEqual({ sum: 21, threadId: first })
})

test('what is thrown is told, and the worker stays', async () => {
  await expect(ask(kept, 'throw')).rejects.toThrow('on purpose')
  expect(await who(kept)).toBe(first)
})

test('jobs at the same moment have a worker each, of which so many are kept', async () => {
  const used = await Promise.all([who(kept), who(kept), who(kept)])
  expect(new Set(used).size).toBe(3)
  const again = new Set(await Promise.all([who(kept), who(kept), who(kept)]))
  expect(used.filter((id) => again.has(id)).length).toBe(2)
})

test.each(['eat', 'exit'] as const)('a worker that ends in the middle (%s) is told and replaced', async (job) => {
  const workers = open({ idleMs: patienceMs })
  const before = await who(workers)
  await expect(ask(workers, job)).rejects.toThrow(job === 'eat' ? /memory/i : 'the worker has stopped')
  expect(await who(workers)).not.toBe(before)
})

test('a job out of time is told, and its worker ended', async () => {
  const workers = open({ idleMs: patienceMs })
  const before = await who(workers)
  await expect(ask(workers, 'sleep', 1)).rejects.toThrow('took longer than 1 ms')
  expect(await who(workers)).not.toBe(before)
})

test('a job that is dropped in the middle says no more, and nothing of it goes on', async () => {
  const workers = open({ idleMs: patienceMs })
  const before = await who(workers)
  const heard: unknown[] = []
  await new Promise<void>((resolve) => {
    const work = workers.begin('count' satisfies OddJob, {
      onPart: () => {
        work.drop()
        work.send(7)
        resolve()
      },
      onAnswer: (answer) => heard.push(answer),
      onError: (error) => heard.push(error),
    })
  })
  expect(await who(workers)).not.toBe(before)
  expect(await count(workers)).toMatchObject({ sum: 21 })
  expect(heard).toEqual([])
})

test('a worker at rest ends after a while', async () => {
  const workers = open()
  const before = await who(workers)
  // Later than its time, however busy the machine: timers of one thread run in their order.
  await sleep(100)
  expect(await who(workers)).not.toBe(before)
})

test('a worker at rest keeps no program alive', async () => {
  const program = `
    import { warmWorkers } from ${JSON.stringify(new URL('./warmWorkers.ts', import.meta.url).href)}
    const o = { limits: {}, kept: 1, idleMs: 86_400_000 }
    console.log((await warmWorkers(new URL(${JSON.stringify(url.href)}), o).ask('who', 60_000)).sum)`
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program])
  expect(stdout).toBe('0\n')
})

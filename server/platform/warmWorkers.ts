import { type ResourceLimits, Worker } from 'node:worker_threads'

/** A worker that nobody has asked for this long ends and gives its memory back. */
const idleMs = 60_000

/** From the main thread: a job, or what the job asked for. */
export type ToWorker = { readonly job: unknown } | { readonly more: unknown }
/** From the worker: something on the way, or the end of the job. */
export type FromWorker = { readonly part: unknown } | { readonly answer: unknown } | { readonly error: string }

export interface Hearing {
  /** What the worker tells before it is done. */
  readonly onPart?: (part: unknown) => void
  readonly onAnswer: (answer: unknown) => void
  /** The job has thrown, or its worker has ended, for want of memory or otherwise. */
  readonly onError: (error: Error) => void
}
export interface Work {
  send(more: unknown): void
  /** Ends a job that is not done, together with its worker: nothing of it goes on in the background. */
  drop(): void
}
export interface WarmWorkers {
  /** Gives a job to a worker at rest, or to a new one. */
  begin(job: unknown, hearing: Hearing, transfer?: readonly ArrayBuffer[]): Work
  /** A job that is a question with one answer, for which there are so many milliseconds. */
  ask<Answer>(job: unknown, maxMs: number, transfer?: readonly ArrayBuffer[]): Promise<Answer>
}

export interface WarmOptions {
  readonly limits: ResourceLimits
  /** How many are kept at rest. How many work at once is the caller's matter. */
  readonly kept: number
  readonly idleMs?: number
}

interface Held {
  readonly worker: Worker
  /** Who hears of its job; nobody while it rests. */
  hearing: Hearing | undefined
  timer: NodeJS.Timeout | undefined
}

/**
 * Worker threads that stay for the next job, since one costs more to start than most jobs take. Each has one job at a
 * time and the memory limits of its own; one that ran out of memory or time, or was dropped, is not used again. At rest
 * they keep no program alive.
 */
export function warmWorkers(url: URL, o: WarmOptions): WarmWorkers {
  const resting = new Set<Held>()

  function end(held: Held): Hearing | undefined {
    const { hearing } = held
    held.hearing = undefined
    clearTimeout(held.timer)
    resting.delete(held)
    void held.worker.terminate()
    return hearing
  }

  function rest(held: Held): void {
    held.hearing = undefined
    if (resting.size >= o.kept) {
      end(held)
      return
    }
    held.worker.unref()
    held.timer = setTimeout(() => end(held), o.idleMs ?? idleMs).unref()
    resting.add(held)
  }

  function start(): Held {
    const worker = new Worker(url, { resourceLimits: o.limits, execArgv: ['--disable-warning=ExperimentalWarning'] })
    const held: Held = { worker, hearing: undefined, timer: undefined }
    worker.on('message', (message: FromWorker) => {
      const { hearing } = held
      // What a dropped job still said on its way.
      if (!hearing) return
      if ('part' in message) {
        hearing.onPart?.(message.part)
        return
      }
      rest(held)
      if ('answer' in message) hearing.onAnswer(message.answer)
      else hearing.onError(new Error(message.error))
    })
    worker.on('error', (error) => end(held)?.onError(error))
    worker.on('exit', () => end(held)?.onError(new Error('the worker has stopped')))
    return held
  }

  function take(): Held {
    // The last that came to rest: what is too many grows old and ends.
    const held = [...resting].at(-1)
    if (!held) return start()
    resting.delete(held)
    clearTimeout(held.timer)
    held.worker.ref()
    return held
  }

  function begin(job: unknown, hearing: Hearing, transfer: readonly ArrayBuffer[] = []): Work {
    const held = take()
    held.hearing = hearing
    held.worker.postMessage({ job } satisfies ToWorker, transfer)
    return {
      send: (more) => {
        if (held.hearing === hearing) held.worker.postMessage({ more } satisfies ToWorker)
      },
      drop: () => {
        if (held.hearing === hearing) end(held)
      },
    }
  }

  return { begin, ask: (job, maxMs, transfer) => askOf(begin, job, maxMs, transfer) }
}

const askOf = <Answer>(
  begin: WarmWorkers['begin'],
  job: unknown,
  maxMs: number,
  transfer?: readonly ArrayBuffer[],
): Promise<Answer> =>
  new Promise<Answer>((resolve, reject) => {
    const late = setTimeout(() => {
      work.drop()
      reject(new Error(`the work took longer than ${maxMs} ms`))
    }, maxMs)
    const onAnswer = (answer: unknown): void => {
      clearTimeout(late)
      // What the worker answers is what its own file says.
      resolve(answer as Answer)
    }
    const onError = (error: Error): void => {
      clearTimeout(late)
      reject(error)
    }
    const work = begin(job, { onAnswer, onError }, transfer)
  })

import { Readable } from 'node:stream'
import type { WarmWorkers, Work } from './warmWorkers.ts'

/** What a worker tells while it writes: some bytes, or that it wants the next page. */
export type StreamPart = Uint8Array | 'next'

/**
 * What a worker makes of pages, as a stream of bytes. Pages are taken only as fast as the bytes are read, so that a slow
 * reader holds no more than a page.
 * @param over judges what the worker answers in the end
 */
export function streamedWork<Page>(
  workers: WarmWorkers,
  job: unknown,
  pages: AsyncIterator<Page>,
  over: (answer: unknown) => void = () => undefined,
): Readable {
  let work: Work | undefined
  let wanted = false
  let asked = false
  /** While one page is written, the next is read. */
  let ahead: Promise<IteratorResult<Page>> | undefined
  const feed = (): void => {
    if (!wanted || !asked) return
    asked = false
    const page = ahead ?? pages.next()
    page.then(
      ({ done, value }) => {
        work?.send(done ? undefined : value)
        if (done || stream.destroyed) return
        ahead = pages.next()
        // What goes wrong is told when the page's turn has come.
        ahead.catch(() => undefined)
      },
      (error: Error) => stream.destroy(error),
    )
  }
  const stream = new Readable({
    read: () => {
      wanted = true
      feed()
    },
    destroy: (error, done) => {
      work?.drop()
      Promise.resolve(pages.return?.()).then(
        () => done(error),
        () => done(error),
      )
    },
  })
  work = workers.begin(job, {
    onPart: (part) => {
      // The parts are what the worker's own file tells.
      if (part === 'next') asked = true
      else wanted = stream.push(part as Exclude<StreamPart, 'next'>)
      feed()
    },
    onAnswer: (answer) => {
      try {
        over(answer)
        stream.push(null)
      } catch (error) {
        stream.destroy(error as Error)
      }
    },
    onError: (error) => stream.destroy(error),
  })
  return stream
}

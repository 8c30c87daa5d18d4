import type { TestProject } from 'vitest/node'
import { type DemoServer, startDemo } from '../tools/demoServer.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** One for each worker. */
    ladingUrls: readonly string[]
  }
}

/**
 * Starts the product for each worker of the browser tests. The files that a worker runs, one after the other, share it,
 * so each works on documents of its own.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const demos: DemoServer[] = []
  const end = async () => {
    await Promise.all(demos.map((demo) => demo.end()))
  }
  try {
    // One after the other: the first may have to seed what the second copies.
    // A test may play a machine beside it, such as a scale.
    while (demos.length < project.config.maxWorkers)
      demos.push(await startDemo({ LADING_OUTBOUND: '127.0.0.1' }, 'cheap'))
  } catch (error) {
    await end()
    throw error
  }
  project.provide(
    'ladingUrls',
    demos.map((demo) => demo.url),
  )
  return end
}

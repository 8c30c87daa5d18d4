import type { TestProject } from 'vitest/node'
import { startDemo } from '../tools/demoServer.ts'

declare module 'vitest' {
  interface ProvidedContext {
    ladingUrl: string
  }
}

/** Starts the product once for all browser tests. Files share it, so each works on documents of its own. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const demo = await startDemo()
  project.provide('ladingUrl', demo.url)
  return demo.end
}

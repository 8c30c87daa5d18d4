import type { Reporter, TestCase } from 'vitest/node'

/**
 * Says why a test needed more than one try: what passes at the second is a fault of the test or of the product as well,
 * and its first failure is told nowhere else.
 */
export const retriedReporter: Reporter = {
  onTestCaseResult(test: TestCase): void {
    if ((test.diagnostic()?.retryCount ?? 0) === 0) return
    for (const { message, stacks } of test.result().errors ?? []) {
      const at = stacks?.map(({ file, line }) => `${file.split('/').slice(-2).join('/')}:${line}`)[0]
      console.log(`first try of ${test.fullName}: ${oneLine(message)}${at === undefined ? '' : ` (${at})`}`)
    }
  },
}

const oneLine = (message: string): string => message.replace(/\s+/g, ' ').slice(0, 300)

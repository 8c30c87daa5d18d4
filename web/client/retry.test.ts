import { expect, test } from 'vitest'
import { isRetried, retryDelayMs } from './retry.ts'

test('C-48 reads are tried again twice, after 0.5 and 1.5 s, where the way failed, and never where the server refused', () => {
  const tries = (status: number | undefined) => [0, 1, 2].filter((failures) => isRetried(failures, status)).length
  expect([0, 502, 503, 504].map(tries)).toEqual([2, 2, 2, 2])
  expect([undefined, 200, 400, 401, 403, 409, 429, 500].map(tries)).toEqual([0, 0, 0, 0, 0, 0, 0, 0])
  expect([0, 1].map(retryDelayMs)).toEqual([500, 1500])
})

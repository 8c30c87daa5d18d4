import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { processorSeconds } from './processor.ts'

const burn = 'const until = process.cpuUsage().user + 400_000; while (process.cpuUsage().user < until);'

test.runIf(process.platform === 'linux')('the time of a process holds that of its children, ended ones too', () => {
  const before = processorSeconds(process.pid) ?? Number.NaN
  spawnSync(process.execPath, ['-e', burn])
  expect(processorSeconds(process.pid)).toBeGreaterThanOrEqual(before + 0.4)
})

test('a process that is not there has none', () => {
  expect(processorSeconds(2 ** 30)).toBeUndefined()
})

import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readBase } from './base.ts'
import { root } from './buildWeb.ts'

test('the base moves to what is checked out, one landing on', () => {
  const { stdout, stderr } = spawnSync(process.execPath, [join(root, 'tools/moveBase.ts'), '--print'], {
    encoding: 'utf8',
  })
  expect(stderr).toBe('')
  expect(JSON.parse(stdout)).toEqual({
    landing: readBase().landing + 1,
    commit: expect.stringMatching(/^[0-9a-f]{40}$/),
    owed: expect.any(Array),
  })
})

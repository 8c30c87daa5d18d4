import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { diskOf } from './disk.ts'

test('a folder tells how much room is left where it is', async () => {
  const disk = await diskOf(tmpdir())
  expect(disk?.free).toBeGreaterThan(0)
  expect(disk?.total).toBeGreaterThanOrEqual(disk?.free ?? Infinity)
})

test('without a folder, and of one that is not there, nothing is told', async () => {
  expect(await diskOf(undefined)).toBeNull()
  expect(await diskOf(join(tmpdir(), 'lading-no-such-folder'))).toBeNull()
})

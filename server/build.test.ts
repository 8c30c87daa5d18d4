import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { buildOf } from './build.ts'

test('S-40 the service tells the time of its build, and none where nothing tells it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lading-build-'))
  const unknown = { version: expect.stringMatching(/^\d+\.\d+\.\d+/), buildTime: null }
  try {
    expect(buildOf(undefined)).toEqual(unknown)
    expect(buildOf(folder)).toEqual(unknown)
    mkdirSync(join(folder, 'child', 'wms'), { recursive: true })
    const file = join(folder, 'child', 'wms', 'version.json')
    for (const text of ['{"version":"1"', '{"version":"1","buildTime":7}']) {
      writeFileSync(file, text)
      expect(buildOf(folder), text).toEqual(unknown)
    }
    writeFileSync(file, '{"version":"1","buildTime":"2026-11-20 08:00:00"}')
    expect(buildOf(folder)).toEqual({ ...unknown, buildTime: '2026-11-20 08:00:00' })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

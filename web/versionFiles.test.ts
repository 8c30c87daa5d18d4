import { expect, test } from 'vitest'
import { versionFiles } from './versionFiles.ts'

test('every sub-system has a file with the version and the time of the build', () => {
  const files = new Map<string, unknown>()
  const emitFile = (file: { fileName: string; source: string }) => files.set(file.fileName, JSON.parse(file.source))
  const { generateBundle } = versionFiles('1.2.3', new Date('2026-11-20T08:09:10Z'))
  ;(generateBundle as (this: unknown) => void).call({ emitFile })
  expect([...files.keys()].sort()).toEqual(
    ['dps', 'mdm', 'rpt', 'saas', 'sys', 'tms', 'wms'].map((sub) => `child/${sub}/version.json`),
  )
  for (const file of files.values()) expect(file).toEqual({ version: '1.2.3', buildTime: '2026-11-20 08:09:10' })
})

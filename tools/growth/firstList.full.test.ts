import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../buildWeb.ts'
import { copyProject } from './copy.ts'
import { plant } from './plant.ts'

interface Weight {
  readonly scripts: number
  readonly bytes: number
}
const weightIn = (cwd: string): Weight =>
  JSON.parse(execFileSync(process.execPath, ['tools/growth/firstList.ts'], { cwd, encoding: 'utf8' })) as Weight

test('the first list costs the same with three areas of 50 entities each more', () => {
  const place = join(root, 'out', 'firstList')
  try {
    copyProject(place)
    // The menu names every page of the product already, also those that are still to come.
    const files = ['contract/areas.ts', 'web/areas.ts'].map((file) => join(place, file))
    const before = files.map((file) => readFileSync(file, 'utf8'))
    plant(place, { masters: 150, bills: 0, areas: ['sampleA', 'sampleB', 'sampleC'] })
    const many = weightIn(place)
    for (const [i, file] of files.entries()) writeFileSync(file, before[i] ?? '')
    const few = weightIn(place)
    expect(many.scripts).toBe(few.scripts)
    // Where each page is has to be known.
    expect(many.bytes).toBeLessThan(few.bytes * 1.01)
    expect(many.bytes).toBeGreaterThan(few.bytes)
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
})

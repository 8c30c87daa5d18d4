import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect } from 'vitest'
import { metName } from './instrument.ts'

/** Before each test file of the first run: writes down by which mutants the file's tests came. */
const met = new Set<number>()
Object.assign(globalThis, { [metName]: (i: number): void => void met.add(i) })
afterAll(() => {
  const file = expect.getState().testPath ?? ''
  const name = Buffer.from(file).toString('base64url')
  writeFileSync(join(process.env.MUTANTS_MET ?? '', `${name}.json`), JSON.stringify({ file, met: [...met] }))
})

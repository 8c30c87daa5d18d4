import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './buildWeb.ts'
import { writeExamples } from './guides.ts'

/** Tests of the guides' examples that need a database: they stand here as they would beside the code. */
const tests = writeExamples(join(root, 'out/guides')).filter((path) => path.endsWith('.db.test.ts'))
for (const path of tests) await import(path)

test('there are such', () => expect(tests.length).toBeGreaterThan(0))

import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { httpStatus, type Refusal } from './kernel/fault.ts'

const isRefusal = (x: unknown): x is Refusal =>
  typeof x === 'object' && x !== null && 'code' in x && typeof x.code === 'number' && 'text' in x

/** Every refusal that some file of the contract exports, alone or in a record of them. */
async function refusals(): Promise<Refusal[]> {
  const root = import.meta.dirname
  const files = globSync('**/*aults.ts', { cwd: root }).concat(globSync('**/*Calls.ts', { cwd: root }), 'sys/file.ts')
  const modules = await Promise.all(files.map((file): Promise<object> => import(join(root, file))))
  const exported = modules.flatMap((m): unknown[] => Object.values(m))
  return [...new Set(exported.flatMap((x) => (isRefusal(x) ? [x] : Object.values(x ?? {}).filter(isRefusal))))]
}

/** What the administration refuses shares five codes, one per subject: the text tells them apart. */
const families: ReadonlySet<number> = new Set([40910, 40911, 40912, 40913, 40914])

test('a code stands for one refusal, so that a caller may rely on it', async () => {
  const all = await refusals()
  expect(all.length).toBeGreaterThan(150)
  const byCode = Map.groupBy(
    all.filter((r) => !families.has(r.code)),
    (r) => r.code,
  )
  const shared = [...byCode]
    .filter(([, same]) => same.length > 1)
    .map(([code, same]) => [code, same.map((r) => r.text[1])])
  expect(shared).toEqual([])
})

test('every refusal travels under a status that exists', async () => {
  const known = new Set([200, 400, 401, 403, 404, 405, 409, 413, 415, 429, 500, 503])
  expect((await refusals()).map((r) => r.code).filter((code) => !known.has(httpStatus(code)))).toEqual([])
})

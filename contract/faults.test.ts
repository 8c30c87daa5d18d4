import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { areas } from './areas.ts'
import { httpStatus, isOfBusiness, type Refusal } from './kernel/fault.ts'
import { type Codes, kernelCodes } from './kernel/manifest.ts'

const isRefusal = (x: unknown): x is Refusal =>
  typeof x === 'object' && x !== null && 'code' in x && typeof x.code === 'number' && 'text' in x

interface Owned {
  /** The area, or the kernel, in whose folder it is declared. */
  readonly by: string
  readonly refusal: Refusal
}

/** Every refusal that some file of the contract exports, alone or in a record of them. */
async function refusals(): Promise<readonly Owned[]> {
  const root = import.meta.dirname
  const files = globSync('{kernel,sys,mdm,wms,tms,dps,rpt,saas}/**/*.ts', { cwd: root })
  const own = files.map((file) => file.replaceAll('\\', '/')).filter((file) => !file.endsWith('.test.ts'))
  const found = await Promise.all(
    own.map(async (file) => {
      const exported: object = await import(join(root, file))
      const all = Object.values(exported).flatMap((x): unknown[] => (isRefusal(x) ? [x] : Object.values(x ?? {})))
      return all.filter(isRefusal).map((refusal) => ({ by: file.split('/')[0] ?? '', refusal }))
    }),
  )
  // A file may pass on what another one declares.
  return found.flat().filter(({ refusal }, i, all) => all.findIndex((one) => one.refusal === refusal) === i)
}

const blocks: ReadonlyMap<string, Codes> = new Map([
  ['kernel', kernelCodes],
  ...areas.map(({ area, codes }) => [area, codes] as const),
])

/** What the administration refuses shares five codes, one per subject: the text tells them apart. */
const families: ReadonlySet<number> = new Set([40910, 40911, 40912, 40913, 40914])

test('a code stands for one refusal, so that a caller may rely on it', async () => {
  const all = await refusals()
  expect(all.length).toBeGreaterThan(200)
  const byCode = Map.groupBy(
    all.map(({ refusal }) => refusal).filter((r) => !families.has(r.code)),
    (r) => r.code,
  )
  const shared = [...byCode]
    .filter(([, same]) => same.length > 1)
    .map(([code, same]) => [code, same.map((r) => r.text[1])])
  expect(shared).toEqual([])
})

test('every refusal has a code of the block of its area', async () => {
  const strays = (await refusals()).filter(({ by, refusal: { code } }) => {
    const { business = [], others = [1, 0] } = blocks.get(by) ?? {}
    const spans = isOfBusiness(code) ? business : [others]
    const number = isOfBusiness(code) ? code : code % 100
    return !spans.some(([first, last]) => first <= number && number <= last)
  })
  expect(strays.map(({ by, refusal }) => [by, refusal.code, refusal.text[1]])).toEqual([])
})

test('no two areas share a code', () => {
  const all = [...blocks.values()]
  for (const spans of [all.flatMap(({ business }) => business), all.map(({ others }) => others)]) {
    const sorted = spans.toSorted(([a], [b]) => a - b)
    expect(sorted.filter(([first, last]) => first > last)).toEqual([])
    expect(sorted.filter(([first], i) => first <= (sorted[i - 1]?.[1] ?? -1))).toEqual([])
  }
  // Where the business answers with status 200: what lies outside is of another class.
  expect(all.flatMap(({ business }) => business.flat()).filter((code) => !isOfBusiness(code))).toEqual([])
})

test('every refusal travels under a status that exists', async () => {
  const known = new Set([200, 400, 401, 403, 404, 405, 408, 409, 410, 413, 415, 417, 429, 431, 500, 503])
  const codes = (await refusals()).map(({ refusal }) => refusal.code)
  expect(codes.filter((code) => !known.has(httpStatus(code)))).toEqual([])
})

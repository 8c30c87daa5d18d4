import { expect, test } from 'vitest'
import { createReports, directiveOf } from './reports.ts'

const told = (directive: string) =>
  JSON.stringify({ 'csp-report': { 'effective-directive': directive, 'document-uri': 'x' } })

test('T45 a report is known by its directive, and nothing else of it is kept', () => {
  expect(directiveOf(told('style-src-elem'))).toBe('style-src-elem')
  expect(directiveOf(told('script-src https://evil.example'))).toBe('script-src')
  expect(directiveOf(told('made-up\n{"level":50}'))).toBe('other')
  expect(directiveOf(JSON.stringify({ 'csp-report': {} }))).toBe('other')
  for (const none of ['', '{', '[]', 'null', '{"csp-report":7}']) expect(directiveOf(none)).toBeUndefined()
})

test('T45 however many reports come, all are counted and each kind is written once an hour', () => {
  let now = 1_000_000
  const counted: string[] = []
  const written: string[] = []
  const take = createReports(
    () => now,
    (event) => counted.push(event),
    (directive) => written.push(directive),
  )
  for (let i = 0; i < 1_000; i++) take(told(`img-src`))
  for (let i = 0; i < 1_000; i++) take(told(`made-up-${i}`))
  take('no report')
  expect(counted).toHaveLength(2_000)
  expect(new Set(counted)).toEqual(new Set(['csp_img-src', 'csp_other']))
  expect(written).toEqual(['img-src', 'other'])
  now += 60 * 60_000
  take(told('img-src'))
  expect(written).toEqual(['img-src', 'other', 'img-src'])
})

import { expect, test } from 'vitest'
import { parseScan } from './barcode.ts'
import { linkText } from './digitalLink.ts'

test.each([
  ['https://id.gs1.org/01/09506000134352/10/ABC?17=271231', '(01)09506000134352(10)ABC(17)271231'],
  ['HTTPS://shop.example/some/way/01/9506000134352?linkType=x&3103=000195', '(01)09506000134352(3103)000195'],
  ['http://a.example/00/106141412345678908', '(00)106141412345678908'],
  ['https://a.example/01/09506000134352/21/A%2FB', '(01)09506000134352(21)A/B'],
  ['https://a.example/products/4711', undefined],
  ['https://a.example/01/09506000134352/10', undefined],
  ['https://a.example/01/09506000134352/10/%E0%A4%A', undefined],
  ['https://a.example/01/09506000134352/10/A(17)1', undefined],
  ['ftp://a.example/01/09506000134352', undefined],
])('%s', (link, text) => expect(linkText(link)).toBe(text))

test('a scanned link is its goods, its batch and its day', () => {
  const rules = { prefixes: [], scales: [], today: '2026-11-20' }
  const scan = parseScan('https://id.gs1.org/01/09506000134352/10/ABC?17=271231', rules)
  expect(scan).toMatchObject({ kind: 'GS1', gs1: { gtin: '09506000134352', batch: 'ABC', expireDate: '2027-12-31' } })
  expect(parseScan('https://id.gs1.org/01/09506000134353', rules)).toMatchObject({ kind: 'UNKNOWN' })
  expect(parseScan('https://a.example/products/4711', rules)).toMatchObject({ kind: 'UNKNOWN' })
})

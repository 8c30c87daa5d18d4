import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseQty } from '../kernel/qty.ts'
import { parseScan, type Scan, type ScanRules, scanTextMax } from './barcode.ts'
import { checkDigit } from './gs1.ts'

const rules: ScanRules = {
  prefixes: [
    { kind: 'BIN', prefix: 'B' },
    { kind: 'BILL', prefix: 'BC', length: 12 },
    { kind: 'CONTAINER', prefix: 'PL' },
    { kind: 'LABEL', prefix: 'L-', strip: true },
    { kind: 'TASK', prefix: 'T' },
    { kind: 'STAFF', prefix: 'U:', strip: true },
  ],
  scales: [{ pattern: '2P PPPPP WWWWW C' }],
  today: '2026-11-20',
}
const scaleLabel = `220012301234${checkDigit('220012301234')}`

test.each([
  ['B-01-02', { kind: 'BIN', code: 'B-01-02' }],
  ['BC2611200001', { kind: 'BILL', code: 'BC2611200001' }],
  ['BC26112000012', { kind: 'BIN' }],
  ['PL101', { kind: 'CONTAINER', code: 'PL101' }],
  ['L-77', { kind: 'LABEL', code: '77' }],
  ['T1', { kind: 'TASK' }],
  ['U:1001', { kind: 'STAFF', code: '1001' }],
  [' PL101\r\n', { kind: 'CONTAINER', text: 'PL101' }],
  ['4006381333931', { kind: 'PRODUCT', gtin: '04006381333931' }],
  ['73513537', { kind: 'PRODUCT', gtin: '00000073513537' }],
  ['036000291452', { kind: 'PRODUCT', gtin: '00036000291452' }],
  [']E04006381333931', { kind: 'PRODUCT', text: '4006381333931' }],
  ['106141412345678908', { kind: 'SSCC', sscc: '106141412345678908' }],
  ['00106141412345678908', { kind: 'SSCC', sscc: '106141412345678908' }],
  [']C100106141412345678908', { kind: 'SSCC', sscc: '106141412345678908' }],
  ['(00)106141412345678908', { kind: 'SSCC' }],
  [']C1010950600013435210AB', { kind: 'GS1', gs1: { gtin: '09506000134352', batch: 'AB' } }],
  [']d20109506000134352\x1d10AB', { kind: 'GS1', gs1: { batch: 'AB' } }],
  ['010950600013435217271110', { kind: 'GS1', gs1: { expireDate: '2027-11-10' } }],
  ['0109506000134352', { kind: 'GS1', gs1: { gtin: '09506000134352' } }],
  [scaleLabel, { kind: 'SCALE', label: { plu: '200123', weightKg: parseQty('1.234') } }],
])('%j is what it is', (text, scan) => expect(parseScan(text, rules)).toMatchObject(scan))

test.each([
  ['', '条码为空'],
  [']C1', '条码为空'],
  ['4006381333932', '条码[4006381333932]校验位错误'],
  ['6-own-code', '条码[6-own-code]无法识别'],
  ['B', '条码[B]无法识别'],
  [']C19912', '条码含未知的应用标识符：9912'],
])('%j is unknown, and says why', (text, reason) => {
  expect(parseScan(text, rules)).toMatchObject({ kind: 'UNKNOWN', reason: [reason, expect.any(String)] })
})

test.each(['(', '(01)', '\x1d', '9', 'B', ']C1', ' ', '10\x1d'])('a megabyte of %j is not even looked at', (unit) => {
  const scan = parseScan(unit.repeat(1_000_000), rules)
  expect(scan).toMatchObject({ kind: 'UNKNOWN', reason: ['条码过长', expect.any(String)] })
  expect(scan.text).toHaveLength(scanTextMax)
})

/** What a scan carries beside its kind and its text. */
const told: Readonly<Record<Scan['kind'], string>> = {
  BIN: 'code',
  CONTAINER: 'code',
  LABEL: 'code',
  TASK: 'code',
  BILL: 'code',
  STAFF: 'code',
  PRODUCT: 'gtin',
  SSCC: 'sscc',
  GS1: 'gs1',
  SCALE: 'label',
  UNKNOWN: 'reason',
}

test('whatever comes in, one kind comes out, with what belongs to it and nothing else', () => {
  const piece = fc.constantFrom(']C1', '(', ')', '(01)', '\x1d', '09506000134352', '00', 'B', 'BC', '2', 'é', ' ')
  const whole = fc.constantFrom(
    '4006381333931',
    scaleLabel,
    '106141412345678908',
    'T1',
    'U:1',
    'L-7',
    'PL1',
    'BC2611200001',
  )
  const text = fc.oneof(
    whole,
    fc.string({ unit: 'binary', maxLength: scanTextMax }),
    fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join('')),
  )
  const kinds = new Set<string>()
  fc.assert(
    fc.property(text, (raw) => {
      const scan = parseScan(raw, rules)
      kinds.add(scan.kind)
      const names = ['kind', 'text', told[scan.kind]].toSorted()
      return Object.keys(scan).toSorted().join() === names.join() && raw.slice(0, scanTextMax).includes(scan.text)
    }),
    { seed: 20261120, numRuns: 500 },
  )
  expect([...kinds].toSorted()).toEqual(Object.keys(told).toSorted())
})

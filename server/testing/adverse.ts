import { parseCaseText } from '@lading/contract/kernel/caseText.ts'
import { kinds } from '@lading/contract/kernel/field.ts'
import { normaliseQtyText, parseQty } from '@lading/contract/kernel/qty.ts'
import { valueSchema } from '@lading/contract/kernel/schema.ts'
import { parseScan } from '@lading/contract/mdm/barcode.ts'
import { parseGs1 } from '@lading/contract/mdm/gs1.ts'
import { parseScaleBarcode } from '@lading/contract/mdm/scaleBarcode.ts'
import { parseJson } from '../kernel/http/input.ts'
import { disposition } from '../kernel/http/pipeline.ts'

const pack = { qpc: 24_000n, mid: 6_000n }
const scan = { prefixes: [], scalePatterns: [{ pattern: '2PPPPPWWWWWWC' }], today: '2026-11-20' }
/** Everything that reads what a person, a scanner or a partner wrote. */
export const parsers: Readonly<Record<string, (text: string) => unknown>> = {
  parseQty,
  normaliseQtyText,
  parseCaseText: (text) => parseCaseText(text, pack),
  parseGs1: (text) => parseGs1(text, '2026-11-20'),
  parseScan: (text) => parseScan(text, scan as never),
  parseScaleBarcode: (text) => parseScaleBarcode(text, [{ pattern: '2PPPPPWWWWWWC' }]),
  parseJson,
  disposition,
  ...Object.fromEntries(
    kinds.map((kind) => [
      `field ${kind}`,
      (text: string) =>
        valueSchema({ kind, title: ['', ''], required: true, choices: { A: ['', ''] } }).safeParse(text),
    ]),
  ),
}
const size = 1_000_000
/** Texts on which a parser that goes back over its input takes minutes. */
export const adverse: readonly string[] = [
  'a'.repeat(size),
  '1'.repeat(size),
  `${'1'.repeat(size)}!`,
  '0'.repeat(size),
  `1.${'0'.repeat(size)}x`,
  ' '.repeat(size),
  `${' '.repeat(size)}x`,
  '('.repeat(size),
  '(01)'.repeat(size / 4),
  '01'.repeat(size / 2),
  '\x1d'.repeat(size),
  `]C1${'10ABC\x1d'.repeat(size / 6)}`,
  '+'.repeat(size),
  '1+'.repeat(size / 2),
  '1*'.repeat(size / 2),
  '"'.repeat(size),
  '\\'.repeat(size),
  `"${'\\u0000'.repeat(size / 6)}"`,
  '['.repeat(size),
  '{"a":'.repeat(size / 5),
  '😀'.repeat(size / 2),
  '\ud800'.repeat(size),
  '٣'.repeat(size),
  `${'2026-11-20T00:00:00'.repeat(size / 20)}Z`,
]

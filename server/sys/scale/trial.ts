import { refuse } from '@lading/contract/kernel/fault.ts'
import { formatQty } from '@lading/contract/kernel/qty.ts'
import { type Language, say } from '@lading/contract/kernel/text.ts'
import { type collectionCalls, collectionFaults } from '@lading/contract/sys/collectionCalls.ts'
import { scaleUnits } from '@lading/contract/sys/scale.ts'
import type { z } from 'zod'
import type { Listening } from './keeper.ts'
import { lineReader, otherLine } from './protocol.ts'

type Tried = z.output<typeof collectionCalls.test.output>

const texts = {
  weight: ['重量', 'Weight'],
  kind: ['毛重或净重', 'Gross or net'],
  stable: ['稳定', 'Stable'],
  gross: ['毛重', 'Gross'],
  net: ['净重', 'Net'],
  yes: ['是', 'Yes'],
  no: ['否', 'No'],
  unsaid: ['行内没有标志', 'The line does not say'],
  over: ['超载', 'Overloaded'],
  unreadable: ['无法识别', 'It cannot be read'],
  other: ['不是重量', 'It tells no weight'],
} as const

/** Bytes that nobody can type are written as `\x02`. */
const bytesOf = (sample: string): Buffer =>
  Buffer.from(
    sample.replace(/\\x([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )

/** What each line of a sample would be read as; of the first one all that it tells. */
export function tryLines(scale: Listening, sample: string | undefined, language: Language): Tried {
  if (sample === undefined) return refuse(collectionFaults.notPulled)
  const read = lineReader(scale)
  const lines = sample
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .slice(0, 20)
  const told = lines.map((line) => read(bytesOf(line)))
  const errors = told.flatMap((weight, i) =>
    weight === undefined ? [{ record: i + 1, message: say(texts.unreadable, language) }] : [],
  )
  const first = told.find((weight) => weight !== undefined)
  const row = (target: string, title: readonly [string, string], value: string) => ({
    target,
    title: say(title, language),
    value,
  })
  const mapped =
    first === undefined
      ? []
      : first === otherLine
        ? [row('kg', texts.weight, say(texts.other, language))]
        : [
            row(
              'kg',
              texts.weight,
              first.kg === null ? say(texts.over, language) : `${formatQty(first.kg)} ${say(scaleUnits.kg, language)}`,
            ),
            row('isNet', texts.kind, say(first.isNet ? texts.net : texts.gross, language)),
            row(
              'isStable',
              texts.stable,
              say(first.isStable === null ? texts.unsaid : first.isStable ? texts.yes : texts.no, language),
            ),
          ]
  return { sample: lines[0] ?? '', count: lines.length, mapped, lines: [], errors }
}

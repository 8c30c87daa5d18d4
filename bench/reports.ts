import { reportTemplate } from '@lading/contract/sys/reportTemplate.ts'
import type { SetData } from '@lading/server/platform/report/grid/data.ts'
import { laidOf } from '@lading/server/platform/report/out/laid.ts'
import { xlsxOf } from '@lading/server/platform/report/out/xlsx.ts'
import { writeXlsx } from 'hucre/xlsx'

/** `npm run bench:reports`: what drawing costs beside the same rows written plainly, as ratios of medians in one run. */

const tries = 5
const fields = (n: number) => Array.from({ length: n }, (_, i) => `f${i}`)

/** So many rows and columns; the first three repeat in runs, so that their equal cells are merged. */
function setOf(rows: number, columns: number): SetData {
  const names = fields(columns)
  const values = names.map((_, c) =>
    Array.from({ length: rows }, (_, r) =>
      c < 3 ? `组${Math.floor(r / (5 * 4 ** (2 - c)))}` : `${(r * 7 + c) % 1000}.5`,
    ),
  )
  return {
    size: rows,
    columns: Object.fromEntries(names.map((n, c) => [n, values[c] ?? []])),
    numeric: new Set(names.slice(3)),
    ratios: {},
  }
}

const letter = (c: number): string => (c < 26 ? String.fromCharCode(65 + c) : `A${String.fromCharCode(65 + c - 26)}`)
function listOf(columns: number) {
  const cells = Object.fromEntries(
    fields(columns).flatMap((field, c) => [
      [`${letter(c)}1`, { v: field, style: { bold: true } }],
      [
        `${letter(c)}2`,
        {
          bind: { set: 'd', field, take: 'LIST' },
          // The last column is where rows come from.
          ...(c === 0 && { expand: 'DOWN' }),
          ...(c < 3 && { mergeEqual: true }),
          style: { border: 'all' },
        },
      ],
    ]),
  )
  const sheet = { name: 'S', cols: fields(columns).map(() => 80), rows: [24, 24], cells, page: { head: [1, 1] } }
  return reportTemplate.parse({ v: 1, sheets: [sheet], sets: {}, params: [] })
}

const median = (all: number[]): number => all.sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0
async function timed(work: () => Promise<unknown>): Promise<number> {
  const all: number[] = []
  for (let i = 0; i < tries; i++) {
    const from = performance.now()
    await work()
    all.push(performance.now() - from)
  }
  return median(all)
}

async function compare(title: string, rows: number, columns: number): Promise<void> {
  const set = setOf(rows, columns)
  const template = listOf(columns)
  const job = {
    ...{
      template,
      sets: { d: set },
      told: { params: {}, today: '2026-11-29' },
      limits: { rows: 60_000, cells: 3_000_000 },
    },
    ...{ head: { title, asOf: '', asked: [] }, words: ['是', '否'] as const },
  }
  const plain = () => {
    const lines = Array.from({ length: rows }, (_, r) =>
      fields(columns).map((f, c) => (c < 3 ? (set.columns[f]?.[r] ?? null) : Number(set.columns[f]?.[r]))),
    )
    return writeXlsx({ sheets: [{ name: 'S', rows: [fields(columns), ...lines] }], stringMode: 'inline' })
  }
  const written = await timed(plain)
  const laid = await timed(async () => laidOf(job))
  const drawn = await timed(() => xlsxOf(laidOf(job), template.sheets))
  console.log(
    `${title}: ${rows} × ${columns}: written plainly ${written.toFixed(0)} ms; laid out ${(laid / written).toFixed(2)} ×, laid out and written ${(drawn / written).toFixed(2)} ×`,
  )
}

await compare('merge-heavy', 8_500, 33)
await compare('long list', 50_000, 10)

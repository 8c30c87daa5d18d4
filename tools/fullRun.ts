/** Which piece of the full run was proven when, and what it took: `fullRun.json`, and as a table `docs/full-run.md`. */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readBase } from './base.ts'
import { type Kind, kinds, type Piece } from './pieces.ts'
import { failures, took } from './runner.ts'

const file = join(import.meta.dirname, 'fullRun.json')
const table = join(import.meta.dirname, '..', 'docs', 'full-run.md')
/** A share takes no longer on two free cores. */
const shareSeconds = 27 * 60
/** What was proven so many landings ago counts no more. */
const landingsMax = 10

/** What it took in seconds, at which landing and commit it was proven last; never: landing 0. */
type Proven = readonly [seconds: number, landing: number, commit: string]
export type Proofs = Readonly<Record<string, Proven>>

const keyOf = ({ kind, of }: Piece): string => `${kind}: ${of}`
// The shape is what `note` writes.
const read = (): Proofs => JSON.parse(readFileSync(file, 'utf8')) as Proofs

/** Of what has never been run: generous, so that a share does not grow beyond its time. */
const guesses: Readonly<Record<Kind, number>> = {
  check: 200,
  PGlite: 30,
  PostgreSQL: 20,
  'real day': 1_200,
  browser: 40,
  walk: 300,
  press: 20,
}
/** Two workers share files and pages; the others have both cores. */
const wallOf = (piece: Piece, record: Proofs): number =>
  (record[keyOf(piece)]?.[0] ?? guesses[piece.kind]) / (['check', 'real day'].includes(piece.kind) ? 1 : 2)

/**
 * A share of the full run.
 * @param share `next`: what was proven longest ago, as much as half an hour takes; `2/9`: the second of nine, which
 * together are everything and take about as long each
 */
export function shardOf(pieces: readonly Piece[], share: string, record: Proofs = read()): readonly Piece[] {
  if (share === 'next') return longestAgo(pieces, record)
  const [, i, n] = /^(\d+)\/(\d+)$/.exec(share)?.map(Number) ?? []
  if (i === undefined || n === undefined || i < 1 || i > n) throw new Error(`--shard ${share}: next, or i/n`)
  const shares = Array.from({ length: n }, () => ({ seconds: 0, pieces: [] as Piece[] }))
  for (const piece of pieces.toSorted((a, b) => wallOf(b, record) - wallOf(a, record) || order(a, b))) {
    const least = shares.reduce((x, y) => (y.seconds < x.seconds ? y : x))
    least.seconds += wallOf(piece, record)
    least.pieces.push(piece)
  }
  return shares[i - 1]?.pieces ?? []
}
const order = (a: Piece, b: Piece): number => (keyOf(a) < keyOf(b) ? -1 : 1)

function longestAgo(pieces: readonly Piece[], record: Proofs): readonly Piece[] {
  const since = (piece: Piece): number => record[keyOf(piece)]?.[1] ?? 0
  let seconds = 0
  return pieces
    .toSorted((a, b) => since(a) - since(b) || order(a, b))
    .filter((piece, i) => {
      if (i > 0 && seconds + wallOf(piece, record) > shareSeconds) return false
      seconds += wallOf(piece, record)
      return true
    })
}

/** What no share of the last landings has proven. */
export function lacking(
  pieces: readonly Piece[],
  record: Proofs = read(),
  landing = readBase().landing,
): readonly string[] {
  return pieces.flatMap((piece) => {
    const [, at = 0] = record[keyOf(piece)] ?? []
    if (at > 0 && landing - at <= landingsMax) return []
    return [`${keyOf(piece)}: ${at === 0 ? 'never' : `${landing - at} landings ago`}`]
  })
}

/** How long a piece took that passed; undefined when it did not, or did not run. */
function passed({ kind, of }: Piece): number | undefined {
  const steps = kind === 'check' ? ['types', 'lint', 'unit'] : kind === 'real day' ? [kind] : []
  const isOwn = (key: string): boolean =>
    kind === 'press'
      ? key.startsWith(`press: ${of}: `)
      : steps.length > 0
        ? steps.includes(key)
        : key === `${kind}: ${of}`
  const own = [...took].filter(([key]) => isOwn(key))
  if (own.length < Math.max(1, steps.length) || failures.some(isOwn)) return undefined
  return own.reduce((seconds, [, one]) => seconds + one, 0)
}

const minutes = (seconds: number): string => (seconds / 60).toFixed(0)

/** What each share has proven that counts still, the newest first. */
function tableOf(proofs: Proofs): string {
  const shares = Map.groupBy(
    Object.entries(proofs).filter(([, [, landing]]) => landing > 0),
    ([, [, landing, commit]]) => `${landing} | ${commit}`,
  )
  const rows = [...shares]
    .sort(([a], [b]) => b.localeCompare(a, 'en', { numeric: true }))
    .map(([share, all]) => {
      const seconds = all.reduce((sum, [, [one]]) => sum + one, 0)
      const counts = Map.groupBy(all, ([key]) => kinds.find((kind) => key.startsWith(`${kind}: `)) ?? '')
      const what = [...counts].map(([kind, { length }]) => `${length} ${kind}`).join(', ')
      return `| ${share} | ${what} | ${minutes(seconds)} |\n`
    })
  return `# What the full run has proven, and when

Written by \`npm run test:full\`; which piece was proven by which run stands in \`tools/fullRun.json\`, and
\`npm run test:full -- --sum\` names what no run of the last ${landingsMax} landings has proven.

| Landing | Commit | Pieces that count still | Minutes of one worker |
| --- | --- | --- | --- |
${rows.join('')}`
}

/** Writes down what a share has proven. */
export function note(pieces: readonly Piece[]): void {
  const commit = execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], { encoding: 'utf8' }).trim()
  const proven = pieces.flatMap((piece): [string, Proven][] => {
    const seconds = passed(piece)
    return seconds === undefined ? [] : [[keyOf(piece), [Math.ceil(seconds), readBase().landing, commit]]]
  })
  const all = Object.entries({ ...read(), ...Object.fromEntries(proven) }).sort(([a], [b]) => (a < b ? -1 : 1))
  const lines = all.map(([key, value]) => `  ${JSON.stringify(key)}: ${JSON.stringify(value)}`)
  writeFileSync(file, `{\n${lines.join(',\n')}\n}\n`)
  writeFileSync(table, tableOf(Object.fromEntries(all)))
}

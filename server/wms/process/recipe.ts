import { ceilTo, floorTo, mulRatio, parseQty, type Qty, qtyScale } from '@lading/contract/kernel/qty.ts'
import type { bomKinds, lotRules } from '@lading/contract/wms/bom.ts'

/** What a recipe is of. */
export interface Recipe {
  readonly kind: keyof typeof bomKinds
  readonly productId: string
  readonly qpcId: string | null
  readonly isWeigh: boolean
  /** So much is made of, or comes apart into, the quantities of its parts. */
  readonly outputQty: string
  readonly parts: readonly Part[]
}
export interface Part {
  readonly id: string
  readonly productId: string
  readonly qpcId: string | null
  readonly isWeigh: boolean
  readonly qty: string
  readonly lossPct: string | null
  readonly lotRule: keyof typeof lotRules
  readonly leastDays: number | null
}
export interface Exploded {
  readonly role: 'IN' | 'OUT'
  readonly productId: string
  readonly qpcId: string | null
  readonly bomLineId: string | null
  /** What is to be fetched, losses with it, or should come out. */
  readonly qty: Qty
}

/** Goods that are not weighed come in whole pieces: what goes in is rounded up, what comes out down. */
const inPieces = (qty: Qty, isWeigh: boolean, how: 'UP' | 'DOWN'): Qty =>
  isWeigh ? qty : how === 'UP' ? ceilTo(qty, qtyScale) : floorTo(qty, qtyScale)

/** What the recipe says of a part for so many of what it is of, without losses. */
export function baseOf(r: Recipe, part: Part, qty: Qty): Qty {
  const how = r.kind === 'DISASSEMBLY' ? 'DOWN' : 'UP'
  return inPieces(mulRatio(parseQty(part.qty), qty, parseQty(r.outputQty), how), part.isWeigh, how)
}

const hundred = 100n * qtyScale
const lossOf = ({ lossPct }: Part): Qty => parseQty(lossPct ?? '0')

/** The recipe for so many: what goes in, with its losses, then what comes out. */
export function explode(r: Recipe, qty: Qty): readonly Exploded[] {
  const own = { productId: r.productId, qpcId: r.qpcId, bomLineId: null, qty }
  const apart = r.kind === 'DISASSEMBLY'
  const parts = r.parts.map((part): Exploded => {
    const base = baseOf(r, part, qty)
    const { id: bomLineId, productId, qpcId } = part
    const goods = { productId, qpcId, bomLineId }
    return apart
      ? { role: 'OUT', ...goods, qty: base }
      : {
          role: 'IN',
          ...goods,
          qty: inPieces(mulRatio(base, hundred + lossOf(part), hundred, 'UP'), part.isWeigh, 'UP'),
        }
  })
  return apart ? [{ role: 'IN', ...own }, ...parts] : [...parts, { role: 'OUT', ...own }]
}

/** How a quantity differs from the recipe. */
export interface Deviation {
  /** Beyond what its part may lose; `MORE` also of what came out, which no recipe explains. */
  readonly is: 'FINE' | 'MORE' | 'LESS'
  /** In per cent of what the recipe says, two digits; what is lost is more than zero. */
  readonly pct: string
}

/** How what really went in, or came out, differs from the recipe for what is done. */
export function deviationOf(r: Recipe, part: Part, done: Qty, real: Qty): Deviation {
  const apart = r.kind === 'DISASSEMBLY'
  const base = baseOf(r, part, done)
  const most = apart ? base : inPieces(mulRatio(base, hundred + lossOf(part), hundred, 'UP'), part.isWeigh, 'UP')
  const least = inPieces(mulRatio(base, hundred - lossOf(part), hundred, 'DOWN'), part.isWeigh, 'DOWN')
  const lost = apart ? base - real : real - base
  const pct = base === 0n ? '0' : pctText((lost * 10_000n) / base)
  return { is: real > most ? 'MORE' : real < least ? 'LESS' : 'FINE', pct }
}
const pctText = (hundredths: bigint): string => {
  const [sign, n] = hundredths < 0n ? ['-', -hundredths] : ['', hundredths]
  return `${sign}${n / 100n}.${(n % 100n).toString().padStart(2, '0')}`
}

/** The way back to where it begins, if products lead in a circle: each to what it is made of. */
export function circleFrom(
  start: string,
  madeOf: ReadonlyMap<string, readonly string[]>,
): readonly string[] | undefined {
  const seen = new Set<string>()
  const stack: (readonly string[])[] = [[start]]
  for (let path = stack.pop(); path; path = stack.pop()) {
    for (const next of madeOf.get(path.at(-1) ?? '') ?? []) {
      if (next === start) return [...path, next]
      if (seen.has(next)) continue
      seen.add(next)
      stack.push([...path, next])
    }
  }
  return undefined
}

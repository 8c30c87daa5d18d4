import { floorTo, maxQty, type Qty } from '@lading/contract/kernel/qty.ts'
import { replenish } from './replenish.ts'
import type { WaveFace } from './wave.ts'

/** What is expected to go out of a product: whole cases, and pieces beside them. */
export interface Outflow {
  readonly cases: Qty
  readonly pieces: Qty
}
/** A quantity as whole cases and the pieces that are left. */
export function outflowOf(qty: Qty, qpc: Qty): Outflow {
  const cases = floorTo(qty, qpc)
  return { cases, pieces: qty - cases }
}

export interface Suggestion {
  readonly face: WaveFace
  readonly demand: Qty
  readonly qty: Qty
}

/** What is free at a face, or will be, for orders to come. */
const freeAt = ({ onHand, incoming, reserved, waiting }: WaveFace): Qty =>
  maxQty(0n, onHand + incoming - reserved - waiting)

/**
 * What faces of one product will lack. Cases go out of the first face for cases, pieces of the first for pieces, and all of
 * the only one. Brought is whole cases, and no more than the face takes. Source: wms.md 7.7.
 */
export function suggest(faces: readonly WaveFace[], outflow: Outflow): Suggestion[] {
  const of = (kind: 'CASE' | 'SPLIT') => faces.find((f) => f.pickType === kind || f.pickType === 'BOTH')
  const [forCases, forPieces] = [of('CASE') ?? of('SPLIT'), of('SPLIT') ?? of('CASE')]
  return faces.flatMap((face) => {
    const demand = (face === forCases ? outflow.cases : 0n) + (face === forPieces ? outflow.pieces : 0n)
    const need = maxQty(0n, demand - freeAt(face))
    if (need === 0n) return []
    return [{ face, demand, qty: replenish('ENOUGHOUT', { ...face, need }).qty }]
  })
}

/** What faces lack of their most that hold less than their least; their demand is what brings them there. */
export const suggestLevels = (faces: readonly WaveFace[]): Suggestion[] =>
  faces.flatMap((face) => {
    const { qty } = replenish('HIGHLOW', { ...face, need: 0n, reserved: face.reserved + face.waiting })
    return qty > 0n ? [{ face, demand: face.max ?? face.capacity ?? 0n, qty }] : []
  })

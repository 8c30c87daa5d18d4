import { refuse } from '@lading/contract/kernel/fault.ts'
import { parseQty, type Qty } from '@lading/contract/kernel/qty.ts'
import { pickContainerFaults } from '@lading/contract/wms/pickContainerCalls.ts'
import { casesOf } from '../label/make.ts'
import { grams, millilitres } from '../masters/facts.ts'
import { type ContainerRoom, containerise, type Packable } from '../strategy/containerise.ts'

/** A line of a pick, as far as the room that it takes goes. */
export interface PlannedLine {
  readonly id: string
  readonly productCode: string
  readonly rest: string
  readonly qpc: string
  readonly volumeM3: string | null
  readonly weightKg: string | null
}
/** What one container of a type takes. */
export interface TypeRoom {
  readonly name: string
  readonly volumeM3: string | null
  readonly maxWeightKg: string | null
  readonly maxFillPct: number
}
/** What is to come into one container. */
export interface PlannedBox {
  /** How much of which line, in the order of the pick. */
  readonly parts: readonly { readonly lineId: string; readonly qty: Qty }[]
  readonly volumeMl: Qty
  readonly weightGram: Qty
}
/** So many pieces of one line are put into containers one by one. */
const partsMax = 20_000n
type Part = Packable & { readonly line: PlannedLine; readonly qty: Qty }

/**
 * The containers that a pick fills: its cases, the largest first, each into the first container that takes it. A case that
 * none takes is opened. There is one at least: goods whose sizes nobody knows take no room.
 * @throws Fault noVolume, tooLarge
 */
export function planBoxes(lines: readonly PlannedLine[], type: TypeRoom): readonly PlannedBox[] {
  const room = roomOf(type)
  const parts: Part[] = []
  for (const line of lines)
    for (const part of partsOf(line, room, type.name)) parts.push({ ...part, id: String(parts.length + 1) })
  const byId = new Map(parts.map((p) => [p.id, p]))
  const { containers } = containerise(parts, room)
  const boxes = containers.map((ids) => {
    const inside = ids.flatMap((id) => byId.get(id) ?? [])
    return {
      parts: lines.flatMap(({ id }) => {
        const qty = inside.reduce((sum, p) => (p.line.id === id ? sum + p.qty : sum), 0n)
        return qty > 0n ? [{ lineId: id, qty }] : []
      }),
      volumeMl: inside.reduce((sum, p) => sum + p.volumeMl, 0n),
      weightGram: inside.reduce((sum, p) => sum + p.weightGram, 0n),
    }
  })
  return boxes.length > 0 ? boxes : [{ parts: [], volumeMl: 0n, weightGram: 0n }]
}

function roomOf({ name, volumeM3, maxWeightKg, maxFillPct }: TypeRoom): ContainerRoom {
  if (volumeM3 === null || Number(volumeM3) === 0) return refuse(pickContainerFaults.noVolume, { type: name })
  return {
    volumeMl: millilitres(volumeM3),
    weightGram: maxWeightKg === null ? null : grams(maxWeightKg),
    maxFillPercent: maxFillPct,
  }
}

/** A line as what goes into a container together: its cases, or its pieces where no case fits. */
function partsOf(line: PlannedLine, room: ContainerRoom, type: string): Omit<Part, 'id'>[] {
  const [rest, qpc] = [parseQty(line.rest), parseQty(line.qpc)]
  const sized = (qty: Qty): Omit<Part, 'id'> => ({
    line,
    qty,
    volumeMl: (qty * millilitres(line.volumeM3)) / 1000n,
    weightGram: (qty * grams(line.weightKg)) / 1000n,
  })
  const fits = (part: Omit<Part, 'id'>): boolean => containerise([{ ...part, id: '1' }], room).oversize.length === 0
  const cases = casesOf(rest, qpc).map(sized)
  if (cases.every(fits)) return cases
  if (rest / 1000n > partsMax) return refuse(pickContainerFaults.tooLarge, { code: line.productCode, type })
  const pieces = casesOf(rest, 1000n).map(sized)
  return pieces.every(fits) ? pieces : refuse(pickContainerFaults.tooLarge, { code: line.productCode, type })
}

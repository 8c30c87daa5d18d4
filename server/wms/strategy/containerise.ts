import { assert } from '@lading/contract/kernel/fault.ts'
import { mulRatio, type Qty } from '@lading/contract/kernel/qty.ts'
import { byId } from './byId.ts'

/** Something that goes into one container as a whole, such as a pick line. */
export type Packable = { readonly id: string; readonly volumeMl: Qty; readonly weightGram: Qty }

/** What one container takes; null for no limit. `maxFillPercent` is the share of the volume that may be used. */
export type ContainerRoom = {
  readonly volumeMl: Qty
  readonly weightGram: Qty | null
  readonly maxFillPercent: number
}

/** Ids per container in the order of packing; `oversize` fit no container even alone. */
export type Containerised = {
  readonly containers: readonly (readonly string[])[]
  readonly oversize: readonly string[]
}

type Open = { volumeMl: Qty; weightGram: Qty; readonly ids: string[] }

/**
 * First-fit decreasing by volume: large things first, each into the first container that still takes it.
 * Never more than 11/9 of the fewest containers plus one. Source: wms.md 7.4 step 6; ties go by id.
 */
export function containerise(items: readonly Packable[], room: ContainerRoom): Containerised {
  assert(Number.isInteger(room.maxFillPercent) && room.maxFillPercent > 0, 'the fill is a whole, positive percentage')
  const usableMl = mulRatio(room.volumeMl, BigInt(room.maxFillPercent), 100n, 'DOWN')
  const fits = (volumeMl: Qty, weightGram: Qty) =>
    volumeMl <= usableMl && (room.weightGram === null || weightGram <= room.weightGram)
  const containers: Open[] = []
  const oversize: string[] = []
  for (const item of [...items].sort(byVolumeDown)) {
    const open = containers.find((used) => fits(used.volumeMl + item.volumeMl, used.weightGram + item.weightGram))
    if (open) {
      open.volumeMl += item.volumeMl
      open.weightGram += item.weightGram
      open.ids.push(item.id)
    } else if (fits(item.volumeMl, item.weightGram)) {
      containers.push({ volumeMl: item.volumeMl, weightGram: item.weightGram, ids: [item.id] })
    } else oversize.push(item.id)
  }
  return { containers: containers.map(({ ids }) => ids), oversize }
}

function byVolumeDown(a: Packable, b: Packable): number {
  if (a.volumeMl !== b.volumeMl) return a.volumeMl > b.volumeMl ? -1 : 1
  return byId(a.id, b.id)
}

import { highestNode, keyCode, missingIn, qtyIn, shownIn, sub, told } from './ablepickWords.ts'
import type { ReadFrame } from './ccb.ts'
import type { DeviceEvent, DeviceKind, LightKey } from './driver.ts'

/** A tag did not take the last command: its key was held, or it had not been asked yet for what it has to tell. */
export type Refused = 'LOCKED' | 'BUSY'

const faults: Readonly<Record<number, DeviceKind>> = {
  [sub.timeout]: 'NO_RESPONSE',
  [sub.malfunction]: 'MALFUNCTION',
  [sub.illegal]: 'ILLEGAL',
  [sub.resetDone]: 'RESET',
  [sub.resetDoneOld]: 'RESET',
}
const presses: Readonly<Record<number, DeviceKind>> = {
  [sub.confirm]: 'CONFIRM',
  [sub.confirmCycled]: 'CONFIRM',
  [sub.short]: 'SHORT',
}
const keys: Readonly<Record<number, { readonly key: LightKey; readonly long?: true }>> = {
  [keyCode.confirm]: { key: 'CONFIRM' },
  [keyCode.short]: { key: 'SHORT' },
  [keyCode.up]: { key: 'FN' },
  // These tags tell nothing of a long press: up and confirm together stand for it.
  [keyCode.upAndConfirm]: { key: 'FN', long: true },
}

/**
 * What a frame from a controller means.
 * @param maxNode the highest node that the controller asks on that bus
 * @returns undefined for what means nothing to the owner of lights
 */
export function eventOf(frame: ReadFrame, maxNode: number): DeviceEvent | Refused | undefined {
  const { bus, sub: command, data, raw } = frame
  const node = frame.node <= highestNode ? frame.node : 0
  const fault = faults[command]
  if (fault) return { kind: fault, bus, node, raw }
  const press = presses[command]
  const qty = qtyIn(data)
  if (press) return { kind: press, bus, node, raw, ...(qty !== undefined && { qty }) }
  if (command === sub.locked) return 'LOCKED'
  // Counting of stock: nobody here asks for it, so it confirms nothing.
  if (command === sub.stockCount)
    return { kind: 'KEY', bus, node, raw, code: `COUNT ${shownIn(data)}`, ...(qty !== undefined && { qty }) }
  if (command === sub.status) return { kind: 'STATUS', bus, node: 0, missing: missingIn(data, maxNode), raw }
  return command === sub.special ? specialOf(frame, node) : undefined
}

function specialOf({ bus, data, raw }: ReadFrame, node: number): DeviceEvent | Refused | undefined {
  const [type, value = 0] = data
  if (type === told.busy) return 'BUSY'
  const code = value.toString(16).toUpperCase().padStart(2, '0')
  if (type === told.key) return { kind: 'KEY', bus, node, raw, code, ...keys[value] }
  if (type === told.functionKey || type === told.darkKey) return { kind: 'KEY', bus, node, raw, code, key: 'FN' }
  return undefined
}

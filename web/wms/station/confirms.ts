import { confirmLine } from '@lading/contract/wms/taskCalls.ts'
import { outbox } from '../../platform/station/outbox.ts'

/** Confirms of all stations, one after the other. */
export const confirms = outbox(confirmLine)

const deviceKey = 'lading.device'
/** What this handheld is called in the task's log, for as long as its browser keeps it. */
export function deviceName(): string {
  const known = localStorage.getItem(deviceKey)
  if (known) return known
  const made = `HH-${Math.floor(Math.random() * 36 ** 4)
    .toString(36)
    .toUpperCase()
    .padStart(4, '0')}`
  localStorage.setItem(deviceKey, made)
  return made
}

import { areas } from './areas.ts'
import { touchedBy } from './kernel/touches.ts'

/** By what news are told of: all that is to be read again with it, in every area. */
export const touches = touchedBy(areas.flatMap((a) => a.touches ?? []))

import { areas } from './areas.ts'
import type { Options } from './kernel/optionDef.ts'

const all = areas.flatMap((area) => area.options ?? [])

/** What may be set, of every area. */
export const options: Options = {
  groups: Object.assign({}, ...all.map(({ groups }) => groups)),
  defs: Object.assign({}, ...all.map(({ defs }) => defs)),
}

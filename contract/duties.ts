import { areas } from './areas.ts'
import type { Duty } from './kernel/duty.ts'

/** Every pair of permissions that one person had better not hold both. */
export const duties: readonly Duty[] = areas.flatMap((area) => area.duties ?? [])

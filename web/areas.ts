import { dps } from './dps/manifest.ts'
import type { Manifest } from './kernel/manifest.ts'
import { saas } from './saas/manifest.ts'
import { sys } from './sys/manifest.ts'
import { tms } from './tms/manifest.ts'
import { wms } from './wms/manifest.ts'

/** The areas that show something in their own way. */
export const areas: readonly Manifest[] = [sys, tms, wms, dps, saas]

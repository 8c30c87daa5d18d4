import { dps } from './dps/manifest.ts'
import type { Manifest } from './kernel/manifest.ts'
import { mdm } from './mdm/manifest.ts'
import { saas } from './saas/manifest.ts'
import { sys } from './sys/manifest.ts'
import { tms } from './tms/manifest.ts'
import { wms } from './wms/manifest.ts'

/** The areas that are open. */
export const areas: readonly Manifest[] = [sys, mdm, wms, tms, dps, saas]

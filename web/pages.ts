import type { Manifest } from './kernel/manifest.ts'
import type { Pages } from './kernel/page.ts'
import { sys } from './sys/manifest.ts'
import { wms } from './wms/manifest.ts'

/** The areas that are open. */
export const areas: readonly Manifest[] = [sys, wms]

/** The pages of the product by menu entry. */
export const pages: Pages = Object.fromEntries(areas.flatMap((area) => Object.entries(area.pages)))

/** What choosers offer, where that is not everything in use. */
export const offers = Object.fromEntries(areas.flatMap((area) => Object.entries(area.offers ?? {})))

import { areas } from './areas.ts'
import type { Pages } from './kernel/page.ts'
import { plain } from './plain.ts'

/** The pages of the product by menu entry: what its declaration says, or what its area has in its place. */
export const pages: Pages = { ...plain, ...Object.fromEntries(areas.flatMap((area) => Object.entries(area.pages))) }

/** What choosers offer, where that is not everything in use. */
export const offers = Object.fromEntries(areas.flatMap((area) => Object.entries(area.offers ?? {})))

import { plainOnes } from '@lading/contract/plain.ts'
import { areas } from './areas.ts'
import type { Pages } from './kernel/page.ts'
import { plainPages } from './platform/plainPages.ts'

/**
 * Pages that follow from a declaration alone. The build puts others in place of this file, each with its declaration yet to
 * be fetched.
 */
export const plain: Pages = Object.fromEntries(
  plainOnes(new Set(areas.flatMap((area) => Object.keys(area.pages)))).map(([entry, of]) => [entry, plainPages(of)]),
)

import type { Manifest } from '../kernel/manifest.ts'
import { mdmDuties } from './duties.ts'
import { mdmOptions } from './options.ts'
import { packChange } from './packChange.ts'
import { product, qpc } from './product.ts'
import { mdmTouches } from './touches.ts'

/** 主数据: what goods are. */
export const mdm: Manifest = {
  area: 'mdm',
  codes: {
    business: [
      [42600, 42609],
      [42640, 42649],
      [43500, 43549],
    ],
    others: [50, 54],
  },
  nouns: [product, qpc],
  kept: [packChange.header],
  numbered: [{ kind: packChange.prefix, title: packChange.header.title }],
  options: mdmOptions,
  duties: mdmDuties,
  touches: mdmTouches,
}

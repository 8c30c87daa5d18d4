import type { Touches } from '../kernel/touches.ts'

/** What changes with goods and their packs. */
export const mdmTouches: Touches = {
  shownBy: {
    'mdm.packChange': ['mdm.product', 'mdm.packProduct'],
    'mdm.product': ['mdm.packProduct'],
    'mdm.productQpc': ['mdm.product', 'mdm.packProduct'],
  },
}

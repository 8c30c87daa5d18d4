import { productBin, productStorageScheme } from '@lading/contract/wms/scheme.ts'
import { createElement } from 'react'
import { later } from '../../platform/later.ts'
import { rulePage } from '../../platform/ruleTable/rulePage.ts'

const Bins = later(async () => (await import('../product/BinsTab.tsx')).BinsTab)

/** Schemes of put-away and turnover, and where they would put goods now. */
export const schemePages = rulePage(productStorageScheme, {
  tryOut: later(async () => (await import('./PutAwayTry.tsx')).PutAwayTry),
  // One that names a product shows the bins of that product, which its rules look for first.
  tabs: ({ productId }) =>
    typeof productId === 'string'
      ? [
          {
            key: 'bins',
            of: productBin,
            title: ['商品货位', 'Bins of the product'],
            content: createElement(Bins, { productId }),
          },
        ]
      : [],
})

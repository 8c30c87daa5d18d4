import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { createElement } from 'react'
import type { Load, PageSet } from '../../kernel/page.ts'
import { entityPage } from '../entityPage.ts'
import type { Printing } from './papers.ts'

type Prints = Printing | readonly Printing[]

/** The page that shows what is printed of one record. */
export const printView =
  (of: AnyEntity, prints: Prints): Load =>
  async () => {
    const { PrintView } = await import('./PrintView.tsx')
    return { default: () => createElement(PrintView, { of, prints }) }
  }

/** The pages of an entity whose rows can be printed. */
export const printPage = (of: AnyEntity, print: Printing): PageSet => ({
  entity: of,
  views: {
    ...entityPage(of).views,
    List: async () => {
      const { PrintList } = await import('./PrintViews.tsx')
      return { default: () => createElement(PrintList, { of, print }) }
    },
    Dtl: async () => {
      const { PrintDetail } = await import('./PrintViews.tsx')
      return { default: () => createElement(PrintDetail, { of, print }) }
    },
  },
  printView: printView(of, print),
})

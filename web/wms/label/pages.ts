import { labelEx, pickLabel, rplLabel } from '@lading/contract/wms/pickLabel.ts'
import type { PageSet } from '../../kernel/page.ts'
import { entityPage } from '../../platform/entityPage.ts'
import { printPage } from '../../platform/print/printPage.ts'
import { printings } from '../printings.ts'

export const obtainPages: PageSet = {
  ...entityPage(pickLabel),
  views: {
    ...entityPage(pickLabel).views,
    List: async () => ({ default: (await import('./LabelStation.tsx')).LabelStation }),
  },
}
export const exceptionPages: PageSet = {
  ...entityPage(labelEx),
  views: {
    ...entityPage(labelEx).views,
    List: async () => ({ default: (await import('./LabelExceptions.tsx')).LabelExceptions }),
  },
}
const rpl = printPage(rplLabel, printings.rplLabel)
export const rplLabelPages: PageSet = {
  ...rpl,
  views: { ...rpl.views, List: async () => ({ default: (await import('./RplLabels.tsx')).RplLabels }) },
}

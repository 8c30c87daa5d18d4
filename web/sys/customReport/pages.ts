import { customReport } from '@lading/contract/sys/customReport.ts'
import { createElement } from 'react'
import type { Load, PageSet } from '../../kernel/page.ts'

const form: Load = async () => {
  const { EntityForm } = await import('../../kernel/form/EntityForm.tsx')
  return { default: () => createElement(EntityForm, { of: customReport }) }
}

/** 自定义报表: their list, and each on its drawing board. */
export const customReportPages: PageSet = {
  entity: customReport,
  views: {
    List: async () => ({ default: (await import('./ReportList.tsx')).ReportList }),
    Dtl: async () => ({ default: (await import('./Designer.tsx')).Designer }),
    Add: form,
    Edit: form,
  },
}

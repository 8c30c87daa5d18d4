import type { PageSet } from '../../kernel/page.ts'

/** 报表应用 and the reports themselves: their one entry has two pages. */
export const reportPages: PageSet = {
  entity: undefined,
  views: {
    List: async () => ({ default: (await import('./Reports.tsx')).Reports }),
    Dtl: async () => ({ default: (await import('./ReportView.tsx')).ReportView }),
  },
}

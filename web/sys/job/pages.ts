import { job } from '@lading/contract/sys/job.ts'
import { createElement } from 'react'
import type { Load, PageSet } from '../../kernel/page.ts'

const form: Load = async () => {
  const [{ EntityForm }, { OrgInput }, inputs] = [
    await import('../../kernel/form/EntityForm.tsx'),
    await import('../org/OrgInput.tsx'),
    await import('./inputs.tsx'),
  ]
  const controls = { orgId: OrgInput, handler: inputs.HandlerInput, cron: inputs.CronInput }
  return { default: () => createElement(EntityForm, { of: job, shape: { controls } }) }
}

export const jobPages: PageSet = {
  entity: job,
  views: {
    List: async () => ({ default: (await import('./JobList.tsx')).JobList }),
    Dtl: async () => ({ default: (await import('./JobDetail.tsx')).JobDetail }),
    Add: form,
    Edit: form,
  },
}

import { appVersion } from '@lading/contract/sys/app.ts'
import { createElement } from 'react'
import type { Load, PageSet } from '../../kernel/page.ts'

const form: Load = async () => {
  const [{ EntityForm }, { versionShape }] = [
    await import('../../kernel/form/EntityForm.tsx'),
    await import('./inputs.tsx'),
  ]
  return { default: () => createElement(EntityForm, { of: appVersion, shape: versionShape }) }
}
export const appVersionPages: PageSet = {
  entity: appVersion,
  views: {
    List: async () => ({ default: (await import('./VersionList.tsx')).VersionList }),
    Dtl: async () => ({ default: (await import('./VersionDetail.tsx')).VersionDetail }),
    Add: form,
    Edit: form,
  },
}

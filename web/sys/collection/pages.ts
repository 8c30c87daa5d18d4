import { dataCollection, isPulled as isLookedFor } from '@lading/contract/sys/collection.ts'
import { createElement } from 'react'
import type { FormShape } from '../../kernel/form/shape.ts'
import type { Load, PageSet } from '../../kernel/page.ts'

const isFolder = ({ sourceKind }: Readonly<Record<string, unknown>>): boolean => sourceKind === 'CSV_FOLDER'
const isAsked = ({ sourceKind }: Readonly<Record<string, unknown>>): boolean => sourceKind === 'REST_PULL'
const named: readonly unknown[] = ['BASIC', 'HEADER']
const shape: FormShape = {
  sections: [
    {
      title: ['来源', 'Source'],
      fields: ['endpoint', 'folder', 'credentialKind', 'credentialName', 'recordsPath', 'watermarkPath', 'cron'],
    },
    { title: ['写入', 'Writing'], fields: ['batchSize', 'errorPolicy', 'mappings'] },
  ],
  show: {
    endpoint: isAsked,
    credentialKind: isAsked,
    credentialName: (values) => isAsked(values) && named.includes(values.credentialKind),
    recordsPath: isAsked,
    watermarkPath: isAsked,
    folder: isFolder,
    cron: ({ sourceKind }) => isLookedFor(sourceKind),
  },
}

const form: Load = async () => {
  const [{ EntityForm }, { OrgInput }, { CronInput }, { ObjectInput }, { MappingsInput }] = [
    await import('../../kernel/form/EntityForm.tsx'),
    await import('../org/OrgInput.tsx'),
    await import('../job/inputs.tsx'),
    await import('./ObjectInput.tsx'),
    await import('./MappingsInput.tsx'),
  ]
  const controls = { orgId: OrgInput, cron: CronInput, object: ObjectInput, mappings: MappingsInput }
  return { default: () => createElement(EntityForm, { of: dataCollection, shape: { ...shape, controls } }) }
}

export const collectionPages: PageSet = {
  entity: dataCollection,
  views: {
    List: async () => ({ default: (await import('./CollectionList.tsx')).CollectionList }),
    Dtl: async () => ({ default: (await import('./CollectionDetail.tsx')).CollectionDetail }),
    Add: form,
    Edit: form,
  },
}

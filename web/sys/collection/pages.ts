import { dataCollection, isPulled as isLookedFor, isScale } from '@lading/contract/sys/collection.ts'
import { saysStable } from '@lading/contract/sys/scale.ts'
import { createElement } from 'react'
import type { FormShape } from '../../kernel/form/shape.ts'
import type { Load, PageSet } from '../../kernel/page.ts'

type Values = Readonly<Record<string, unknown>>
const isSent = ({ direction }: Values): boolean => direction === 'OUT'
/** Rows of ours come of it. */
const comesIn = (values: Values): boolean => !isSent(values) && !isScale(values)
const isFolder = ({ sourceKind }: Values): boolean => sourceKind === 'CSV_FOLDER'
const isAsked = ({ sourceKind }: Values): boolean => sourceKind === 'REST_PULL'
const isHeard = ({ sourceKind }: Values): boolean => sourceKind === 'MQTT'
/** We log in at an address. */
const isCalled = ({ sourceKind }: Values): boolean =>
  sourceKind === 'REST_PULL' || sourceKind === 'REST_SEND' || sourceKind === 'SFTP' || sourceKind === 'MQTT'
const named: readonly unknown[] = ['BASIC', 'HEADER', 'KEY']
const shape: FormShape = {
  sections: [
    { title: ['事件', 'Events'], fields: ['events', 'ownerScope', 'ownerIds'] },
    {
      title: ['连接', 'Connection'],
      fields: [
        'endpoint',
        'folder',
        'topic',
        'clientId',
        'lineFormat',
        'linePattern',
        'steadiness',
        'lineUnit',
        'credentialKind',
        'credentialName',
        'recordsPath',
        'watermarkPath',
        'cron',
      ],
    },
    { title: ['内容', 'Content'], fields: ['versionPath', 'batchSize', 'errorPolicy', 'mappings'] },
  ],
  show: {
    object: comesIn,
    events: isSent,
    ownerScope: isSent,
    ownerIds: (values) => isSent(values) && values.ownerScope === 'LISTED',
    versionPath: comesIn,
    batchSize: comesIn,
    errorPolicy: comesIn,
    mappings: (values) => !isScale(values),
    endpoint: (values) => isCalled(values) || isScale(values),
    lineFormat: isScale,
    linePattern: (values) => isScale(values) && values.lineFormat === 'PATTERN',
    steadiness: (values) => isScale(values) && !saysStable.includes(values.lineFormat),
    lineUnit: (values) => isScale(values) && values.lineFormat !== 'TOLEDO',
    credentialKind: isCalled,
    credentialName: (values) => isCalled(values) && named.includes(values.credentialKind),
    recordsPath: (values) => isAsked(values) || isHeard(values),
    topic: isHeard,
    clientId: isHeard,
    watermarkPath: isAsked,
    folder: isFolder,
    cron: isLookedFor,
  },
  derive: {
    lineFormat: (values) => (isScale(values) ? 'AND' : undefined),
    steadiness: (values) => (isScale(values) ? 'STEADY' : undefined),
    lineUnit: (values) => (isScale(values) ? 'kg' : undefined),
  },
}

const form: Load = async () => {
  const [
    { EntityForm },
    { OrgInput },
    { OwnersInput },
    { CronInput },
    { ObjectInput },
    { MappingsInput },
    { LoginInput, WayInput },
  ] = [
    await import('../../kernel/form/EntityForm.tsx'),
    await import('../org/OrgInput.tsx'),
    await import('../user/lists.tsx'),
    await import('../job/inputs.tsx'),
    await import('./ObjectInput.tsx'),
    await import('./MappingsInput.tsx'),
    await import('./FewInput.tsx'),
  ]
  const controls = {
    sourceKind: WayInput,
    credentialKind: LoginInput,
    orgId: OrgInput,
    ownerIds: OwnersInput,
    cron: CronInput,
    object: ObjectInput,
    mappings: MappingsInput,
  }
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

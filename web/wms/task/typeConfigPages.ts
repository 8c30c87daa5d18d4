import { sysTaskConfig } from '@lading/contract/wms/sysTaskConfig.ts'
import type { TaskTypeOptions } from '@lading/contract/wms/taskType.ts'
import { isTaskType, taskTypes } from '@lading/contract/wms/taskTypes.ts'
import { entityPage } from '../../platform/entityPage.ts'
import { later } from '../../platform/later.ts'

type Values = Readonly<Record<string, unknown>>
const typeOf = ({ taskType }: Values): TaskTypeOptions | undefined =>
  typeof taskType === 'string' && isTaskType(taskType) ? taskTypes[taskType] : undefined
/** Whether the type has a use for it. */
const where = (has: (type: TaskTypeOptions) => boolean) => (values: Values) => {
  const type = typeOf(values)
  return type !== undefined && has(type)
}
const hasStep = (...steps: readonly string[]) =>
  where(({ station, counts }) => counts === undefined && (station?.steps ?? []).some((s) => steps.includes(s)))
const mayLack = where(({ reasons, counts }) => counts === undefined && Object.keys(reasons).length > 0)

/** Standards of each type of work; what a type has no use for is not asked. */
export const typeConfigPages = entityPage(sysTaskConfig, {
  sections: [
    { title: ['派工', 'Dispatch'], fields: ['enabled', 'mode', 'needAssign', 'timeoutMin'] },
    {
      title: ['确认', 'Confirming'],
      fields: ['scanBin', 'scanGoods', 'scanContainer', 'allowShort', 'reasons'],
    },
    { title: ['标准工时', 'Standard time'], fields: ['onceS', 'lineS', 'caseS', 'pieceS', 'walkMs'] },
  ],
  show: {
    scanBin: where(
      ({ station, carries, counts }) =>
        counts === undefined && station !== undefined && (carries === true || station.steps.includes('bin')),
    ),
    scanGoods: hasStep('goods'),
    scanContainer: hasStep('container'),
    allowShort: mayLack,
    reasons: (values) => mayLack(values) && values.allowShort === true,
    mode: where(({ sheet }) => sheet === true),
    caseS: where(({ whole }) => whole !== true),
    pieceS: where(({ whole }) => whole !== true),
    walkMs: ({ taskType }) => taskType === 'PICK',
  },
  controls: { reasons: later(async () => (await import('./OwnReasons.tsx')).OwnReasons) },
})

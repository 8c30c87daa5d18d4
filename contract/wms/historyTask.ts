import { choice, computed, decimal, int } from '../kernel/field.ts'
import type { Flow } from '../kernel/flow.ts'
import type { Text } from '../kernel/text.ts'
import { view } from '../kernel/view.ts'
import { task, taskFlow } from './task.ts'

const { DONE, CANCELED } = taskFlow.states
/** What a task is when it is over. */
export const closedFlow: Flow = { ...taskFlow, states: { DONE, CANCELED } }
const measure: Text = ['实际用时与标准用时之比', 'Standard time as a share of the time taken']

/** 历史任务: the same tasks once they are over, with how long each took and should have taken. */
export const historyTask = view(task, 'wms', 'historyTask', {
  title: ['历史任务', 'Closed task'],
  module: 'task.history',
  fields: {
    ...task.fields,
    state: choice(['状态', 'Status'], { DONE, CANCELED }, { required: true, filter: true }),
    actualS: computed(int(['实际用时(秒)', 'Taken (s)'])),
    standardS: computed(
      int(['标准用时(秒)', 'Standard (s)'], {
        hint: [
          '按任务类型的固定、每行、每箱、每件标准',
          'By the standards of its type: once, per line, case and piece',
        ],
      }),
    ),
    efficiency: computed(decimal(['效率%', 'Efficiency %'], { scale: 1, hint: measure })),
  },
  list: [
    'taskNo',
    'taskType',
    'state',
    'assigneeId',
    'finishedAt',
    'actualS',
    'standardS',
    'efficiency',
    'billNo',
    'storeId',
    'lineCount',
    'doneLines',
    'planCases',
    'doneCases',
    'shortQty',
    'startedAt',
    'ownerId',
    'zone',
    'mode',
  ],
  only: { state: ['DONE', 'CANCELED'] },
  actions: ['export'],
  // Whoever looks for a task finds it once.
  found: false,
})

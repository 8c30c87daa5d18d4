import type { Call } from '@lading/contract/kernel/call.ts'
import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { refusalText } from '@lading/contract/kernel/flow.ts'
import type { Action } from '@lading/contract/kernel/permission.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { approveTasks } from '@lading/contract/wms/adjustCalls.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import { receiveAll } from '@lading/contract/wms/receiveCalls.ts'
import { flowOf, task, taskFlow } from '@lading/contract/wms/task.ts'
import * as calls from '@lading/contract/wms/taskCalls.ts'
import { isTaskType, type TaskType, taskTypes } from '@lading/contract/wms/taskTypes.ts'
import { taskViews, viewOf } from '@lading/contract/wms/taskViews.ts'
import { call } from '../../client/client.ts'
import { asRefused, report } from '../../client/errors.ts'
import { place } from '../../client/location.ts'
import { usePrefs } from '../../client/prefs.ts'
import { useUser } from '../../client/session.ts'
import { go, usePlace } from '../../client/tabStore.ts'
import { sayNow } from '../../client/text.ts'
import { type May, useBlocked, useMay } from '../../kernel/permission.ts'
import type { BulkAnswer, BulkInput, Row } from '../../kernel/records.ts'
import { type BulkAction, changed, type RowAction, tell, whyNot } from '../../kernel/verbs.tsx'
import { words } from '../../kernel/words.ts'
import { useFlows } from '../../platform/bill/useFlowActions.ts'
import { ask } from '../../ui/ask.tsx'
import { isStationType, stationPlace } from '../station/place.ts'
import { useTaskPrints } from './useTaskPrints.ts'

export interface Asked {
  readonly what: 'assign' | 'priority' | 'sheet'
  readonly rows: readonly Row[]
  readonly answer: (isDone: boolean) => void
}

const bulkCalls: Readonly<Record<string, Call<BulkInput, BulkAnswer>>> = {
  approve: approveTasks,
  release: calls.releaseTasks,
  suspend: calls.suspendTasks,
  resume: calls.resumeTasks,
  cancel: calls.cancelTasks,
}
/** What work that must be approved is all about. */
const first: ReadonlySet<string> = new Set(['approve', 'asApproved'])
const stepCall = (step: string) => bulkCalls[step]

/** Does something with each row by a call for one, and tells how each fared. */
export async function runEach(rows: readonly Row[], result: Text, one: (row: Row) => Promise<unknown>): Promise<void> {
  const failed: BulkAnswer['failed'] = []
  for (const row of rows) {
    try {
      await one(row)
    } catch (error) {
      const { code, message, about } = asRefused(error)
      failed.push({ id: row.id, code, message, about: [...about] })
    }
  }
  tell({ ok: rows.length - failed.length, failed }, rows, (row) => String(row.taskNo), result)
  await changed(task)
}

/** Opens a dialog. @returns whether anything came of it */
export type AskFor = (what: Asked['what'], rows: readonly Row[]) => Promise<boolean>
const workTitle: Text = ['作业', 'Work on task']

/** What may be done with tasks: by the permissions of each task's own type, in whatever list it stands. */
export function useTaskActions(of: AnyEntity, askFor: AskFor) {
  const may = useMay()
  const here = usePlace()
  const user = useUser()
  const flows = useFlows(task)
  const blocked = useBlocked(task)
  const language = usePrefs((p) => p.language)
  const { printsOf, ownPrintsOf, bulkPrints } = useTaskPrints(of)

  const actionsOf = (row: Row): readonly RowAction[] => {
    const type = String(row.taskType)
    if (!isTaskType(type) || taskFlow.final.some((s) => s === row.state)) return []
    const view = viewOf(type)
    const refused = (step: keyof typeof taskFlow.steps) =>
      blocked ?? refusalText(flowOf(type), step, String(row.state), language, String(row.taskNo))
    const isMine = row.assigneeId === user.id
    const isOthers = row.assigneeId !== null && !isMine
    const work: RowAction[] =
      isStationType(type) && may(view, 'run') && !isOthers
        ? [
            {
              key: 'work',
              title: workTitle,
              refused: isMine ? refused('confirmLine') : refused('take'),
              run: () => go(stationPlace(type, row.id, here)),
            },
          ]
        : []
    type Step = 'takeOver' | 'assign' | 'finish' | 'giveUp'
    const offer = (step: Step, verb: Action, run: () => void): readonly RowAction[] =>
      may(view, verb) ? [{ key: step, title: taskFlow.steps[step].title, refused: refused(step), run }] : []
    const others: RowAction[] = [
      ...atDesk(row, type, may, isOthers, row.state === 'READY' ? blocked : refused('confirmLine'), askFor),
      ...(taskTypes[type].form && may(view, 'update') ? [edit(row, type, refused('approve'))] : []),
      ...(isOthers ? offer('takeOver', 'run', takeOver(row)) : []),
      ...offer('assign', 'update', () => void askFor('assign', [row])),
      ...(may(view, 'update')
        ? [
            {
              key: 'priority',
              title: priorityTitle,
              refused: refused('suspend'),
              run: () => void askFor('priority', [row]),
            },
          ]
        : []),
      ...offer('finish', 'finish', finish(row)),
      ...offer('giveUp', 'give_up', giveUp(row)),
    ]
    const all = [...work, ...flows({ header: view, flow: flowOf(type) }, stepCall).actionsOf(row), ...others]
    return taskTypes[type].approved ? all.sort((a, b) => Number(first.has(b.key)) - Number(first.has(a.key))) : all
  }

  const bulkActions: readonly BulkAction[] = [
    ...new Map(
      (of.only ? [of] : taskViews)
        .flatMap((header) => flows({ header, flow: taskFlow }, stepCall).bulkActions)
        .map((action) => [action.key, action]),
    ).values(),
    ...(!blocked && taskViews.some((view) => may(view, 'update'))
      ? [
          { key: 'assign', title: taskFlow.steps.assign.title, run: (rows: readonly Row[]) => askFor('assign', rows) },
          { key: 'priority', title: priorityTitle, run: (rows: readonly Row[]) => askFor('priority', rows) },
        ]
      : []),
    ...bulkPrints,
  ]
  return { actionsOf, printsOf, ownPrintsOf, bulkActions }
}

/** Work that is done, or entered, without a handheld. */
function atDesk(
  row: Row,
  type: TaskType,
  may: May,
  isOthers: boolean,
  refused: string | undefined,
  askFor: AskFor,
): readonly RowAction[] {
  const view = viewOf(type)
  const { approved, sheet } = taskTypes[type]
  const whose = isOthers ? takenBy(row) : refused
  return [
    ...(type === 'RECEIVE' && may(view, 'permit') && !isOthers ? [whole(row, refused)] : []),
    ...(approved && may(view, 'run') ? [asApproved(row, whose)] : []),
    ...(sheet && may(view, 'run') ? [paper(row, whose, askFor)] : []),
  ]
}
const whole = (row: Row, refused: string | undefined): RowAction => ({
  key: 'receiveAll',
  title: receiveAll.title,
  refused,
  run: () => void receiveWhole(row),
})
/** What is written down is changed as long as nobody has approved it. */
const edit = (row: Row, type: TaskType, refused: string | undefined): RowAction => ({
  key: 'edit',
  title: words.edit,
  refused,
  run: () => go(place('wms', taskTypes[type].entry.replace(/List$/, 'Edit'), { id: row.id })),
})
/** All that was approved, at once. */
const asApproved = (row: Row, refused: string | undefined): RowAction => ({
  key: 'asApproved',
  title: doIt,
  refused,
  run: () => void carryOut(row),
})
const doIt: Text = ['执行', 'Carry out']
async function carryOut(row: Row): Promise<void> {
  const question = {
    title: ['执行[{no}]', 'Carry out [{no}]'],
    args: { no: row.taskNo },
    detail: ['按审核的数量变更库存，确认？', 'Stock will change by the approved quantities. Continue?'],
    ok: doIt,
  } as const
  if ((await ask(question)) === undefined) return
  await call(calls.confirmSheet, { id: row.id }).catch(report)
  await changed(task)
}

/** What was written on a printed sheet. */
const paper = (row: Row, refused: string | undefined, askFor: AskFor): RowAction => ({
  key: 'sheet',
  title: calls.confirmSheet.title,
  refused,
  run: () => void askFor('sheet', [row]),
})
const takenBy = (row: Row): string =>
  sayNow(wmsFaults.taskTaken.text, { no: row.taskNo, user: row.refs.assigneeId?.name ?? '' })
export const assignedText: Text = ['已指派', 'Assigned']
export const priorityTitle: Text = ['改优先级', 'Change priority']

const takeOver = (row: Row) => () => void surely(row, 'takeOver', calls.takeOverTask)
const finish = (row: Row) => () => void surely(row, 'finish', calls.finishTask)
const giveUp = (row: Row) => () => void surely(row, 'giveUp', calls.giveUpTask)

async function receiveWhole(row: Row): Promise<void> {
  const question = {
    title: ['整单收货[{no}]', 'Receive all of [{no}]'],
    args: { no: row.taskNo },
    detail: ['全部未收明细按计划数量收货，确认？', 'All open lines will be received as planned. Continue?'],
    ok: receiveAll.title,
  } as const
  if ((await ask(question)) === undefined) return
  await call(receiveAll, { id: row.id }).catch(report)
  await changed(task)
}

type Plain = Call<{ id: string; foresee?: boolean | undefined }, unknown>
async function surely(row: Row, step: 'takeOver' | 'giveUp' | 'finish', verb: Plain): Promise<void> {
  const s = taskFlow.steps[step]
  const args = { action: s.title, no: row.taskNo }
  const detail = 'confirm' in s ? { detail: s.confirm } : {}
  const { id } = row
  const foreseen = () => whyNot(() => call(verb, { id, foresee: true }))
  const title: Text = ['{action}[{no}]', '{action} [{no}]']
  if ((await ask({ title, args, ok: s.title, ...detail, foreseen })) === undefined) return
  await call(verb, { id }).catch(report)
  await changed(task)
}

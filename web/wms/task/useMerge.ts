import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { task } from '@lading/contract/wms/task.ts'
import { mergeTasks } from '@lading/contract/wms/taskCalls.ts'
import { viewOf } from '@lading/contract/wms/taskViews.ts'
import { call } from '../../client/client.ts'
import { report } from '../../client/errors.ts'
import { sayNow } from '../../client/text.ts'
import { useBlocked, useMay } from '../../kernel/permission.ts'
import type { Row } from '../../kernel/records.ts'
import { type BulkAction, changed } from '../../kernel/verbs.tsx'
import { ask } from '../../ui/ask.tsx'
import { notify } from '../../ui/notices.tsx'

const mergeTitle: Text = ['合并', 'Merge']
async function merge(rows: readonly Row[]): Promise<boolean> {
  const title = ['将{n}个任务合并为一个？', 'Merge these {n} tasks into one?'] as const
  if ((await ask({ title, args: { n: rows.length }, ok: mergeTitle })) === undefined) return false
  let isDone = false
  try {
    const { task: kept } = await call(mergeTasks, { rows: rows.map(({ id, version }) => ({ id, version })) })
    notify(
      'good',
      sayNow(['已合并到[{no}]，共{n}行', 'Merged into [{no}]. Lines: {n}'], { no: kept.taskNo, n: kept.lineCount }),
    )
    isDone = true
  } catch (error) {
    report(error)
  }
  await changed(task)
  return isDone
}

/** Picks that nobody has begun are made one task, in the list of picks. */
export function useMerge(of: AnyEntity): readonly BulkAction[] {
  const may = useMay()
  const blocked = useBlocked(task)
  const isPick = of.key === viewOf('PICK').key
  return isPick && !blocked && may(of, 'update') ? [{ key: 'merge', title: mergeTitle, run: merge }] : []
}

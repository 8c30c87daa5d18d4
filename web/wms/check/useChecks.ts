import { checkAgain, checkContainers, settleChecks } from '@lading/contract/wms/checkCalls.ts'
import { checkFaults } from '@lading/contract/wms/checkFaults.ts'
import { container } from '@lading/contract/wms/container.ts'
import { viewOf } from '@lading/contract/wms/taskViews.ts'
import { sayNow } from '../../client/text.ts'
import { useBlocked, useMay } from '../../kernel/permission.ts'
import type { Row } from '../../kernel/records.ts'
import { type BulkAction, type RowAction, runMany } from '../../kernel/verbs.tsx'
import { ask } from '../../ui/ask.tsx'

const view = viewOf('CONTAINER_CHECK')

interface Own {
  /** Of a task: what becomes of a check that differs. */
  readonly rowActions: (row: Row) => readonly RowAction[]
  /** Of containers: have them checked. */
  readonly ofContainers: readonly BulkAction[]
}

/** What is done about containers that somebody looks into, beside the steps of their tasks. */
export function useChecks(): Own {
  const may = useMay()
  const blocked = useBlocked(view)
  const rowActions = (row: Row): readonly RowAction[] => {
    // Only its own page knows what came of it.
    if (row.taskType !== 'CONTAINER_CHECK' || row.state !== 'DONE' || row.checkResult === undefined) return []
    const refused =
      blocked ?? (row.checkResult === 'FAILED' ? undefined : sayNow(checkFaults.notFailed.text, { no: row.taskNo }))
    return [
      ...(may(view, 'finish')
        ? [{ key: 'settle', title: settleChecks.title, refused, run: () => void settle(row) }]
        : []),
      ...(may(view, 'release') ? [{ key: 'again', title: checkAgain.title, refused, run: () => void again(row) }] : []),
    ]
  }
  return {
    rowActions,
    ofContainers:
      blocked || !may(view, 'release')
        ? []
        : [
            {
              key: 'check',
              title: checkContainers.title,
              run: (rows: readonly Row[]) => runMany(container, checkContainers, rows),
            },
          ],
  }
}

async function settle(row: Row): Promise<void> {
  const question = {
    title: ['处理差异[{no}]', 'Settle differences of [{no}]'],
    args: { no: row.taskNo },
    detail: [
      '少的商品退回原拣货位待盘，订单记缺货；多的商品请取出放到异常位，审核后入账。确认？',
      'What is missing returns to its pick bin on record, is counted there, and is short on its order. Take out what is too much, to the exception bin: it enters stock once approved. Continue?',
    ],
    ok: settleChecks.title,
  } as const
  if ((await ask(question)) === undefined) return
  await runMany(view, settleChecks, [row])
}
async function again(row: Row): Promise<void> {
  const question = {
    title: ['重新复核[{no}]', 'Check [{no}] again'],
    args: { no: row.taskNo },
    detail: [
      '由拣货人和本次复核人以外的人重新清点，确认？',
      'Somebody who neither picked nor checked it counts it again. Continue?',
    ],
    ok: checkAgain.title,
  } as const
  if ((await ask(question)) === undefined) return
  await runMany(view, checkAgain, [row])
}

import type { Text } from '@lading/contract/kernel/text.ts'
import { dataCollection, dataInteractive } from '@lading/contract/sys/collection.ts'
import { interactiveCalls as calls, interactiveMax } from '@lading/contract/sys/collectionCalls.ts'
import { call } from '../../client/client.ts'
import { report } from '../../client/errors.ts'
import { useText } from '../../client/text.ts'
import type { Row } from '../../kernel/records.ts'
import { type BulkAction, changed, type RowAction, useVerbs } from '../../kernel/verbs.tsx'
import { ask } from '../../ui/ask.tsx'
import { notify } from '../../ui/notices.tsx'

const texts = {
  content: ['内容', 'Content'],
  askRestart: ['重新处理选中的{n}条？', 'Restart the {n} selected?'],
  askCancel: ['作废[{no}]？', 'Cancel [{no}]?'],
  askCancelMany: ['作废选中的{n}条？', 'Cancel the {n} selected?'],
  cancelled: [
    '不再处理它，直到对方送来不同的内容。',
    'It is not tried again until different content comes under its number.',
  ],
  unsent: ['不再发送它。', 'It is not sent any more.'],
  cancelledMany: [
    '收到的不再处理，直到对方送来不同的内容；要发出的不再发送。',
    'What came in is not tried again until different content comes; what was to go is not sent.',
  ],
  leftOut: ['另有{n}条当前状态不能执行，不包括在内。', '{n} more are in a state that does not allow it: left out.'],
  none: ['选中的记录当前状态都不能执行', 'None of the selected is in a state that allows this'],
  tooMany: ['一次最多{max}条', 'At most {max} at a time'],
  restarted: ['将重新处理{count}条', 'Restarted: {count}'],
  done: ['已作废：{count}条', 'Cancelled: {count}'],
} as const satisfies Record<string, Text>

type Verb = 'restart' | 'cancel'
const title: Readonly<Record<Verb, Text>> = {
  restart: dataInteractive.verbs.restart ?? texts.restarted,
  cancel: dataInteractive.verbs.cancel ?? texts.done,
}
/** As the server allows it; what is waiting for its turn has not been tried yet, and what came too late never is. */
const allows: Readonly<Record<Verb, (row: Row) => boolean>> = {
  restart: ({ status }) => status !== 'PENDING' && status !== 'IGNORED',
  cancel: ({ status }) => status === 'PENDING' || status === 'FAILED',
}

/** What is done to records of the exchange, one or many; of many, to those whose state allows it. */
export function useRecordActions(onOpened: (row: Row) => void) {
  const t = useText()
  const { can } = useVerbs(dataInteractive)
  const run = async (verb: Verb, rows: readonly Row[]): Promise<boolean> => {
    try {
      const { count } = await call(calls[verb], { ids: rows.map(({ id }) => id) })
      notify('good', t(verb === 'restart' ? texts.restarted : texts.done, { count }))
      return true
    } catch (error) {
      report(error)
      return false
    } finally {
      await Promise.all([changed(dataInteractive), changed(dataCollection)])
    }
  }
  const cancelOne = async (row: Row): Promise<void> => {
    const detail = row.direction === 'OUT' ? texts.unsent : texts.cancelled
    const args = { no: String(row.businessNo) }
    if ((await ask({ title: texts.askCancel, args, detail, ok: title.cancel, danger: true })) !== undefined)
      await run('cancel', [row])
  }
  const many = async (verb: Verb, ticked: readonly Row[]): Promise<boolean> => {
    const rows = ticked.filter(allows[verb])
    if (rows.length === 0 || rows.length > interactiveMax) {
      notify('warn', rows.length === 0 ? t(texts.none) : t(texts.tooMany, { max: interactiveMax }))
      return false
    }
    const args = { n: rows.length }
    const left = ticked.length - rows.length
    const lines = [
      ...(verb === 'cancel' ? [texts.cancelledMany] : []),
      ...(left > 0 ? [said(texts.leftOut, left)] : []),
    ]
    const detail: Text = [lines.map((l) => l[0]).join(''), lines.map((l) => l[1]).join(' ')]
    const question = {
      title: verb === 'cancel' ? texts.askCancelMany : texts.askRestart,
      args,
      ok: title[verb],
      danger: verb === 'cancel',
      ...(lines.length > 0 && { detail }),
    }
    return (await ask(question)) !== undefined && run(verb, rows)
  }
  const rowActions = (row: Row): readonly RowAction[] => [
    { key: 'content', title: texts.content, run: () => onOpened(row) },
    ...(can(dataInteractive, 'restart') && allows.restart(row)
      ? [{ key: 'restart', title: title.restart, run: () => void run('restart', [row]) }]
      : []),
    ...(can(dataInteractive, 'cancel') && allows.cancel(row)
      ? [{ key: 'cancel', title: title.cancel, danger: true, run: () => void cancelOne(row) }]
      : []),
  ]
  const bulkActions: readonly BulkAction[] = (['restart', 'cancel'] as const)
    .filter((verb) => can(dataInteractive, verb))
    .map((verb) => ({ key: verb, title: title[verb], danger: verb === 'cancel', run: (rows) => many(verb, rows) }))
  return { rowActions, bulkActions }
}

const said = ([zh, en]: Text, n: number): Text => [zh.replace('{n}', String(n)), en.replace('{n}', String(n))]

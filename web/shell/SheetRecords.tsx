import type { Call } from '@lading/contract/kernel/call.ts'
import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { sheetFaults } from '@lading/contract/sys/sheetFaults.ts'
import { exportRecord, importRecord, sheetRecordCalls, sheetRecordLimits } from '@lading/contract/sys/sheetRecord.ts'
import { useState } from 'react'
import { call, saveFrom } from '../client/client.ts'
import { asRefused, report } from '../client/errors.ts'
import { type Say, useText } from '../client/text.ts'
import { EntityList } from '../kernel/list/EntityList.tsx'
import type { BulkAnswer, Row } from '../kernel/records.ts'
import { queuedImport, SheetProgress } from '../kernel/SheetProgress.tsx'
import { changed, type RowAction } from '../kernel/verbs.tsx'
import { words } from '../kernel/words.ts'
import { ask } from '../ui/ask.tsx'
import type { Tone } from '../ui/Mark.tsx'
import { notify } from '../ui/notices.tsx'
import { StatusTag } from '../ui/StatusTag.tsx'
import { ImportedRows } from './ImportedRows.tsx'
import './sheets.css'

const tones: Readonly<Record<string, Tone>> = {
  QUEUED: 'idle',
  CHECKING: 'busy',
  RUNNING: 'busy',
  DONE: 'good',
  CHECKED: 'warn',
  PARTIAL: 'warn',
  REFUSED: 'warn',
  FAILED: 'bad',
  CANCELLED: 'idle',
  EXPIRED: 'idle',
}
const kilobyte = 1024

const isOpen = (row: Row): boolean => ['QUEUED', 'CHECKING', 'RUNNING'].includes(String(row.state))
/** What a call works off itself tells nothing between its beginning and its end. */
const isWorkedOff = (of: AnyEntity, row: Row): boolean =>
  isOpen(row) && row.state !== 'QUEUED' && (of === exportRecord || Number(row.attempt) > 0)

/** Cells that a record of a file draws otherwise than its kinds. */
export const recordCells = (of: AnyEntity) => ({
  state: (row: Row, t: Say) => {
    const state = String(row.state)
    const tag = (
      <StatusTag tone={tones[state] ?? 'idle'}>{t(of.fields.state?.choices?.[state] ?? [state, state])}</StatusTag>
    )
    if (!isWorkedOff(of, row)) return tag
    return (
      <SheetProgress
        done={Number(row.rowsDone ?? 0)}
        total={Number(row.rowCount ?? 0)}
        startedAt={row.startedAt === null ? null : String(row.startedAt)}
      >
        {tag}
      </SheetProgress>
    )
  },
  size: (row: Row) => {
    if (typeof row.size !== 'number') return null
    const kb = Math.ceil(row.size / kilobyte)
    return <span className="num">{kb < kilobyte ? `${kb} kB` : `${(kb / kilobyte).toFixed(1)} MB`}</span>
  },
})

type Own = typeof sheetRecordCalls.cancelExport
/** One thing done to one record, told how it went. */
async function act(of: AnyEntity, verb: Own, row: Row, told: string): Promise<void> {
  try {
    const { failed } = (await call(verb, { ids: [row.id] })) as BulkAnswer
    if (failed[0]) notify('bad', failed[0].message)
    else notify('good', told)
  } catch (error) {
    report(error)
  }
  await changed(of)
}

/** The browser saves it by itself, however large it is. */
const save = (verb: Call<{ id: string }, { url: string }>, id: string): Promise<void> =>
  call(verb, { id }).then(({ url }) => saveFrom(url), report)

const dropAction = (of: AnyEntity, verb: Own, row: Row, t: Say): RowAction => ({
  key: 'drop',
  title: words.remove,
  danger: true,
  refused: isOpen(row) ? t(['请先取消', 'Cancel it first']) : undefined,
  run: () =>
    void ask({
      title: ['删除[{name}]的记录和文件？', 'Delete the record and the file of [{name}]?'],
      args: { name: row.fileName },
      ok: words.remove,
      danger: true,
    }).then((answer) => (answer === undefined ? undefined : act(of, verb, row, t(words.done)))),
})

const kept: Text = [
  `文件到期后删除，最多保留${sheetRecordLimits.filesPerUser}个`,
  `Files go when they expire; ${sheetRecordLimits.filesPerUser} are kept at most`,
]

const cancelAction = (of: AnyEntity, verb: Own, row: Row, t: Say): RowAction => ({
  key: 'cancel',
  title: words.cancel,
  run: () => void act(of, verb, row, t(['已取消', 'It will be cancelled'])),
})
const retryAction = (of: AnyEntity, verb: Own, row: Row, t: Say): RowAction => ({
  key: 'retry',
  title: words.retry,
  run: () => void act(of, verb, row, t(['已重新排队', 'Waiting for its turn'])),
})

function exportActions(row: Row, t: Say): RowAction[] {
  const isOver = ['FAILED', 'CANCELLED', 'EXPIRED'].includes(String(row.state))
  return [
    ...(isOpen(row) ? [cancelAction(exportRecord, sheetRecordCalls.cancelExport, row, t)] : []),
    ...(isOver ? [retryAction(exportRecord, sheetRecordCalls.retryExport, row, t)] : []),
    ...(row.state === 'DONE'
      ? [
          {
            key: 'file',
            title: ['下载', 'Download'] as Text,
            run: () => void save(sheetRecordCalls.exportTicket, row.id),
            refused: row.fileId === null ? t(sheetFaults.notKept.text) : undefined,
          },
        ]
      : []),
    dropAction(exportRecord, sheetRecordCalls.dropExport, row, t),
  ]
}

/** 我的导出 */
export function ExportRecords() {
  const t = useText()
  return (
    <EntityList
      of={exportRecord}
      link={false}
      none={[['暂无导出任务', 'No exports yet'], kept]}
      cells={recordCells(exportRecord)}
      rowActions={(row) => exportActions(row, t)}
    />
  )
}

/** Imports what was checked; asks where the same file has been imported of late. */
async function confirmImport(row: Row, t: Say, again = false): Promise<void> {
  try {
    const { created, updated, errors, taskId } = await call(sheetRecordCalls.confirmImport, { id: row.id, again })
    const n = created + updated
    if (taskId !== undefined) notify('good', t(queuedImport))
    else if (n === 0 && errors.length > 0)
      notify('bad', t(['有{e}处错误，未导入', 'Errors: {e}. Nothing was imported'], { e: errors.length }))
    else
      notify(
        errors.length > 0 ? 'warn' : 'good',
        t(['导入完成：新增{created}，更新{updated}', 'Imported: {created} new, {updated} changed'], {
          created,
          updated,
        }),
      )
  } catch (error) {
    const isKnown = asRefused(error).code === sheetFaults.importedBefore.code
    if (!isKnown) report(error)
    else if ((await ask({ title: sheetFaults.importedBefore.text, ok: words.import })) !== undefined)
      await confirmImport(row, t, true)
  }
  await changed(importRecord)
}

function importActions(row: Row, t: Say, show: (row: Row) => void): RowAction[] {
  const notKept = row.sourceId === null ? t(sheetFaults.notKept.text) : undefined
  const isTask = row.state === 'QUEUED' || isWorkedOff(importRecord, row)
  const isOver = row.state === 'FAILED' || row.state === 'CANCELLED'
  const retry = retryAction(importRecord, sheetRecordCalls.retryImport, row, t)
  return [
    ...(isTask ? [cancelAction(importRecord, sheetRecordCalls.cancelImport, row, t)] : []),
    ...(isOver ? [{ ...retry, refused: notKept }] : []),
    ...(row.state === 'CHECKED'
      ? [
          {
            key: 'confirm',
            title: ['确认导入', 'Confirm'] as Text,
            run: () => void confirmImport(row, t),
            refused: notKept,
          },
        ]
      : []),
    {
      key: 'rows',
      title: ['明细', 'Rows'],
      run: () => show(row),
      refused: row.fileId === null && row.sourceId === null ? t(sheetFaults.notKept.text) : undefined,
    },
    {
      key: 'file',
      title: ['错误文件', 'Marked file'],
      run: () => void save(sheetRecordCalls.errorTicket, row.id),
      refused: row.fileId === null ? t(sheetFaults.notKept.text) : undefined,
    },
    dropAction(importRecord, sheetRecordCalls.dropImport, row, t),
  ]
}

/** 我的导入 */
export function ImportRecords() {
  const t = useText()
  const [shown, setShown] = useState<Row>()
  return (
    <>
      <EntityList
        of={importRecord}
        link={false}
        none={[['暂无导入任务', 'No imports yet'], kept]}
        cells={recordCells(importRecord)}
        rowActions={(row) => importActions(row, t, setShown)}
      />
      {shown && <ImportedRows row={shown} onClose={() => setShown(undefined)} />}
    </>
  )
}

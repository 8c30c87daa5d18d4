import type { Page } from '@lading/contract/kernel/call.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import {
  type BackupState,
  tenantBackupCalls as calls,
  tenantBackup,
  tenantBackupFaults,
} from '@lading/contract/sys/tenantBackup.ts'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { call, saveFrom } from '../../client/client.ts'
import { report } from '../../client/errors.ts'
import { useUser } from '../../client/session.ts'
import { type Say, useText } from '../../client/text.ts'
import { shownTime } from '../../client/time.ts'
import type { ReadColumn } from '../../kernel/grid/columns.tsx'
import { ReadTable } from '../../kernel/grid/ReadTable.tsx'
import { RowButtons } from '../../kernel/list/RowButtons.tsx'
import { NotRead } from '../../kernel/NotRead.tsx'
import type { BulkAnswer, Row } from '../../kernel/records.ts'
import { useCall } from '../../kernel/useCall.ts'
import { changed, type RowAction } from '../../kernel/verbs.tsx'
import { words } from '../../kernel/words.ts'
import { ask } from '../../ui/ask.tsx'
import type { Tone } from '../../ui/Mark.tsx'
import { notify } from '../../ui/notices.tsx'
import { once } from '../../ui/once.ts'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { SkeletonRows } from '../../ui/states.tsx'
import { number } from './Read.tsx'

const texts = {
  backups: ['备份', 'Backups'],
  take: ['立即备份', 'Back up now'],
  askTake: ['备份企业的全部数据？', "Back up all of the company's data?"],
  taken: ['已开始备份，完成后可下载', 'The backup has begun: it can be downloaded once it is done'],
  whole: [
    '备份含有企业的全部数据，包括人员、单据、库存和附件。请妥善保管下载的文件，每次下载都会记入操作日志。',
    "A backup holds all that is the company's: people, documents, stock and attachments. Keep a downloaded file safe; each download stands in the operation log.",
  ],
  restoring: [
    '恢复由运维人员在服务器上执行，只能恢复到没有该企业的系统：',
    "To restore one is the operator's, on the server, into an installation where the company is not:",
  ],
  none: ['暂无备份', 'No backups yet'],
  download: ['下载', 'Download'],
  askLoad: ['下载含有全部数据的备份？', 'Download a backup that holds all data?'],
  cancelled: ['已取消', 'It will be cancelled'],
  askDrop: ['删除备份[{name}]及其文件？', 'Delete the backup [{name}] and its file?'],
  schedule: ['定时', 'Schedule'],
} as const satisfies Record<string, Text>
const command = 'npm run tenant:restore -- <file> [code]'

const tones: Readonly<Record<BackupState, Tone>> = {
  QUEUED: 'idle',
  RUNNING: 'busy',
  DONE: 'good',
  FAILED: 'bad',
  CANCELLED: 'idle',
  EXPIRED: 'idle',
}
const pageSize = 20
const kilobyte = 1024
const sizeText = (size: unknown): string => {
  if (typeof size !== 'number') return ''
  const kb = Math.ceil(size / kilobyte)
  return kb < kilobyte ? `${kb} kB` : `${(kb / kilobyte).toFixed(1)} MB`
}
/** How often it is asked how far one is: nobody is told of a table that only its own page reads. */
const openMs = 1_500
// Erased by the declaration of the call.
const rowsIn = (data: unknown): readonly Row[] => (data as Page<Row> | undefined)?.records ?? []
const isOpen = (row: Row): boolean => row.state === 'QUEUED' || row.state === 'RUNNING'
/** How much of it is written, as `45 %`; nothing where that is not known. */
const progress = (row: Row): string =>
  row.state === 'RUNNING' && typeof row.rowCount === 'number' && row.rowCount > 0
    ? `${Math.floor((Number(row.rowsDone) * 100) / row.rowCount)} %`
    : ''

async function act(verb: typeof calls.cancel, row: Row, told: string): Promise<void> {
  try {
    const { failed } = (await call(verb, { ids: [row.id] })) as BulkAnswer
    if (failed[0]) notify('bad', failed[0].message)
    else notify('good', told)
  } catch (error) {
    report(error)
  }
  await changed(tenantBackup)
}

async function download(row: Row): Promise<void> {
  if ((await ask({ title: texts.askLoad, detail: texts.whole, ok: texts.download })) === undefined) return
  await call(calls.ticket, { id: row.id }).then(({ url }) => saveFrom(url), report)
}

function actionsOf(row: Row, may: (permission: string) => boolean, isAtCentre: boolean, t: Say): readonly RowAction[] {
  return [
    ...(row.state === 'DONE' && may(calls.ticket.permission)
      ? [
          {
            key: 'file',
            title: texts.download,
            refused: isAtCentre ? t(tenantBackupFaults.notCentre.text) : undefined,
            run: () => void download(row),
          },
        ]
      : []),
    ...(isOpen(row) && may(calls.cancel.permission)
      ? [{ key: 'cancel', title: words.cancel, run: () => void act(calls.cancel, row, t(texts.cancelled)) }]
      : []),
    ...(!isOpen(row) && may(calls.drop.permission)
      ? [
          {
            key: 'drop',
            title: words.remove,
            danger: true,
            run: () =>
              void ask({ title: texts.askDrop, args: { name: row.fileName }, ok: words.remove, danger: true }).then(
                (answer) => (answer === undefined ? undefined : act(calls.drop, row, t(words.done))),
              ),
          },
        ]
      : []),
  ]
}

const { fields } = tenantBackup
const columnsOf = (may: (permission: string) => boolean, isAtCentre: boolean): readonly ReadColumn<Row>[] => [
  {
    name: 'at',
    title: fields.takenAt.title,
    width: 170,
    said: (r) => shownTime(String(r.takenAt ?? r.createTime)),
  },
  {
    name: 'state',
    title: fields.state.title,
    width: 130,
    render: (r, t) => {
      const state = String(r.state) as BackupState
      return (
        <StatusTag tone={tones[state]}>
          {t(fields.state.choices?.[state] ?? [state, state])} {progress(r)}
        </StatusTag>
      )
    },
    isFilled: () => true,
  },
  { name: 'by', title: fields.userId.title, width: 120, said: (r, t) => r.refs.userId?.name ?? t(texts.schedule) },
  {
    name: 'rows',
    title: fields.rowCount.title,
    width: 100,
    isFigure: true,
    said: (r) => (typeof r.rowCount === 'number' ? number(r.rowCount) : ''),
  },
  { name: 'size', title: fields.size.title, width: 100, isFigure: true, said: (r) => sizeText(r.size) },
  {
    name: 'expires',
    title: fields.expiresAt.title,
    width: 170,
    said: (r) => (r.expiresAt ? shownTime(String(r.expiresAt)) : ''),
  },
  { name: 'sha256', title: fields.sha256.title, width: 240, said: (r) => String(r.sha256 ?? ''), wraps: true },
  { name: 'message', title: fields.message.title, width: 200, said: (r) => String(r.message ?? ''), wraps: true },
  {
    name: 'actions',
    title: words.actions,
    width: 150,
    render: (r, t) => <RowButtons actions={actionsOf(r, may, isAtCentre, t)} />,
    isFilled: () => true,
    fixed: 'end',
  },
]

/** 备份: what there is, one more, and how it is brought back. */
export function Backups() {
  const t = useText()
  const { permissions, workingOrg } = useUser()
  // As the server has it: who works at a centre sees that alone.
  const isAtCentre = workingOrg.type === 'DC' || workingOrg.type === 'TC'
  const may = (permission: string): boolean => permissions === null || permissions.includes(permission)
  const [page, setPage] = useState(1)
  const read = useCall(
    calls.query,
    { filter: {}, page, pageSize, searchCount: true },
    {
      placeholderData: (before) => before,
      refetchInterval: ({ state }) => (rowsIn(state.data).some(isOpen) ? openMs : false),
    },
  )
  const take = () =>
    once('take a backup', async () => {
      if ((await ask({ title: texts.askTake, detail: texts.whole, ok: texts.take })) === undefined) return
      await call(calls.take, {})
      notify('good', t(texts.taken))
      await changed(tenantBackup)
    }).catch(report)
  if (read.error && !read.data) return <NotRead of={read} />
  if (!read.data) return <SkeletonRows rows={4} label={t(words.loading)} />
  const { total } = read.data as unknown as Page<Row>
  const records = rowsIn(read.data)
  return (
    <>
      <Alert
        className="backup-word"
        type="info"
        showIcon
        title={t(texts.whole)}
        description={
          <>
            {t(texts.restoring)} <code className="backup-command">{command}</code>
          </>
        }
      />
      {may(calls.take.permission) && (
        <div className="sheet-tools">
          <Button type="primary" disabled={isAtCentre || records.some(isOpen)} onClick={() => void take()}>
            {t(texts.take)}
          </Button>
          {isAtCentre && <span className="hint">{t(tenantBackupFaults.notCentre.text)}</span>}
        </div>
      )}
      <ReadTable<Row>
        label={t(texts.backups)}
        rows={records}
        columns={columnsOf(may, isAtCentre)}
        none={texts.none}
        isBusy={read.isPlaceholderData}
        pages={{ page, pageSize, total: total ?? 0, go: setPage }}
      />
    </>
  )
}

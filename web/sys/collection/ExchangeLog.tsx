import type { Page } from '@lading/contract/kernel/call.ts'
import { crudCalls } from '@lading/contract/kernel/crud.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { type BusinessEvent, businessEvents } from '@lading/contract/sys/businessEvent.ts'
import { dataCollection, dataInteractive } from '@lading/contract/sys/collection.ts'
import { interactiveCalls as calls } from '@lading/contract/sys/collectionCalls.ts'
import { Segmented } from 'antd'
import { useState } from 'react'
import { call } from '../../client/client.ts'
import { report } from '../../client/errors.ts'
import { useText } from '../../client/text.ts'
import { shownTime } from '../../client/time.ts'
import type { ReadColumn } from '../../kernel/grid/columns.tsx'
import { ReadTable } from '../../kernel/grid/ReadTable.tsx'
import { RowButtons } from '../../kernel/list/RowButtons.tsx'
import { NotRead } from '../../kernel/NotRead.tsx'
import type { Row } from '../../kernel/records.ts'
import { useCall } from '../../kernel/useCall.ts'
import { changed, type RowAction, useVerbs } from '../../kernel/verbs.tsx'
import { words } from '../../kernel/words.ts'
import { ActDrawer } from '../../platform/ActDrawer.tsx'
import { ask } from '../../ui/ask.tsx'
import { notify } from '../../ui/notices.tsx'
import { SkeletonRows } from '../../ui/states.tsx'
import { RecordTag } from './cells.tsx'

const texts = {
  none: ['没有记录', 'No records'],
  content: ['内容', 'Content'],
  failed: ['失败', 'Failed'],
  askCancel: ['作废[{no}]？', 'Cancel [{no}]?'],
  cancelled: [
    '不再处理它，直到对方送来不同的内容。',
    'It is not tried again until different content comes under its number.',
  ],
  unsent: ['不再发送它。', 'It is not sent any more.'],
  answer: ['对方应答', 'Answer of the other side'],
  restarted: ['将重新处理{count}条', 'Restarted: {count}'],
  masked: ['姓名、地址和凭证已隐去。', 'Names, addresses and credentials are masked.'],
} as const satisfies Record<string, Text>
const pageSize = 30
const againMs = 5_000
const { fields, verbs } = dataInteractive
const query = crudCalls(dataInteractive).query
const open: readonly unknown[] = ['PENDING', 'FAILED']

/** What became of each record. @param configId of one collection; left out: of all */
export function ExchangeLog({ configId }: { configId?: string }) {
  const t = useText()
  const [page, setPage] = useState(1)
  const [which, setWhich] = useState<'all' | 'FAILED'>('all')
  const [shown, setShown] = useState<Row>()
  const actionsOf = useRecordActions(setShown)
  const filter = { ...(configId && { configId }), ...(which === 'FAILED' && { status: ['FAILED'] }) }
  const read = useCall(
    // Whoever sees this may view them: the call is there.
    query as NonNullable<typeof query>,
    { filter, page, pageSize, searchCount: true },
    { placeholderData: (before) => before, refetchInterval: againMs },
  )
  if (read.error && !read.data) return <NotRead of={read} />
  if (!read.data) return <SkeletonRows rows={4} label={t(words.loading)} />
  const { records, total } = read.data as Page<Row>
  return (
    <>
      <div className="sheet-tools">
        <Segmented<'all' | 'FAILED'>
          value={which}
          options={[
            { value: 'all', label: t(words.all) },
            { value: 'FAILED', label: t(texts.failed) },
          ]}
          onChange={(next) => {
            setWhich(next)
            setPage(1)
          }}
        />
      </div>
      <ReadTable<Row>
        label={t(dataInteractive.title)}
        rows={records}
        columns={columnsOf(actionsOf, configId === undefined)}
        none={texts.none}
        isBusy={read.isPlaceholderData}
        pages={{ page, pageSize, total: total ?? 0, go: setPage }}
      />
      {shown && <Content row={shown} onClose={() => setShown(undefined)} />}
    </>
  )
}

function useRecordActions(onShown: (row: Row) => void) {
  const t = useText()
  const { can } = useVerbs(dataInteractive)
  const done = async (work: () => Promise<string>): Promise<void> => {
    try {
      notify('good', await work())
    } catch (error) {
      report(error)
    }
    await Promise.all([changed(dataInteractive), changed(dataCollection)])
  }
  const restart = (row: Row) => done(async () => t(texts.restarted, await call(calls.restart, { ids: [row.id] })))
  const cancel = async (row: Row): Promise<void> => {
    const no = String(row.businessNo)
    const question = {
      title: texts.askCancel,
      args: { no },
      detail: row.direction === 'OUT' ? texts.unsent : texts.cancelled,
      ok: verbs.cancel as Text,
      danger: true,
    }
    if ((await ask(question)) === undefined) return
    await done(async () => {
      await call(calls.cancel, { ids: [row.id] })
      return t(['已作废：{no}', 'Cancelled: {no}'], { no })
    })
  }
  return (row: Row): RowAction[] => [
    { key: 'content', title: texts.content, run: () => onShown(row) },
    ...(can(dataInteractive, 'restart') && row.status !== 'PENDING'
      ? [{ key: 'restart', title: verbs.restart as Text, run: () => void restart(row) }]
      : []),
    ...(can(dataInteractive, 'cancel') && open.includes(row.status)
      ? [{ key: 'cancel', title: verbs.cancel as Text, danger: true, run: () => void cancel(row) }]
      : []),
  ]
}

const isEvent = (value: unknown): value is BusinessEvent => Object.hasOwn(businessEvents, String(value))
const time = (value: unknown): string => (value ? shownTime(String(value)) : '')
const columnsOf = (actions: (row: Row) => RowAction[], isOfAll: boolean): readonly ReadColumn<Row>[] => [
  { name: 'businessNo', title: fields.businessNo.title, width: 180, said: (r) => String(r.businessNo) },
  ...(isOfAll
    ? [
        {
          name: 'configId',
          title: fields.configId.title,
          width: 160,
          said: (r: Row) => r.refs.configId?.name ?? '',
        },
      ]
    : []),
  {
    name: 'status',
    title: fields.status.title,
    width: 110,
    render: (r, t) => <RecordTag state={r.status} t={t} />,
    isFilled: () => true,
  },
  {
    name: 'message',
    title: fields.message.title,
    width: 320,
    said: (r, t) => t([String(r.message ?? ''), String(r.messageEn ?? r.message ?? '')]),
    wraps: true,
  },
  {
    name: 'object',
    title: fields.object.title,
    width: 110,
    said: (r, t) => (isEvent(r.object) ? t(businessEvents[r.object]) : ''),
  },
  {
    name: 'httpStatus',
    title: fields.httpStatus.title,
    width: 90,
    isFigure: true,
    said: (r) => String(r.httpStatus ?? ''),
  },
  { name: 'nextAt', title: fields.nextAt.title, width: 170, said: (r) => time(r.nextAt) },
  { name: 'revision', title: fields.revision.title, width: 80, isFigure: true, said: (r) => String(r.revision) },
  { name: 'tries', title: fields.tries.title, width: 90, isFigure: true, said: (r) => String(r.tries) },
  { name: 'createTime', title: ['记录时间', 'Noted at'], width: 170, said: (r) => time(r.createTime) },
  { name: 'doneAt', title: fields.doneAt.title, width: 170, said: (r) => time(r.doneAt) },
  {
    name: 'actions',
    title: words.actions,
    width: 190,
    render: (r) => <RowButtons actions={actions(r)} />,
    isFilled: () => true,
    fixed: 'end',
  },
]

function Content({ row, onClose }: { row: Row; onClose: () => void }) {
  const t = useText()
  const read = useCall(calls.payload, { id: row.id })
  return (
    <ActDrawer title={String(row.businessNo)} onClose={onClose}>
      <p className="hint">{t(texts.masked)}</p>
      {read.error && <NotRead of={read} />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keys */}
      <pre className="open-text" tabIndex={0}>
        {read.data?.payload ?? ''}
      </pre>
      {read.data?.answer && (
        <>
          <h4>{t(texts.answer)}</h4>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keys */}
          <pre className="open-text" tabIndex={0}>
            {read.data.answer}
          </pre>
        </>
      )}
    </ActDrawer>
  )
}

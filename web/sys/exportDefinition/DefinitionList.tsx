import type { Text } from '@lading/contract/kernel/text.ts'
import {
  exportDefinition,
  exportDefinitionCalls,
  exportFormats,
  type ListedDefinition,
} from '@lading/contract/sys/exportDefinition.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { call } from '../../client/client.ts'
import { report } from '../../client/errors.ts'
import { type Say, useText } from '../../client/text.ts'
import { shownTime } from '../../client/time.ts'
import type { ReadColumn } from '../../kernel/grid/columns.tsx'
import { ReadTable } from '../../kernel/grid/ReadTable.tsx'
import { RowButtons } from '../../kernel/list/RowButtons.tsx'
import { NotRead } from '../../kernel/NotRead.tsx'
import { useCall } from '../../kernel/useCall.ts'
import { changed, type RowAction, useVerbs } from '../../kernel/verbs.tsx'
import { words } from '../../kernel/words.ts'
import { ask } from '../../ui/ask.tsx'
import { notify } from '../../ui/notices.tsx'
import { Card, Page } from '../../ui/Page.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { SkeletonRows } from '../../ui/states.tsx'
import { tagWidth, useListed } from '../listed/useListed.tsx'
import { levelSources, useLevel } from '../org/useLevel.tsx'
import { DefinitionDialog } from './DefinitionDialog.tsx'
import { ExportTasks } from './ExportTasks.tsx'
import '../sys.css'

const texts = {
  title: ['导出定义', 'Export definitions'],
  level: ['查看和修改哪个组织的导出定义', 'Whose export definitions'],
  restore: ['恢复默认', 'Reset'],
  askRestore: ['不再使用[{title}]的导出定义？', 'Give up the export definition of [{title}]?'],
  restoreDetail: ['之后按列表当前的列导出。', 'It is exported with the columns that the list shows.'],
  tasks: ['导出任务', 'Export tasks'],
} as const satisfies Record<string, Text>

const foundBy = (d: ListedDefinition): string => d.title
const isOwn = (d: ListedDefinition): boolean => d.isOwn

/** Asks first. @param orgId whose; left out, the enterprise's */
async function restoreOne(
  t: Say,
  { subject, title, version }: ListedDefinition,
  orgId: string | undefined,
): Promise<void> {
  const question = { title: texts.askRestore, args: { title }, detail: texts.restoreDetail }
  if ((await ask({ ...question, ok: texts.restore })) === undefined) return
  try {
    await call(exportDefinitionCalls.restore, { subject, version, ...(orgId && { orgId }) })
    notify('good', t(words.saved))
  } catch (error) {
    report(error)
  }
  await changed(exportDefinition)
}

/** 导出定义: what files of each list hold, and what their columns are called. */
export function DefinitionList() {
  const t = useText()
  const { can } = useVerbs(exportDefinition)
  const mayChange = can(exportDefinition, 'update')
  const { orgId, chooser } = useLevel(texts.level)
  const read = useCall(exportDefinitionCalls.list, { ...(orgId && { orgId }) })
  const [edited, setEdited] = useState<ListedDefinition>()
  const [isTasks, setTasks] = useState(false)
  const actions = (d: ListedDefinition): RowAction[] => [
    { key: 'edit', title: mayChange ? words.edit : words.detail, run: () => setEdited(d) },
    ...(mayChange && d.isOwn
      ? [{ key: 'restore', title: texts.restore, run: () => void restoreOne(t, d, orgId) }]
      : []),
  ]
  const columns = columnsOf(actions)
  const { found, isOwnOnly, tools } = useListed(read.data, { title: texts.title, columns, foundBy, isOwn })
  if (read.error && !read.data) return <NotRead of={read} />
  if (!read.data) return <SkeletonRows rows={6} label={t(words.loading)} />
  return (
    <Page title={t(texts.title)} actions={<Button onClick={() => setTasks(true)}>{t(texts.tasks)}</Button>}>
      {chooser}
      <Card>
        {tools}
        <ReadTable<ListedDefinition>
          label={t(texts.title)}
          rows={found}
          columns={columns}
          none={isOwnOnly ? ['没有自定义的导出', 'No export was changed'] : ['没有符合的导出', 'No such export']}
        />
      </Card>
      {edited && (
        <DefinitionDialog of={edited} orgId={orgId} mayChange={mayChange} onClose={() => setEdited(undefined)} />
      )}
      {isTasks && <ExportTasks onClose={() => setTasks(false)} />}
    </Page>
  )
}

const columnsOf = (actions: (d: ListedDefinition) => readonly RowAction[]): readonly ReadColumn<ListedDefinition>[] => [
  { name: 'title', title: ['内容', 'What'], width: 180, said: (d) => d.title },
  {
    name: 'source',
    title: ['来源', 'Set by'],
    width: 220,
    beside: tagWidth,
    said: (d, t) => t(levelSources[d.source]),
    render: (d, t) => (
      <StatusTag tone={d.source === 'INITIAL' ? 'idle' : 'good'}>{t(levelSources[d.source])}</StatusTag>
    ),
    isFilled: () => true,
  },
  { name: 'columns', title: ['列数', 'Columns'], width: 80, isFigure: true, said: (d) => String(d.columns) },
  { name: 'fileName', title: exportDefinition.fields.fileName.title, width: 160, said: (d) => d.fileName ?? d.title },
  {
    name: 'formats',
    title: exportDefinition.fields.formats.title,
    width: 100,
    said: (d, t) => (d.formats ? t(exportFormats[d.formats]) : ''),
    isFilled: () => true,
  },
  {
    name: 'maxRows',
    title: exportDefinition.fields.maxRows.title,
    width: 120,
    isFigure: true,
    said: (d) => d.maxRows?.toLocaleString() ?? '',
    isFilled: () => true,
  },
  { name: 'by', title: words.lastModifierName, width: 120, said: (d) => d.changedBy ?? '', isFilled: () => true },
  {
    name: 'at',
    title: words.lastModifyTime,
    width: 170,
    said: (d) => (d.changedAt ? shownTime(d.changedAt) : ''),
    isFilled: () => true,
  },
  {
    name: 'actions',
    title: words.actions,
    width: 130,
    render: (d) => <RowButtons actions={actions(d)} />,
    isFilled: () => true,
    fixed: 'end',
  },
]

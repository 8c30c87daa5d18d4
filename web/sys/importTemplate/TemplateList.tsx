import type { Text } from '@lading/contract/kernel/text.ts'
import { importTemplate, importTemplateCalls, type ListedTemplate } from '@lading/contract/sys/importTemplate.ts'
import { importModes } from '@lading/contract/sys/sheetRecord.ts'
import { useState } from 'react'
import { call, download } from '../../client/client.ts'
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
import { once } from '../../ui/once.ts'
import { Card, Page } from '../../ui/Page.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { SkeletonRows } from '../../ui/states.tsx'
import { tagWidth, useListed } from '../listed/useListed.tsx'
import { TemplateDialog } from './TemplateDialog.tsx'
import '../sys.css'

const texts = {
  title: ['导入模板', 'Import templates'],
  own: ['已自定义', 'Changed'],
  usual: ['默认', 'Usual'],
  download: ['下载', 'Download'],
  restore: ['恢复默认', 'Reset'],
  askRestore: ['不再使用[{title}]的自定义模板？', 'Give up the template of [{title}] that was made here?'],
  restoreDetail: ['之后使用系统自带的模板。', 'The product’s own template is used again.'],
} as const satisfies Record<string, Text>

const foundBy = (d: ListedTemplate): string => d.title
const isOwn = (d: ListedTemplate): boolean => d.isOwn
const fetchFile = ({ subject }: ListedTemplate) =>
  void once(`template ${subject}`, () =>
    download(importTemplateCalls.download, { subject, format: 'xlsx' }).catch(report),
  )

/** Asks first. */
async function restoreOne(t: Say, { subject, title, version }: ListedTemplate): Promise<void> {
  const question = { title: texts.askRestore, args: { title }, detail: texts.restoreDetail }
  if ((await ask({ ...question, ok: texts.restore })) === undefined) return
  try {
    await call(importTemplateCalls.restore, { subject, version })
    notify('good', t(words.saved))
  } catch (error) {
    report(error)
  }
  await changed(importTemplate)
}

/** 导入模板: what the files look like in which things are brought in. */
export function TemplateList() {
  const t = useText()
  const { can } = useVerbs(importTemplate)
  const mayChange = can(importTemplate, 'update')
  const read = useCall(importTemplateCalls.list, {})
  const [edited, setEdited] = useState<ListedTemplate>()
  const actions = (d: ListedTemplate): RowAction[] => [
    { key: 'edit', title: mayChange ? words.edit : words.detail, run: () => setEdited(d) },
    { key: 'file', title: texts.download, run: () => fetchFile(d) },
    ...(mayChange && d.isOwn ? [{ key: 'restore', title: texts.restore, run: () => void restoreOne(t, d) }] : []),
  ]
  const columns = columnsOf(actions)
  const { found, isOwnOnly, tools } = useListed(read.data, { title: texts.title, columns, foundBy, isOwn })
  if (read.error && !read.data) return <NotRead of={read} />
  if (!read.data) return <SkeletonRows rows={6} label={t(words.loading)} />
  return (
    <Page title={t(texts.title)}>
      <Card>
        {tools}
        <ReadTable<ListedTemplate>
          label={t(texts.title)}
          rows={found}
          columns={columns}
          none={isOwnOnly ? ['没有自定义的模板', 'No template was changed'] : ['没有符合的模板', 'No such template']}
        />
      </Card>
      {edited && <TemplateDialog of={edited} mayChange={mayChange} onClose={() => setEdited(undefined)} />}
    </Page>
  )
}

const columnsOf = (actions: (d: ListedTemplate) => readonly RowAction[]): readonly ReadColumn<ListedTemplate>[] => [
  { name: 'title', title: ['内容', 'What'], width: 180, said: (d) => d.title },
  {
    name: 'state',
    title: words.state,
    width: 140,
    beside: tagWidth,
    said: (d, t) => t(d.isOwn ? texts.own : texts.usual),
    render: (d, t) => <StatusTag tone={d.isOwn ? 'good' : 'idle'}>{t(d.isOwn ? texts.own : texts.usual)}</StatusTag>,
    isFilled: () => true,
  },
  { name: 'columns', title: ['列数', 'Columns'], width: 90, isFigure: true, said: (d) => String(d.columns) },
  { name: 'required', title: ['必填列', 'Required'], width: 90, isFigure: true, said: (d) => String(d.required) },
  {
    name: 'mode',
    title: importTemplate.fields.mode.title,
    width: 120,
    said: (d, t) => (d.mode ? t(importModes[d.mode]) : ''),
    isFilled: () => true,
  },
  {
    name: 'maxRows',
    title: importTemplate.fields.maxRows.title,
    width: 100,
    isFigure: true,
    said: (d) => d.maxRows?.toLocaleString() ?? '',
    isFilled: () => true,
  },
  {
    name: 'version',
    title: ['版本', 'Version'],
    width: 80,
    isFigure: true,
    said: (d) => (d.version > 0 ? String(d.version) : ''),
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
    width: 190,
    render: (d) => <RowButtons actions={actions(d)} />,
    isFilled: () => true,
    fixed: 'end',
  },
]

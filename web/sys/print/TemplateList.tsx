import { crudCalls } from '@lading/contract/kernel/crud.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { printTemplateCalls as calls, type ListedTemplate, printTemplate } from '@lading/contract/sys/printTemplate.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { call } from '../../client/client.ts'
import { report } from '../../client/errors.ts'
import { useText } from '../../client/text.ts'
import { shownTime } from '../../client/time.ts'
import type { ReadColumn } from '../../kernel/grid/columns.tsx'
import { ReadTable } from '../../kernel/grid/ReadTable.tsx'
import { laterPart } from '../../kernel/laterPart.tsx'
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
import { Batches } from './Batches.tsx'
import { CopyDialog } from './CopyDialog.tsx'
import { EditDialog } from './EditDialog.tsx'
import { Printers } from './Printers.tsx'
import { PrintLog } from './PrintLog.tsx'
import '../sys.css'

const texts = {
  title: ['打印模板', 'Print templates'],
  system: ['系统', 'System'],
  own: ['自定义', 'Own'],
  used: ['默认', 'In use'],
  copy: ['复制', 'Copy'],
  look: ['查看版式', 'View layout'],
  printers: ['打印机', 'Printers'],
  log: ['打印日志', 'Print log'],
  batches: ['打印批次', 'Print batches'],
  askRemove: ['删除打印模板[{name}]？', 'Delete the print template [{name}]?'],
} as const satisfies Record<string, Text>

/** The designer is large and seldom wanted: the list does without it. */
const Designer = laterPart(
  async () => (await import('./Designer.tsx')).Designer,
  () => null,
)

const foundBy = (d: ListedTemplate): string => `${d.name} ${d.code} ${d.document}`
const isOwn = (d: ListedTemplate): boolean => d.id !== null

/** 打印模板: how each kind of document looks, here and for whom. */
export function TemplateList() {
  const t = useText()
  const read = useCall(calls.list, {})
  const [copied, setCopied] = useState<ListedTemplate>()
  const [designed, setDesigned] = useState<ListedTemplate>()
  const [edited, setEdited] = useState<ListedTemplate>()
  const actions = useActions({ onCopy: setCopied, onDesign: setDesigned, onEdit: setEdited })
  const [side, setSide] = useState<'printers' | 'log' | 'batches'>()
  const columns = columnsOf(actions)
  const { found, tools } = useListed(read.data, { title: texts.title, columns, foundBy, isOwn, own: texts.own })
  if (read.error && !read.data) return <NotRead of={read} />
  if (!read.data) return <SkeletonRows rows={6} label={t(words.loading)} />
  return (
    <Page
      title={t(texts.title)}
      actions={(['printers', 'batches', 'log'] as const).map((one) => (
        <Button key={one} onClick={() => setSide(one)}>
          {t(texts[one])}
        </Button>
      ))}
    >
      <Card>
        {tools}
        <ReadTable<ListedTemplate>
          label={t(texts.title)}
          rows={found}
          columns={columns}
          none={['没有符合的模板', 'No such template']}
        />
      </Card>
      {copied && <CopyDialog of={copied} onClose={() => setCopied(undefined)} />}
      {edited && <EditDialog of={edited} onClose={() => setEdited(undefined)} />}
      {designed && <Designer of={designed} onClose={() => setDesigned(undefined)} />}
      {side === 'printers' && <Printers onClose={() => setSide(undefined)} />}
      {side === 'log' && (
        <PrintLog documents={new Map(read.data.map((d) => [d.kind, d.document]))} onClose={() => setSide(undefined)} />
      )}
      {side === 'batches' && <Batches onClose={() => setSide(undefined)} />}
    </Page>
  )
}

interface Opens {
  readonly onCopy: (d: ListedTemplate) => void
  readonly onDesign: (d: ListedTemplate) => void
  readonly onEdit: (d: ListedTemplate) => void
}

/** What may be done with a template: little with the system's, which counts until somebody has his own. */
function useActions({ onCopy, onDesign, onEdit }: Opens) {
  const t = useText()
  const { can } = useVerbs(printTemplate)
  const run = async (work: () => Promise<unknown>): Promise<void> => {
    try {
      await work()
      notify('good', t(words.saved))
    } catch (error) {
      report(error)
    }
    await changed(printTemplate)
  }
  const remove = async (d: ListedTemplate): Promise<void> => {
    const question = { title: texts.askRemove, args: { name: d.name }, ok: words.remove }
    if ((await ask(question)) === undefined || d.id === null) return
    const { id, version } = d
    await run(() => call(crudCalls(printTemplate).remove as never, { id, version }))
  }
  const ownActions = (d: ListedTemplate & { id: string }): RowAction[] => {
    const seen = { id: d.id, version: d.version }
    const verb = d.disabled ? 'enable' : 'disable'
    return [
      ...(can(printTemplate, 'update')
        ? [
            { key: 'edit', title: words.edit, run: () => onEdit(d) },
            {
              key: 'default',
              title: d.isDefault ? printTemplate.verbs.unsetDefault : printTemplate.verbs.setDefault,
              refused: d.disabled ? t(words.disabled) : undefined,
              run: () => void run(() => call(calls.setDefault, { ...seen, isDefault: !d.isDefault })),
            } as RowAction,
          ]
        : []),
      ...(can(printTemplate, 'enable_disable')
        ? [
            {
              key: verb,
              title: d.disabled ? words.enable : words.disable,
              run: () => void run(() => call(crudCalls(printTemplate)[verb] as never, { rows: [seen] })),
            },
          ]
        : []),
      ...(can(printTemplate, 'remove')
        ? [{ key: 'remove', title: words.remove, danger: true, run: () => void remove(d) }]
        : []),
    ]
  }
  const actions = (d: ListedTemplate): RowAction[] => [
    {
      key: 'design',
      title: d.id !== null && can(printTemplate, 'update') ? (printTemplate.verbs.design ?? texts.look) : texts.look,
      run: () => onDesign(d),
    },
    ...(can(printTemplate, 'create') ? [{ key: 'copy', title: texts.copy, run: () => onCopy(d) }] : []),
    ...(d.id === null ? [] : ownActions({ ...d, id: d.id })),
  ]
  return actions
}

const { fields } = printTemplate
const columnsOf = (actions: (d: ListedTemplate) => readonly RowAction[]): readonly ReadColumn<ListedTemplate>[] => [
  { name: 'document', title: fields.kind.title, width: 140, said: (d) => d.document },
  { name: 'name', title: fields.name.title, width: 160, said: (d) => d.name },
  { name: 'code', title: fields.code.title, width: 150, said: (d) => d.code },
  {
    name: 'source',
    title: ['来源', 'Source'],
    width: 140,
    beside: tagWidth,
    said: (d, t) => t(d.id ? texts.own : texts.system),
    render: (d, t) => <StatusTag tone={d.id ? 'good' : 'idle'}>{t(d.id ? texts.own : texts.system)}</StatusTag>,
    isFilled: () => true,
  },
  {
    name: 'state',
    title: words.state,
    width: 140,
    beside: tagWidth,
    said: (d, t) => (d.disabled ? t(words.disabled) : d.isDefault ? t(texts.used) : ''),
    render: (d, t) =>
      d.disabled ? (
        <StatusTag tone="bad">{t(words.disabled)}</StatusTag>
      ) : d.isDefault ? (
        <StatusTag tone="good">{t(texts.used)}</StatusTag>
      ) : null,
    isFilled: () => true,
  },
  { name: 'org', title: fields.forOrgId.title, width: 130, said: (d) => d.forOrg ?? '' },
  { name: 'owner', title: fields.forOwnerId.title, width: 130, said: (d) => d.forOwner ?? '' },
  { name: 'paper', title: ['纸张mm', 'Paper mm'], width: 100, said: (d) => `${d.width} × ${d.height}` },
  { name: 'revision', title: fields.revision.title, width: 70, isFigure: true, said: (d) => String(d.revision) },
  { name: 'by', title: words.lastModifierName, width: 110, said: (d) => d.changedBy ?? '' },
  { name: 'at', title: words.lastModifyTime, width: 170, said: (d) => (d.changedAt ? shownTime(d.changedAt) : '') },
  {
    name: 'actions',
    title: words.actions,
    width: 170,
    render: (d) => <RowButtons actions={actions(d)} />,
    isFilled: () => true,
    fixed: 'end',
  },
]

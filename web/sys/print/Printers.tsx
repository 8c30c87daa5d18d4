import type { Page as Paged } from '@lading/contract/kernel/call.ts'
import { crudCalls } from '@lading/contract/kernel/crud.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { printerCalls } from '@lading/contract/sys/printerCalls.ts'
import { printer } from '@lading/contract/sys/printTemplate.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { call } from '../../client/client.ts'
import { report } from '../../client/errors.ts'
import { useText } from '../../client/text.ts'
import { EnabledTag } from '../../kernel/EnabledTag.tsx'
import type { ReadColumn } from '../../kernel/grid/columns.tsx'
import { ReadTable } from '../../kernel/grid/ReadTable.tsx'
import { RowButtons } from '../../kernel/list/RowButtons.tsx'
import type { Row } from '../../kernel/records.ts'
import { useCall } from '../../kernel/useCall.ts'
import { changed, type RowAction, useVerbs } from '../../kernel/verbs.tsx'
import { words } from '../../kernel/words.ts'
import { ActDialog, useAct } from '../../platform/ActDialog.tsx'
import { ActDrawer } from '../../platform/ActDrawer.tsx'
import { notify } from '../../ui/notices.tsx'
import { areSound, Fields, type Typed } from '../Fields.tsx'

const texts = {
  title: ['打印机', 'Printers'],
  add: ['新增打印机', 'Add a printer'],
  edit: ['编辑打印机：{name}', 'Edit printer {name}'],
  none: ['当前组织没有打印机', 'No printers in this organisation'],
  queued: ['测试标签已发送，结果见打印批次', 'The test label is on its way: see the print batches'],
} as const satisfies Record<string, Text>
const { fields } = printer
const asked = ['code', 'name', 'language', 'host', 'port', 'dots', 'paper', 'font', 'note'] as const
const calls = crudCalls(printer)
const initial: Typed = { language: 'ZPL', port: 9100, dots: 'D203' }

/** 打印机: label printers of the organisation. */
export function Printers({ onClose }: { onClose: () => void }) {
  const t = useText()
  const { can } = useVerbs(printer)
  const read = useCall(calls.query as never, { filter: {}, pageSize: 200 } as never)
  const [edited, setEdited] = useState<Row | 'new'>()
  const run = async (work: () => Promise<unknown>, told: Text): Promise<void> => {
    try {
      await work()
      notify('good', t(told))
    } catch (error) {
      report(error)
    }
    await changed(printer)
  }
  const actions = (row: Row): RowAction[] => {
    const verb = row.disabled ? 'enable' : 'disable'
    const seen = { rows: [{ id: row.id, version: row.version }] }
    return [
      ...(can(printer, 'update') ? [{ key: 'edit', title: words.edit, run: () => setEdited(row) }] : []),
      ...(can(printer, 'print')
        ? [
            {
              key: 'test',
              title: printer.verbs.test ?? words.edit,
              refused: row.disabled ? t(words.disabled) : undefined,
              run: () => void run(() => call(printerCalls.test, { id: row.id }), texts.queued),
            },
          ]
        : []),
      ...(can(printer, 'enable_disable')
        ? [
            {
              key: verb,
              title: row.disabled ? words.enable : words.disable,
              run: () => void run(() => call(calls[verb] as never, seen as never), words.saved),
            },
          ]
        : []),
    ]
  }
  return (
    <ActDrawer
      title={t(texts.title)}
      reads={read}
      onClose={onClose}
      extra={can(printer, 'create') && <Button onClick={() => setEdited('new')}>{t(texts.add)}</Button>}
    >
      {(data) => (
        <>
          <ReadTable<Row>
            label={t(texts.title)}
            rows={(data as unknown as Paged<Row>).records}
            columns={columnsOf(actions)}
            none={texts.none}
          />
          {edited && <PrinterDialog row={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />}
        </>
      )}
    </ActDrawer>
  )
}

const said = (name: 'code' | 'name' | 'font' | 'note') => ({
  name,
  title: fields[name].title,
  width: 130,
  said: (r: Row) => String(r[name] ?? ''),
})
const columnsOf = (actions: (row: Row) => readonly RowAction[]): readonly ReadColumn<Row>[] => [
  said('code'),
  said('name'),
  {
    name: 'language',
    title: fields.language.title,
    width: 130,
    said: (r, t) => t(fields.language.choices?.[String(r.language)] ?? words.nothing),
  },
  { name: 'host', title: fields.host.title, width: 170, said: (r) => `${r.host}:${r.port}` },
  {
    name: 'dots',
    title: fields.dots.title,
    width: 90,
    said: (r, t) => t(fields.dots.choices?.[String(r.dots)] ?? words.nothing),
  },
  {
    name: 'paper',
    title: fields.paper.title,
    width: 110,
    said: (r, t) => t(fields.paper.choices?.[String(r.paper)] ?? words.nothing),
  },
  said('font'),
  said('note'),
  {
    name: 'state',
    title: words.state,
    width: 90,
    render: (r) => <EnabledTag of={r.disabled} />,
    isFilled: () => true,
  },
  {
    name: 'actions',
    title: words.actions,
    width: 170,
    render: (r) => <RowButtons actions={actions(r)} />,
    isFilled: () => true,
    fixed: 'end',
  },
]

function PrinterDialog({ row, onClose }: { row: Row | undefined; onClose: () => void }) {
  const t = useText()
  const act = useAct(printer, (row ? calls.update : calls.create) as never, onClose)
  const [values, setValues] = useState<Typed>(row ?? initial)
  const save = () => {
    const own = Object.fromEntries(asked.map((name) => [name, values[name] === '' ? null : (values[name] ?? null)]))
    return act.run({ ...own, ...(row && { id: row.id, version: row.version }) } as never, () => t(words.saved))
  }
  return (
    <ActDialog
      act={act}
      width={520}
      title={row ? t(texts.edit, { name: String(row.name) }) : t(texts.add)}
      okText={t(words.save)}
      isReady={areSound(fields, asked, values)}
      onOk={() => void save()}
      onClose={onClose}
    >
      <Fields fields={fields} names={asked} values={values} locked={row ? ['code'] : []} onChange={setValues} />
    </ActDialog>
  )
}

import { DownOutlined } from '@ant-design/icons'
import type { Call } from '@lading/contract/kernel/call.ts'
import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { Button, Dropdown, Tooltip } from 'antd'
import { useState } from 'react'
import { downloadOrTold } from '../../client/client.ts'
import { report } from '../../client/errors.ts'
import { hashOf, place } from '../../client/location.ts'
import { type Say, useText } from '../../client/text.ts'
import type { ListModel } from '../../kernel/list/useList.ts'
import { callOf } from '../../kernel/records.ts'
import { words } from '../../kernel/words.ts'
import { notify } from '../../ui/notices.tsx'
import { once } from '../../ui/once.ts'
import type { ImportDialog as ImportDialogType, OtherImport } from './ImportDialog.tsx'

/** What of a list an export asks; a page that is no list tells it as one would. */
export type Exported = Pick<ListModel, 'entity' | 'question'>

const formats = ['xlsx', 'csv'] as const

/** Exports the filtered set with the columns in sight, in their order. */
export function ExportButton({ list, columns }: { list: Exported; columns: readonly string[] }) {
  const t = useText()
  const [isBusy, setBusy] = useState(false)
  const [permitted, setPermitted] = useState<readonly string[]>(formats)
  const run = async (format: string) => {
    setBusy(true)
    const { filter, orderBy } = list.question
    const { fields: known } = list.entity
    // What a page draws of nested values is no cell.
    const fields = columns.filter((name) => known[name] && known[name].kind !== 'json')
    try {
      const asked = { filter, orderBy, columns: fields, format }
      await takeFile(t, callOf<object, unknown>(list.entity, 'export'), asked)
    } catch (error) {
      report(error)
    }
    setBusy(false)
  }
  // What the enterprise has said of it is asked when somebody is about to choose; the server says so in any case.
  const look = (isOpen: boolean) => {
    if (isOpen)
      import('./permittedFormats.ts')
        .then(({ permittedFormats }) => permittedFormats(list.entity.key))
        .then((got) => setPermitted(got ?? formats), report)
  }
  const items = formats.map((f) => ({
    key: f,
    label: f === 'xlsx' ? 'Excel (.xlsx)' : 'CSV (.csv)',
    disabled: !permitted.includes(f),
    ...(!permitted.includes(f) && { title: t(['导出定义不允许此格式', 'The export definition does not allow it']) }),
  }))
  return (
    <Dropdown
      autoFocus
      onOpenChange={look}
      menu={{ items, onClick: ({ key }) => void run(key) }}
      trigger={['click']}
      disabled={isBusy}
    >
      <Button loading={isBusy}>
        {t(words.export)}
        <DownOutlined aria-hidden />
      </Button>
    </Dropdown>
  )
}

/** Many rows are written in the background: where the file will be. */
/** Saves what a call answers, or says that it is made in the background. */
export async function takeFile<I>(t: Say, call: Call<I, unknown>, asked: I): Promise<void> {
  if ((await downloadOrTold(call, asked)) !== undefined) tellQueued(t)
}
const tellQueued = (t: Say): void =>
  notify(
    'good',
    <>
      {t([
        '数据较多，已转为后台导出，完成后会提醒您：',
        'Many rows: they are exported in the background. You will be told: ',
      ])}
      <a href={hashOf(place('sys', 'exportRecord'))}>{t(['我的导出', 'My exports'])}</a>
    </>,
  )

interface ImportButtonProps {
  readonly of: AnyEntity
  readonly refused: string | undefined
  /** Left out: the entity's own import. */
  readonly by?: OtherImport
}
export function ImportButton({ of, refused, by }: ImportButtonProps) {
  const t = useText()
  const [Dialog, setDialog] = useState<typeof ImportDialogType>()
  // What does not come is told, and asked for again by the next press.
  const open = () =>
    once('import', async () => {
      const { ImportDialog } = await import('./ImportDialog.tsx')
      setDialog(() => ImportDialog)
    }).catch(report)
  return (
    <>
      <Tooltip title={refused}>
        <span>
          <Button disabled={refused !== undefined} onClick={() => void open()}>
            {t(by?.call.title ?? words.import)}
          </Button>
        </span>
      </Tooltip>
      {Dialog && <Dialog of={of} by={by} onClose={() => setDialog(undefined)} />}
    </>
  )
}

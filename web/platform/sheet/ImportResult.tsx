import type { importAnswer } from '@lading/contract/kernel/crud.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { sheetRecordCalls } from '@lading/contract/sys/sheetRecord.ts'
import { Alert, Button, Upload } from 'antd'
import type { z } from 'zod'
import { call, saveFile, saveFrom } from '../../client/client.ts'
import { report } from '../../client/errors.ts'
import { useText } from '../../client/text.ts'
import type { ReadColumn } from '../../kernel/grid/columns.tsx'
import { ReadTable } from '../../kernel/grid/ReadTable.tsx'

type Answer = z.output<typeof importAnswer>
/** An answer is what came of it, whether it came at once or later. @see sheetRecordCalls.errorTicket */
export type Came = Answer & { readonly markedOf?: string }

export const partly: Text = ['已导入{n}条，{e}行有错误未导入', 'Imported: {n}. Rows with errors: {e}, not imported']
export const wrongRows = (answer: Answer): number => new Set(answer.errors.map((e) => e.row)).size

const shownMax = 500

interface FileProps {
  readonly file: File | undefined
  readonly hint: Text
  /** It is being worked on. */
  readonly isFixed: boolean
  readonly onChange: (file: File) => void
}
/** Where a spreadsheet is chosen, or dropped. */
export function FileChoice({ file, hint, isFixed, onChange }: FileProps) {
  const t = useText()
  if (file && isFixed)
    return (
      <p>
        <b>{file.name}</b> <span className="muted">{Math.ceil(file.size / 1024)} kB</span>
      </p>
    )
  return (
    <Upload.Dragger
      accept=".xlsx,.csv"
      showUploadList={false}
      beforeUpload={(chosen) => {
        onChange(chosen)
        return false
      }}
    >
      {file ? (
        <p>
          <b>{file.name}</b> <span className="muted">{Math.ceil(file.size / 1024)} kB</span>
        </p>
      ) : (
        <p>{t(['点击选择或拖入文件（.xlsx、.csv）', 'Click to choose or drop a file (.xlsx, .csv)'])}</p>
      )}
      <p className="hint">{t(hint)}</p>
    </Upload.Dragger>
  )
}

type Remark = Answer['errors'][number] & { readonly kind: Text }
const wrong: Text = ['错误', 'Error']
const doubtful: Text = ['警告', 'Warning']
const columns: readonly ReadColumn<Remark>[] = [
  { name: 'row', title: ['行', 'Row'], width: 70, isFigure: true, said: (r) => String(r.row) },
  { name: 'kind', title: ['级别', 'Kind'], width: 90, said: (r, t) => t(r.kind) },
  {
    name: 'field',
    title: ['字段', 'Field'],
    width: 160,
    said: (r) => r.title,
    wraps: true,
  },
  { name: 'message', title: ['说明', 'Message'], width: 360, said: (r) => r.message, wraps: true },
]

interface ResultProps {
  readonly answer: Came
  /** Of the file. */
  readonly name: string
  readonly isDone: boolean
}
/** What an import says of a file, row by row. */
export function ImportResult({ answer, name, isDone }: ResultProps) {
  const t = useText()
  const { errors, warnings } = answer
  const isBad = errors.length > 0
  const n = answer.created + answer.updated
  const title =
    isBad && n > 0
      ? t(isDone ? partly : ['{n}条可以导入，{e}行有错误', 'Can be imported: {n}. Rows with errors: {e}'], {
          n,
          e: wrongRows(answer),
        })
      : isBad
        ? t(['{n}行中有{e}处错误，未导入', 'Errors: {e}, rows: {n}. Nothing was imported'], {
            n: answer.rows,
            e: errors.length,
          })
        : t(['{n}行可以导入：新增{c}，更新{u}', 'Rows to import: {n} ({c} new, {u} changed)'], {
            n: answer.rows,
            c: answer.created,
            u: answer.updated,
          })
  const rows = [
    ...errors.map((e) => ({ ...e, kind: wrong })),
    ...warnings.map((e) => ({ ...e, kind: doubtful })),
  ].slice(0, shownMax)
  return (
    <>
      <Alert
        type={isBad && n === 0 ? 'error' : isBad ? 'warning' : warnings.length > 0 ? 'warning' : 'success'}
        showIcon
        title={title}
        action={
          (answer.errorFile || answer.markedOf) && (
            <Button size="small" onClick={() => saveMarked(answer, name)}>
              {t(['下载标错文件', 'Download marked file'])}
            </Button>
          )
        }
      />
      {rows.length > 0 && <ReadTable<Remark> label={title} rows={rows} columns={columns} height={240} />}
    </>
  )
}

function saveMarked({ errorFile, markedOf }: Came, name: string): void {
  // That of a task is kept with its record.
  if (markedOf !== undefined)
    call(sheetRecordCalls.errorTicket, { id: markedOf }).then(({ url }) => saveFrom(url), report)
  if (errorFile === undefined) return
  const bytes = Uint8Array.from(atob(errorFile), (c) => c.charCodeAt(0))
  saveFile(new Blob([bytes]), name.replace(/(\.\w+)?$/, '-errors.xlsx'))
}

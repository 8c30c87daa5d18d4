import type { importAnswer, importInput } from '@lading/contract/kernel/crud.ts'
import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { plural, type Text } from '@lading/contract/kernel/text.ts'
import { sheetFaults } from '@lading/contract/sys/sheetFaults.ts'
import { importModes, importRows, sheetRecordCalls } from '@lading/contract/sys/sheetRecord.ts'
import { Alert, Button, Radio, Upload } from 'antd'
import { useState } from 'react'
import type { z } from 'zod'
import { call, download, saveFile, saveFrom } from '../../client/client.ts'
import { asRefused, report, useWrite } from '../../client/errors.ts'
import { type Say, useText } from '../../client/text.ts'
import type { ReadColumn } from '../../kernel/grid/columns.tsx'
import { ReadTable } from '../../kernel/grid/ReadTable.tsx'
import { TabModal } from '../../kernel/overlay.tsx'
import { callOf } from '../../kernel/records.ts'
import { changed } from '../../kernel/verbs.tsx'
import { words } from '../../kernel/words.ts'
import { ask } from '../../ui/ask.tsx'
import { notify } from '../../ui/notices.tsx'
import { type ImportState, ImportTask } from './ImportTask.tsx'

type Input = z.output<typeof importInput>
type Answer = z.output<typeof importAnswer>
type Mode = Input['mode']

const shownMax = 500
const texts = {
  all: ['整批校验，有一行错误则全部不导入', 'All or nothing: if one row has an error, nothing is imported'],
  good: [
    '正确的行会导入，有错误的行退回到标错文件中',
    'Good rows are imported; rows with errors come back in the marked file',
  ],
  cancelled: ['已取消，已导入{n}条', 'Cancelled. Imported: {n}'],
  partly: ['已导入{n}条，{e}行有错误未导入', 'Imported: {n}. Rows with errors: {e}, not imported'],
} as const satisfies Record<string, Text>
/** An answer is what came of it, whether it came at once or later. */
type Came = Answer & { readonly markedOf?: string }
const answerOf = ({ id, rows, errors, warnings, hasErrorFile, created, updated, dryRun }: ImportState): Came => ({
  rows: rows ?? 0,
  created,
  updated,
  dryRun,
  errors: errors.map((e) => ({ ...e, field: '' })),
  warnings: warnings.map((e) => ({ ...e, field: '' })),
  ...(hasErrorFile && { markedOf: id }),
})
const wrongRows = (answer: Answer): number => new Set(answer.errors.map((e) => e.row)).size

/** What is to be imported, what came of it, and what may be done next. */
function useImport(of: AnyEntity, onClose: () => void) {
  const t = useText()
  const [file, setFile] = useState<File>()
  const [mode, setMode] = useState<Mode>('INSERT')
  const [rows, setRows] = useState<Input['rows']>('ALL')
  const [answer, setAnswer] = useState<Came>()
  const [problem, setProblem] = useState('')
  const [isDone, setDone] = useState(false)
  const [taskId, setTask] = useState<string>()
  const send = useWrite(callOf<Input, Answer>(of, 'import'))
  const tell = async (got: Answer): Promise<void> => {
    await changed(of)
    if (got.errors.length > 0) {
      notify('warn', t(texts.partly, { n: got.created + got.updated, e: wrongRows(got) }))
      setDone(true)
      return
    }
    const isGuessed = got.warnings.length > 0
    const done = t(['导入完成：新增{created}，更新{updated}', 'Imported: {created} new, {updated} changed'], got)
    const guesses = t(['；{n}处提示请核对', '. Check the warnings: {n}'], { n: got.warnings.length })
    notify(isGuessed ? 'warn' : 'good', isGuessed ? done + guesses : done)
    onClose()
  }
  const run = async (dryRun: Input['dryRun'], again: Input['again'] = 'false'): Promise<void> => {
    if (!file) return
    setProblem('')
    try {
      const got = await send.run({ dryRun, mode, rows, again }, file)
      setTask(got.taskId)
      setAnswer(got.taskId === undefined ? got : undefined)
      if (got.taskId !== undefined) return
      const isIn = got.created + got.updated > 0 || got.errors.length === 0
      if (dryRun === 'false' && isIn) await tell(got)
    } catch (error) {
      const refused = asRefused(error)
      if (refused.code !== sheetFaults.importedBefore.code) setProblem(refused.message)
      else if ((await ask({ title: sheetFaults.importedBefore.text, ok: words.import })) !== undefined)
        await run(dryRun, 'true')
    }
  }
  const over = async (task: ImportState): Promise<void> => {
    setTask(undefined)
    const got = answerOf(task)
    if (task.state === 'FAILED') setProblem(task.message ?? '')
    else if (task.state === 'CANCELLED') {
      setProblem(t(texts.cancelled, { n: got.created + got.updated }))
      await changed(of)
    } else setAnswer(got)
    if (task.state === 'DONE' || task.state === 'PARTIAL') await tell(got)
  }
  /** What was found is of another choice. */
  const anew =
    <T,>(set: (value: T) => void) =>
    (value: T): void => {
      set(value)
      setAnswer(undefined)
      setDone(false)
    }
  const hasGood = answer !== undefined && answer.created + answer.updated > 0
  const isClean =
    answer !== undefined && answer.rows > 0 && !isDone && (answer.errors.length === 0 || (rows === 'GOOD' && hasGood))
  const choose = { file: anew(setFile), mode: anew(setMode), rows: anew(setRows) }
  return { file, mode, rows, answer, problem, isDone, isClean, isBusy: send.isBusy, run, choose, taskId, over }
}

/** Template, file, trial run, result by row, import: in this order, and nothing is written before the trial is clean. */
export function ImportDialog({ of, onClose }: { of: AnyEntity; onClose: () => void }) {
  const t = useText()
  const { file, mode, rows, answer, problem, isDone, isClean, isBusy, run, choose, taskId, over } = useImport(
    of,
    onClose,
  )
  return (
    <TabModal
      open
      width={720}
      title={t(['导入{what}', 'Import {what}'], { what: [of.title[0], plural(of.title[1]).toLowerCase()] })}
      mask={{ closable: false }}
      onCancel={onClose}
      footer={[
        <Button key="close" onClick={onClose}>
          {t(isDone || taskId !== undefined ? words.close : words.cancel)}
        </Button>,
        <Button
          key="try"
          disabled={!file || taskId !== undefined}
          loading={isBusy}
          type={isClean ? 'default' : 'primary'}
          onClick={() => run('true')}
        >
          {t(['试导入', 'Check'])}
        </Button>,
        <Button
          key="go"
          disabled={!isClean}
          loading={isBusy}
          type={isClean ? 'primary' : 'default'}
          onClick={() => run('false')}
        >
          {t(words.import)}
        </Button>,
      ]}
    >
      <div className="import">
        <Template of={of} t={t} />
        {of.unique.length > 0 && (
          <Radio.Group
            disabled={taskId !== undefined}
            value={mode}
            options={Object.entries(importModes).map(([value, title]) => ({ value, label: t(title) }))}
            onChange={(e) => choose.mode(e.target.value)}
          />
        )}
        <Radio.Group
          disabled={taskId !== undefined}
          value={rows}
          options={Object.entries(importRows).map(([value, title]) => ({ value, label: t(title) }))}
          onChange={(e) => choose.rows(e.target.value)}
        />
        <FileChoice file={file} rows={rows} isFixed={taskId !== undefined} onChange={choose.file} />
        {taskId !== undefined && <ImportTask id={taskId} onOver={over} />}
        {problem && <Alert type="error" showIcon title={problem} />}
        {answer && <Result answer={answer} name={file?.name ?? ''} isDone={isDone} />}
      </div>
    </TabModal>
  )
}

interface FileProps {
  readonly file: File | undefined
  readonly rows: Input['rows']
  /** It is being worked on. */
  readonly isFixed: boolean
  readonly onChange: (file: File) => void
}
function FileChoice({ file, rows, isFixed, onChange }: FileProps) {
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
      <p className="hint">{t(rows === 'ALL' ? texts.all : texts.good)}</p>
    </Upload.Dragger>
  )
}

function Template({ of, t }: { of: AnyEntity; t: Say }) {
  const get = (format: string) => download(callOf<object, unknown>(of, 'importTemplate'), { format }).catch(report)
  return (
    <div>
      {t(['下载模板：', 'Template: '])}
      <Button type="link" size="small" onClick={() => void get('xlsx')}>
        Excel
      </Button>
      <Button type="link" size="small" onClick={() => void get('csv')}>
        CSV
      </Button>
    </div>
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

function Result({ answer, name, isDone }: { answer: Came; name: string; isDone: boolean }) {
  const t = useText()
  const { errors, warnings } = answer
  const isBad = errors.length > 0
  const n = answer.created + answer.updated
  const title =
    isBad && n > 0
      ? t(isDone ? texts.partly : ['{n}条可以导入，{e}行有错误', 'Can be imported: {n}. Rows with errors: {e}'], {
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

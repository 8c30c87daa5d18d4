import type { importAnswer, importInput } from '@lading/contract/kernel/crud.ts'
import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { plural, type Text } from '@lading/contract/kernel/text.ts'
import { Alert, Button, Radio, Upload } from 'antd'
import { useState } from 'react'
import type { z } from 'zod'
import { download, saveFile } from '../../client/client.ts'
import { asRefused, report, useWrite } from '../../client/errors.ts'
import { type Say, useText } from '../../client/text.ts'
import type { ReadColumn } from '../../kernel/grid/columns.tsx'
import { ReadTable } from '../../kernel/grid/ReadTable.tsx'
import { TabModal } from '../../kernel/overlay.tsx'
import { callOf } from '../../kernel/records.ts'
import { changed } from '../../kernel/verbs.tsx'
import { words } from '../../kernel/words.ts'
import { notify } from '../../ui/notices.tsx'

type Input = z.output<typeof importInput>
type Answer = z.output<typeof importAnswer>
type Mode = Input['mode']

const modes: Record<Mode, Text> = {
  INSERT: ['只新增', 'New only'],
  UPDATE: ['只更新', 'Existing only'],
  UPSERT: ['新增或更新', 'New or existing'],
}
const shownMax = 500

/** Template, file, trial run, result by row, import: in this order, and nothing is written before the trial is clean. */
export function ImportDialog({ of, onClose }: { of: AnyEntity; onClose: () => void }) {
  const t = useText()
  const [file, setFile] = useState<File>()
  const [mode, setMode] = useState<Mode>('INSERT')
  const [answer, setAnswer] = useState<Answer>()
  const [problem, setProblem] = useState('')
  const send = useWrite(callOf<Input, Answer>(of, 'import'))
  const run = async (dryRun: Input['dryRun']) => {
    if (!file) return
    setProblem('')
    try {
      const got = await send.run({ dryRun, mode }, file)
      setAnswer(got)
      if (dryRun === 'true' || got.errors.length > 0) return
      const isGuessed = got.warnings.length > 0
      const done = t(['导入完成：新增{created}，更新{updated}', 'Imported: {created} new, {updated} changed'], got)
      const guesses = t(['；{n}处提示请核对', '. Check the warnings: {n}'], { n: got.warnings.length })
      notify(isGuessed ? 'warn' : 'good', isGuessed ? done + guesses : done)
      await changed(of)
      onClose()
    } catch (error) {
      setProblem(asRefused(error).message)
    }
  }
  const isClean = answer !== undefined && answer.errors.length === 0 && answer.rows > 0
  return (
    <TabModal
      open
      width={720}
      title={t(['导入{what}', 'Import {what}'], { what: [of.title[0], plural(of.title[1]).toLowerCase()] })}
      mask={{ closable: false }}
      onCancel={onClose}
      footer={[
        <Button key="close" onClick={onClose}>
          {t(words.cancel)}
        </Button>,
        <Button
          key="try"
          disabled={!file}
          loading={send.isBusy}
          type={isClean ? 'default' : 'primary'}
          onClick={() => run('true')}
        >
          {t(['试导入', 'Check'])}
        </Button>,
        <Button
          key="go"
          disabled={!isClean}
          loading={send.isBusy}
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
            value={mode}
            options={Object.entries(modes).map(([value, title]) => ({ value, label: t(title) }))}
            onChange={(e) => {
              setMode(e.target.value)
              setAnswer(undefined)
            }}
          />
        )}
        <FileChoice
          file={file}
          onChange={(chosen) => {
            setFile(chosen)
            setAnswer(undefined)
          }}
        />
        {problem && <Alert type="error" showIcon title={problem} />}
        {answer && <Result answer={answer} name={file?.name ?? ''} of={of} />}
      </div>
    </TabModal>
  )
}

function FileChoice({ file, onChange }: { file: File | undefined; onChange: (file: File) => void }) {
  const t = useText()
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
      <p className="hint">
        {t(['整批校验，有一行错误则全部不导入', 'All or nothing: if one row has an error, nothing is imported'])}
      </p>
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
const columnsOf = (of: AnyEntity): readonly ReadColumn<Remark>[] => [
  { name: 'row', title: ['行', 'Row'], width: 70, isFigure: true, said: (r) => String(r.row) },
  { name: 'kind', title: ['级别', 'Kind'], width: 90, said: (r, t) => t(r.kind) },
  {
    name: 'field',
    title: ['字段', 'Field'],
    width: 160,
    said: (r, t) => t(of.fields[r.field]?.title ?? [r.field, r.field]),
    wraps: true,
  },
  { name: 'message', title: ['说明', 'Message'], width: 360, said: (r) => r.message, wraps: true },
]

function Result({ answer, name, of }: { answer: Answer; name: string; of: AnyEntity }) {
  const t = useText()
  const { errors, warnings } = answer
  const isBad = errors.length > 0
  const title = isBad
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
  const columns = columnsOf(of)
  return (
    <>
      <Alert
        type={isBad ? 'error' : warnings.length > 0 ? 'warning' : 'success'}
        showIcon
        title={title}
        action={
          answer.errorFile && (
            <Button size="small" onClick={() => saveMarked(answer.errorFile ?? '', name)}>
              {t(['下载标错文件', 'Download marked file'])}
            </Button>
          )
        }
      />
      {rows.length > 0 && <ReadTable<Remark> label={title} rows={rows} columns={columns} height={240} />}
    </>
  )
}

function saveMarked(base64: string, name: string): void {
  const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))
  saveFile(new Blob([bytes]), name.replace(/(\.\w+)?$/, '-errors.xlsx'))
}

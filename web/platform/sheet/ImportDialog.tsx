import type { Call } from '@lading/contract/kernel/call.ts'
import type { importAnswer, importInput } from '@lading/contract/kernel/crud.ts'
import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { plural, type Text } from '@lading/contract/kernel/text.ts'
import { importTemplateCalls } from '@lading/contract/sys/importTemplate.ts'
import { sheetFaults } from '@lading/contract/sys/sheetFaults.ts'
import { importModes, importRows } from '@lading/contract/sys/sheetRecord.ts'
import { Alert, Button, Radio } from 'antd'
import { useState } from 'react'
import type { z } from 'zod'
import { download } from '../../client/client.ts'
import { asRefused, report, useWrite } from '../../client/errors.ts'
import { type Say, useText } from '../../client/text.ts'
import { TabModal } from '../../kernel/overlay.tsx'
import { callOf } from '../../kernel/records.ts'
import { useCall } from '../../kernel/useCall.ts'
import { changed } from '../../kernel/verbs.tsx'
import { words } from '../../kernel/words.ts'
import { ask } from '../../ui/ask.tsx'
import { notify } from '../../ui/notices.tsx'
import { type Came, FileChoice, ImportResult, partly, wrongRows } from './ImportResult.tsx'
import { type ImportState, ImportTask } from './ImportTask.tsx'

type Input = z.output<typeof importInput>
type Answer = z.output<typeof importAnswer>
type Mode = NonNullable<Input['mode']>
type Rows = NonNullable<Input['rows']>
const allModes = Object.keys(importModes) as Mode[]

const texts = {
  mode: ['导入方式', 'Import mode'],
  errors: ['有错误时', 'With errors'],
  all: ['整批校验，有一行错误则全部不导入', 'All or nothing: if one row has an error, nothing is imported'],
  good: [
    '正确的行会导入，有错误的行退回到标错文件中',
    'Good rows are imported; rows with errors come back in the marked file',
  ],
  cancelled: ['已取消，已导入{n}条', 'Cancelled. Imported: {n}'],
  only: ['导入模板只允许这种方式', 'The template allows this mode alone'],
} as const satisfies Record<string, Text>
const answerOf = ({ id, rows, errors, warnings, hasErrorFile, created, updated, dryRun }: ImportState): Came => ({
  rows: rows ?? 0,
  created,
  updated,
  dryRun,
  errors: errors.map((e) => ({ ...e, field: '' })),
  warnings: warnings.map((e) => ({ ...e, field: '' })),
  ...(hasErrorFile && { markedOf: id }),
})

/** Another import than an entity's own. It has no template and one way to write: what it takes is a file that was exported. */
export interface OtherImport {
  readonly call: Call<Input, Answer>
  readonly hint: Text
}
interface ImportProps {
  readonly of: AnyEntity
  readonly by?: OtherImport | undefined
  readonly onClose: () => void
}

/** What is to be imported, what came of it, and what may be done next. */
function useImport(of: AnyEntity, by: OtherImport | undefined, onClose: () => void) {
  const t = useText()
  const [file, setFile] = useState<File>()
  const { data: rules } = useCall(importTemplateCalls.rules, { subject: of.key })
  const [chosenMode, setMode] = useState<Mode>()
  const [chosenRows, setRows] = useState<Rows>()
  const mode = chosenMode ?? rules?.mode ?? 'INSERT'
  const rows = chosenRows ?? rules?.rows ?? 'ALL'
  const [answer, setAnswer] = useState<Came>()
  const [problem, setProblem] = useState('')
  const [isDone, setDone] = useState(false)
  const [taskId, setTask] = useState<string>()
  const send = useWrite(by?.call ?? callOf<Input, Answer>(of, 'import'))
  const tell = async (got: Answer): Promise<void> => {
    await changed(of)
    if (got.errors.length > 0) {
      notify('warn', t(partly, { n: got.created + got.updated, e: wrongRows(got) }))
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
  return { file, mode, rows, rules, answer, problem, isDone, isClean, isBusy: send.isBusy, run, choose, taskId, over }
}

/** What becomes of wrong rows, and of how many rows the template lets a file have. */
function hintOf(rows: Rows, most: number | null | undefined): Text {
  const [zh, en] = rows === 'ALL' ? texts.all : texts.good
  return most ? [`${zh}；最多${most.toLocaleString()}行`, `${en}. ${most.toLocaleString()} rows at most`] : [zh, en]
}

/** Template, file, trial run, result by row, import: in this order, and nothing is written before the trial is clean. */
export function ImportDialog({ of, by, onClose }: ImportProps) {
  const t = useText()
  const { file, mode, rows, rules, answer, problem, isDone, isClean, isBusy, run, choose, taskId, over } = useImport(
    of,
    by,
    onClose,
  )
  const modes = by ? [] : (rules?.modes ?? (of.unique.length > 0 ? allModes : []))
  return (
    <TabModal
      open
      width={720}
      title={t(by?.call.title ?? ['导入{what}', 'Import {what}'], {
        what: [of.title[0], plural(of.title[1]).toLowerCase()],
      })}
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
        {by ? <p className="hint">{t(by.hint)}</p> : <Template of={of} t={t} />}
        {modes.length > 1 && (
          <Radio.Group
            disabled={taskId !== undefined}
            value={mode}
            aria-label={t(texts.mode)}
            options={modes.map((value) => ({
              value,
              label: t(importModes[value]),
              disabled: rules?.onlyMode === true && value !== rules.mode,
              ...(rules?.onlyMode === true && value === rules.mode && { title: t(texts.only) }),
            }))}
            onChange={(e) => choose.mode(e.target.value)}
          />
        )}
        <Radio.Group
          disabled={taskId !== undefined}
          value={rows}
          aria-label={t(texts.errors)}
          options={Object.entries(importRows).map(([value, title]) => ({ value, label: t(title) }))}
          onChange={(e) => choose.rows(e.target.value)}
        />
        <FileChoice
          file={file}
          hint={hintOf(rows, rules?.maxRows)}
          isFixed={taskId !== undefined}
          onChange={choose.file}
        />
        {taskId !== undefined && <ImportTask id={taskId} onOver={over} />}
        {problem && <Alert type="error" showIcon title={problem} />}
        {answer && <ImportResult answer={answer} name={file?.name ?? ''} isDone={isDone} />}
      </div>
    </TabModal>
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

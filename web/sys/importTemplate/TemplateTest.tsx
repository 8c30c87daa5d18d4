import type { Text } from '@lading/contract/kernel/text.ts'
import { importTemplateCalls, type TemplateColumn, type TemplateRules } from '@lading/contract/sys/importTemplate.ts'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { asRefused, useWrite } from '../../client/errors.ts'
import { useText } from '../../client/text.ts'
import { type Came, FileChoice, ImportResult } from '../../platform/sheet/ImportResult.tsx'

const texts = {
  title: ['用文件测试', 'Test with a file'],
  hint: [
    '按上面的内容检查文件，未发布的修改也算；不写入任何数据，也不保留文件',
    'The file is checked by what stands above, published or not. Nothing is written, and the file is not kept',
  ],
  run: ['试导入', 'Check'],
} as const satisfies Record<string, Text>

interface Props {
  readonly subject: string
  readonly columns: readonly TemplateColumn[]
  readonly mode: NonNullable<TemplateRules['mode']>
  readonly maxRows: number | null
}

/** Tries a template with a file before anybody else has it. */
export function TemplateTest({ subject, columns, mode, maxRows }: Props) {
  const t = useText()
  const [file, setFile] = useState<File>()
  const [problem, setProblem] = useState('')
  const [came, setCame] = useState<{ readonly answer: Came; readonly of: string }>()
  const send = useWrite(importTemplateCalls.test)
  const draft = JSON.stringify(columns)
  const shown = JSON.stringify([draft, mode, maxRows])
  const run = async (): Promise<void> => {
    setProblem('')
    setCame(undefined)
    try {
      // A form sends texts; the call says what it makes of them.
      const asked = { subject, mode, draft, ...(maxRows && { maxRows }) } as never
      const answer = await send.run(asked, file)
      setCame({ answer, of: shown })
    } catch (error) {
      setProblem(asRefused(error).message)
    }
  }
  const choose = (chosen: File): void => {
    setFile(chosen)
    setCame(undefined)
    setProblem('')
  }
  return (
    <section aria-label={t(texts.title)} className="import">
      <h3 className="sheet-heading">{t(texts.title)}</h3>
      <FileChoice file={file} hint={texts.hint} isFixed={false} onChange={choose} />
      <div>
        <Button disabled={!file} loading={send.isBusy} onClick={() => void run()}>
          {t(texts.run)}
        </Button>
      </div>
      {problem && <Alert type="error" showIcon title={problem} />}
      {came?.of === shown && <ImportResult answer={came.answer} name={file?.name ?? ''} isDone={false} />}
    </section>
  )
}

import type { Text } from '@lading/contract/kernel/text.ts'
import { printerCalls, type ReceiptPaper, receiptPapers } from '@lading/contract/sys/printerCalls.ts'
import type { PrintLayout } from '@lading/contract/sys/printForm.ts'
import {
  printTemplateCalls as calls,
  type PrinterDots,
  printerDots,
  printerLanguages,
  printTemplate,
} from '@lading/contract/sys/printTemplate.ts'
import { useQuery } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { useEffect, useState } from 'react'
import { call, fetchNamed, saveFile } from '../../client/client.ts'
import { report } from '../../client/errors.ts'
import { useText } from '../../client/text.ts'
import { NotRead } from '../../kernel/NotRead.tsx'
import { useCall } from '../../kernel/useCall.ts'
import { useVerbs } from '../../kernel/verbs.tsx'
import { words } from '../../kernel/words.ts'
import { showsPdf } from '../../platform/print/printFile.ts'
import { notify } from '../../ui/notices.tsx'
import { once } from '../../ui/once.ts'
import { SkeletonRows } from '../../ui/states.tsx'
import '../../platform/print/print.css'

export type PrintOutput = 'PDF' | 'ZPL' | 'TSPL' | 'ESCPOS'
const texts = {
  download: ['下载', 'Download'],
  dots: ['分辨率', 'Resolution'],
  paper: ['小票纸宽', 'Receipt paper'],
  printer: ['选择打印机', 'Choose a printer'],
  test: ['试打', 'Print a sample'],
  sent: ['已发送，结果见打印批次', 'It is on its way: see the print batches'],
} as const satisfies Record<string, Text>

interface Props {
  readonly kind: string
  readonly layout: PrintLayout
  readonly output: PrintOutput
}

/** How samples come out, as pages, as what a label printer is sent, or as the picture of a receipt. */
export function Preview({ kind, layout, output }: Props) {
  const t = useText()
  const [dots, setDots] = useState<PrinterDots>('D203')
  const [paper, setPaper] = useState<ReceiptPaper>('W80')
  const asked = { kind, layout, output, dots, paper }
  const file = useQuery({
    queryKey: [printTemplate.key, 'preview', asked],
    queryFn: ({ signal }) => fetchNamed(calls.preview, asked, { signal }),
    gcTime: 0,
    retry: false,
  })
  const { data } = file
  return (
    <>
      <div className="print-tools">
        {output !== 'PDF' && (
          <Select<PrinterDots>
            value={dots}
            aria-label={t(texts.dots)}
            // Its keys are the resolutions.
            options={Object.entries(printerDots).map(([value, of]) => ({ value: value as PrinterDots, label: t(of) }))}
            onChange={setDots}
          />
        )}
        {output === 'ESCPOS' && (
          <Select<ReceiptPaper>
            value={paper}
            aria-label={t(texts.paper)}
            options={Object.entries(receiptPapers).map(([value, of]) => ({
              // Its keys are the papers.
              value: value as ReceiptPaper,
              label: t(of),
            }))}
            onChange={setPaper}
          />
        )}
        <Button disabled={!data} onClick={() => data && saveFile(data, data.name)}>
          {t(texts.download)}
        </Button>
        <TestPrint kind={kind} layout={layout} />
      </div>
      {file.error ? (
        <NotRead of={file} />
      ) : data ? (
        <Shown file={data} output={output} />
      ) : (
        <SkeletonRows rows={6} label={t(words.loading)} />
      )}
    </>
  )
}

const typeOf: Partial<Record<PrintOutput, string>> = { PDF: 'application/pdf', ESCPOS: 'image/png' }

function Shown({ file, output }: { file: Blob & { readonly name: string }; output: PrintOutput }) {
  const [shown, setShown] = useState<{ text?: string; url?: string }>({})
  useEffect(() => {
    const type = typeOf[output]
    if (type === undefined) {
      void file.text().then((text) => setShown({ text }))
      return undefined
    }
    const url = URL.createObjectURL(file.slice(0, file.size, type))
    setShown({ url })
    return () => URL.revokeObjectURL(url)
  }, [file, output])
  if (output === 'PDF')
    return showsPdf() && shown.url ? (
      <iframe className="print-sheet" title={file.name} src={`${shown.url}#toolbar=0&navpanes=0`} />
    ) : null
  if (output === 'ESCPOS') return shown.url ? <img className="print-receipt" src={shown.url} alt={file.name} /> : null
  return shown.text === undefined ? null : (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard
    <pre className="print-commands" tabIndex={0}>
      {shown.text}
    </pre>
  )
}

/** Prints the sample where it is to be printed, as that printer is set up: its language, resolution and paper. */
function TestPrint({ kind, layout }: Pick<Props, 'kind' | 'layout'>) {
  const t = useText()
  const { can } = useVerbs(printTemplate)
  const printers = useCall(printerCalls.choices, {}, { enabled: can(printTemplate, 'print') })
  const [printerId, setPrinterId] = useState<string>()
  if (!can(printTemplate, 'print')) return null
  const send = () =>
    once('testPrint', async () => {
      if (printerId === undefined) return
      await call(calls.testPrint, { kind, layout, printerId })
      notify('good', t(texts.sent))
    }).catch(report)
  return (
    <>
      <Select<string>
        value={printerId ?? null}
        placeholder={t(texts.printer)}
        aria-label={t(texts.printer)}
        loading={printers.isLoading}
        options={(printers.data ?? []).map(({ id, name, language }) => ({
          value: id,
          label: `${name} · ${t(printerLanguages[language])}`,
        }))}
        onChange={setPrinterId}
      />
      <Button disabled={printerId === undefined} onClick={() => void send()}>
        {t(texts.test)}
      </Button>
    </>
  )
}

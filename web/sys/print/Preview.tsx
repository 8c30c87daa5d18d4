import type { PrintLayout } from '@lading/contract/sys/printForm.ts'
import { printTemplateCalls as calls, printTemplate } from '@lading/contract/sys/printTemplate.ts'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { fetchNamed, saveFile } from '../../client/client.ts'
import { useText } from '../../client/text.ts'
import { NotRead } from '../../kernel/NotRead.tsx'
import { words } from '../../kernel/words.ts'
import { showsPdf } from '../../platform/print/printFile.ts'
import { SkeletonRows } from '../../ui/states.tsx'
import '../../platform/print/print.css'

interface Props {
  readonly kind: string
  readonly layout: PrintLayout
  readonly output: 'PDF' | 'ZPL' | 'TSPL'
}

/** How samples come out, as pages or as what a label printer is sent. */
export function Preview({ kind, layout, output }: Props) {
  const t = useText()
  const file = useQuery({
    queryKey: [printTemplate.key, 'preview', kind, output, layout],
    queryFn: ({ signal }) => fetchNamed(calls.preview, { kind, layout, output, dots: 'D203' }, { signal }),
    gcTime: 0,
    retry: false,
  })
  const [shown, setShown] = useState<{ text?: string; url?: string }>({})
  const { data } = file
  useEffect(() => {
    if (!data) return
    const url = URL.createObjectURL(data.slice(0, data.size, 'application/pdf'))
    if (output === 'PDF') setShown({ url })
    else void data.text().then((text) => setShown({ text }))
    return () => URL.revokeObjectURL(url)
  }, [data, output])
  if (file.error) return <NotRead of={file} />
  if (!data) return <SkeletonRows rows={6} label={t(words.loading)} />
  return (
    <>
      <div className="print-tools">
        <Button onClick={() => saveFile(data, data.name)}>{t(['下载', 'Download'])}</Button>
      </div>
      {output === 'PDF' && showsPdf() && shown.url && (
        <iframe className="print-sheet" title={data.name} src={`${shown.url}#toolbar=0&navpanes=0`} />
      )}
      {output !== 'PDF' && shown.text !== undefined && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard
        <pre className="print-commands" tabIndex={0}>
          {shown.text}
        </pre>
      )}
    </>
  )
}

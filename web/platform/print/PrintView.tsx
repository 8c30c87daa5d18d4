import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { faults } from '@lading/contract/kernel/fault.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { useQuery } from '@tanstack/react-query'
import { Button, Segmented } from 'antd'
import { useEffect, useState } from 'react'
import { fetchFile, saveFile } from '../../client/client.ts'
import { hashOf } from '../../client/location.ts'
import { setQuery, usePlace, useTabKey } from '../../client/tabStore.ts'
import { useText } from '../../client/text.ts'
import { RecordPage } from '../../kernel/detail/EntityDetail.tsx'
import { NotRead } from '../../kernel/NotRead.tsx'
import { useBlocked, useMay } from '../../kernel/permission.ts'
import type { Row } from '../../kernel/records.ts'
import { detailOf } from '../../kernel/registry.ts'
import { useNarrow } from '../../kernel/useNarrow.ts'
import { words } from '../../kernel/words.ts'
import { Card, Page } from '../../ui/Page.tsx'
import { Empty, SkeletonRows } from '../../ui/states.tsx'
import { PrinterChoice } from './PrinterChoice.tsx'
import { type PaperOf, type Printing, papersOf, whyNot } from './papers.ts'
import { printFile, showsPdf } from './printFile.ts'
import { useMyPrinter } from './toPrinter.ts'
import { print } from './usePrint.ts'
import './print.css'

const texts = {
  print: ['打印', 'Print'],
  download: ['下载', 'Download'],
  send: ['发送到标签打印机', 'Send to the label printer'],
  back: ['返回详情', 'Back to the record'],
  open: ['打开预览', 'Open the preview'],
  elsewhere: [
    '这里不能直接显示 PDF，请打开预览或下载。',
    'The PDF cannot be shown here: open the preview, or download it.',
  ],
  note: [
    '预览不计打印；打印和下载会留下记录。',
    'Previewing does not count as printing; prints and downloads are logged.',
  ],
} as const satisfies Record<string, Text>

interface Props {
  readonly of: AnyEntity
  readonly prints: Printing | readonly Printing[]
}

/** What is printed of one record, as it would come out, and the buttons that do print it. */
export function PrintView({ of, prints }: Props) {
  return (
    <RecordPage of={of} called={words.preview}>
      {(row) => <Preview of={of} row={row} papers={papersOf(prints)} />}
    </RecordPage>
  )
}

/** What stands in the address of the paper that is looked at. */
const nameOf = ({ of, paper }: PaperOf): string => `${of.call.path.split('/').at(-1)}${paper === 'A4' ? paper : ''}`

function Preview({ of, row, papers }: { of: AnyEntity; row: Row; papers: readonly PaperOf[] }) {
  const t = useText()
  const { query } = usePlace()
  const tabKey = useTabKey()
  const may = useMay()
  const blocked = useBlocked(of)
  const no = String(row[of.label.code] ?? '')
  const chosen = papers.find((p) => nameOf(p) === query.paper) ?? papers[0]
  if (!chosen) return <Stopped of={of} row={row} why={t(['没有可打印的单据', 'There is nothing to print'])} />
  const forbidden = may(of, 'print') ? undefined : t(faults.forbidden.text, { action: chosen.of.call.title })
  const early = whyNot(of, row, chosen)
  const refused = forbidden ?? (chosen.of.anywhere ? undefined : blocked) ?? (early && t(early.text, early.args))
  const give = (hand?: (file: File) => void) => void print(of, chosen.of, [row], chosen.paper, hand)
  return (
    <Page
      fill
      title={`${t(words.preview)} ${no}`}
      note={refused === undefined && <span className="muted">{t(texts.note)}</span>}
      actions={
        refused === undefined && (
          <>
            {showsPdf() && (
              <Button type="primary" onClick={() => give(printFile)}>
                {t(texts.print)}
              </Button>
            )}
            {chosen.of.isLabel && chosen.paper === 'LABEL' && (
              <>
                <PrinterChoice />
                <Send onSend={() => give()} />
              </>
            )}
            <Button onClick={() => give((file) => saveFile(file, file.name))}>{t(texts.download)}</Button>
          </>
        )
      }
    >
      {papers.length > 1 && (
        <Segmented
          aria-label={t(['单据', 'Document'])}
          value={nameOf(chosen)}
          options={papers.map((p) => ({ value: nameOf(p), label: t(p.title) }))}
          onChange={(paper) => setQuery(tabKey, { ...query, paper })}
        />
      )}
      {refused === undefined ? (
        <Sheet key={nameOf(chosen)} of={of} row={row} chosen={chosen} />
      ) : (
        <Stopped of={of} row={row} why={refused} />
      )}
    </Page>
  )
}

/** Only where a printer has been chosen. */
function Send({ onSend }: { onSend: () => void }) {
  const t = useText()
  return useMyPrinter().id === null ? null : <Button onClick={onSend}>{t(texts.send)}</Button>
}

/** Why there is no paper, and the way back. */
function Stopped({ of, row, why }: { of: AnyEntity; row: Row; why: string }) {
  const t = useText()
  const detail = detailOf(of.key, row.id)
  return (
    <Card>
      <Empty title={why}>{detail && <Button href={hashOf(detail)}>{t(texts.back)}</Button>}</Empty>
    </Card>
  )
}

function Sheet({ of, row, chosen }: { of: AnyEntity; row: Row; chosen: PaperOf }) {
  const t = useText()
  const isNarrow = useNarrow()
  const { call } = chosen.of
  const file = useQuery({
    queryKey: [of.key, 'preview', row.id, call.path, chosen.paper],
    queryFn: async ({ signal }) => {
      const input = { rows: [{ id: row.id }], paper: chosen.paper, preview: true as const }
      return (await fetchFile(call, input, { signal })).blob()
    },
  })
  const url = useAddress(file.data)
  if (file.error) return <NotRead of={file} />
  if (!url) return <SkeletonRows label={t(words.loading)} />
  const title = `${t(words.preview)} ${t(chosen.title)}`
  if (!isNarrow && showsPdf())
    return <iframe className="print-sheet" title={title} src={`${url}#toolbar=0&navpanes=0`} />
  return (
    <Card>
      <Empty title={t(texts.elsewhere)}>
        <Button href={url} target="_blank">
          {t(texts.open)}
        </Button>
      </Empty>
    </Card>
  )
}

/** An address for content that is held here, as long as it is shown. */
function useAddress(content: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!content) return
    // Whatever was sent is taken for a PDF, and for nothing that could run.
    const made = URL.createObjectURL(content.slice(0, content.size, 'application/pdf'))
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [content])
  return url
}

import type { Text } from '@lading/contract/kernel/text.ts'
import {
  customReportCalls as calls,
  customReport,
  type ReportPackage,
  reportPackage,
} from '@lading/contract/sys/customReport.ts'
import { customReportFaults } from '@lading/contract/sys/reportFaults.ts'
import { Button, Upload } from 'antd'
import { useState } from 'react'
import { call, download } from '../../client/client.ts'
import { report as tell } from '../../client/errors.ts'
import { useText } from '../../client/text.ts'
import type { Row } from '../../kernel/records.ts'
import { changed, type RowAction, useVerbs } from '../../kernel/verbs.tsx'
import { words } from '../../kernel/words.ts'
import { SheetList } from '../../platform/sheet/SheetList.tsx'
import { ask } from '../../ui/ask.tsx'
import { notify } from '../../ui/notices.tsx'
import { CopyDialog, UnpackDialog } from './CopyDialogs.tsx'
import { Runs } from './Runs.tsx'

const texts = {
  copy: ['复制', 'Copy'],
  runs: ['运行记录', 'Runs'],
  askOffline: ['下线报表[{name}]？', 'Take the report [{name}] offline?'],
  offlineDetail: ['下线后无人可以查看，历史版本保留。', 'Nobody can read it then; its versions stay.'],
} as const satisfies Record<string, Text>

/** 自定义报表: what a tenant draws himself, and for whom. */
export function ReportList() {
  const t = useText()
  const { can } = useVerbs(customReport)
  const [copied, setCopied] = useState<Row>()
  const [unpacked, setUnpacked] = useState<ReportPackage>()
  /** Whose runs are looked at: of one report, or of all. */
  const [ran, setRan] = useState<Row | 'ALL'>()
  const seenOf = ({ id, version }: Row) => ({ id: String(id), version: Number(version) })
  const run = async (work: () => Promise<unknown>): Promise<void> => {
    try {
      await work()
      notify('good', t(words.saved))
    } catch (error) {
      tell(error)
    }
    await changed(customReport)
  }
  const offline = async (row: Row): Promise<void> => {
    const { askOffline: title, offlineDetail: detail } = texts
    const ok = customReport.verbs.offline
    if ((await ask({ title, detail, args: { name: String(row.name) }, ...(ok && { ok }), danger: true })) !== undefined)
      await run(() => call(calls.offline, seenOf(row)))
  }
  const actionsOf = (row: Row, standard: readonly RowAction[]): readonly RowAction[] => [
    ...standard.map((a) => ({
      ...a,
      // Its page is its drawing board.
      ...(a.key === 'view' && customReport.verbs.design && { title: customReport.verbs.design }),
      refused:
        a.refused ??
        (a.key === 'remove' && row.state === 'PUBLISHED' ? t(customReportFaults.published.text) : undefined),
    })),
    ...(can(customReport, 'release') && row.state === 'PUBLISHED'
      ? [{ key: 'offline', title: customReport.verbs.offline as Text, run: () => void offline(row) }]
      : []),
    ...(can(customReport, 'export')
      ? [
          {
            key: 'pack',
            title: calls.pack.title,
            run: () => void download(calls.pack, { id: String(row.id) }).catch(tell),
          },
        ]
      : []),
    ...(can(customReport, 'create') ? [{ key: 'copy', title: texts.copy as Text, run: () => setCopied(row) }] : []),
    { key: 'runs', title: texts.runs as Text, run: () => setRan(row) },
  ]
  const install = () => run(() => call(calls.installStarters, {}))
  return (
    <>
      <SheetList
        of={customReport}
        rowActions={actionsOf}
        tools={() => <Tools onUnpack={setUnpacked} onInstall={install} onRuns={() => setRan('ALL')} />}
      />
      {copied && <CopyDialog of={copied} onClose={() => setCopied(undefined)} />}
      {ran && <Runs {...(ran !== 'ALL' && { of: ran })} onClose={() => setRan(undefined)} />}
      {unpacked && <UnpackDialog of={unpacked} onClose={() => setUnpacked(undefined)} />}
    </>
  )
}

/** Reports come from a file, or from what most begin with. */
interface ToolsProps {
  readonly onUnpack: (p: ReportPackage) => void
  readonly onInstall: () => Promise<void>
  readonly onRuns: () => void
}
function Tools({ onUnpack, onInstall, onRuns }: ToolsProps) {
  const t = useText()
  const { can } = useVerbs(customReport)
  const unpack = async (file: File): Promise<void> => {
    const read = reportPackage.safeParse(
      await file
        .text()
        .then(JSON.parse)
        .catch(() => undefined),
    )
    if (read.success) onUnpack(read.data)
    else notify('bad', t(['文件不是报表包', 'The file is no report package']))
  }
  return (
    <>
      <Button onClick={onRuns}>{t(texts.runs)}</Button>
      {can(customReport, 'create') && (
        <Upload
          accept=".json"
          showUploadList={false}
          beforeUpload={(file) => {
            void unpack(file)
            return false
          }}
        >
          <Button>{t(calls.unpack.title)}</Button>
        </Upload>
      )}
      {can(customReport, 'release') && (
        <Button onClick={() => void onInstall()}>{t(calls.installStarters.title)}</Button>
      )}
    </>
  )
}

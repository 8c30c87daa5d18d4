import type { Text } from '@lading/contract/kernel/text.ts'
import { customReportCalls as calls, customReport } from '@lading/contract/sys/customReport.ts'
import { customReportFaults } from '@lading/contract/sys/reportFaults.ts'
import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import { call } from '../../client/client.ts'
import { report as tell } from '../../client/errors.ts'
import { useText } from '../../client/text.ts'
import type { Row } from '../../kernel/records.ts'
import { changed, type RowAction, useVerbs } from '../../kernel/verbs.tsx'
import { words } from '../../kernel/words.ts'
import { ActDialog, useAct } from '../../platform/ActDialog.tsx'
import { ActProblem } from '../../platform/ActProblem.tsx'
import { SheetList } from '../../platform/sheet/SheetList.tsx'
import { ask } from '../../ui/ask.tsx'
import { notify } from '../../ui/notices.tsx'

const texts = {
  copy: ['复制', 'Copy'],
  copied: ['已复制', 'Copied'],
  askOffline: ['下线报表[{name}]？', 'Take the report [{name}] offline?'],
  offlineDetail: ['下线后无人可以查看，历史版本保留。', 'Nobody can read it then; its versions stay.'],
} as const satisfies Record<string, Text>

/** 自定义报表: what a tenant draws himself, and for whom. */
export function ReportList() {
  const t = useText()
  const { can } = useVerbs(customReport)
  const [copied, setCopied] = useState<Row>()
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
    ...(can(customReport, 'create') ? [{ key: 'copy', title: texts.copy as Text, run: () => setCopied(row) }] : []),
  ]
  const install = () => run(() => call(calls.installStarters, {}))
  return (
    <>
      <SheetList
        of={customReport}
        rowActions={actionsOf}
        tools={() =>
          can(customReport, 'release') && (
            <Button onClick={() => void install()}>{t(calls.installStarters.title)}</Button>
          )
        }
      />
      {copied && <CopyDialog of={copied} onClose={() => setCopied(undefined)} />}
    </>
  )
}

function CopyDialog({ of, onClose }: { of: Row; onClose: () => void }) {
  const t = useText()
  const act = useAct(customReport, calls.copy, onClose)
  const [code, setCode] = useState('')
  const [name, setName] = useState(String(of.name))
  return (
    <ActDialog
      act={act}
      title={`${t(texts.copy)} ${String(of.name)}`}
      okText={t(texts.copy)}
      isReady={code.trim() !== '' && name.trim() !== ''}
      width={420}
      onOk={() => void act.run({ id: String(of.id), code, name }, () => t(texts.copied))}
      onClose={onClose}
    >
      <ActProblem of={act.problem} />
      <Form layout="vertical">
        <Form.Item label={t(customReport.fields.code.title)} required>
          <Input value={code} maxLength={30} onChange={(e) => setCode(e.target.value)} />
        </Form.Item>
        <Form.Item label={t(customReport.fields.name.title)} required>
          <Input value={name} maxLength={40} onChange={(e) => setName(e.target.value)} />
        </Form.Item>
      </Form>
    </ActDialog>
  )
}

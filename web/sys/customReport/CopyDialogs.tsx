import { customReportCalls as calls, customReport, type ReportPackage } from '@lading/contract/sys/customReport.ts'
import { Form, Input } from 'antd'
import { useState } from 'react'
import { useText } from '../../client/text.ts'
import type { Row } from '../../kernel/records.ts'
import { ActDialog, useAct } from '../../platform/ActDialog.tsx'
import { ActProblem } from '../../platform/ActProblem.tsx'

export function CopyDialog({ of, onClose }: { of: Row; onClose: () => void }) {
  const t = useText()
  const act = useAct(customReport, calls.copy, onClose)
  const [code, setCode] = useState('')
  const [name, setName] = useState(String(of.name))
  return (
    <ActDialog
      act={act}
      title={`${t(['复制', 'Copy'])} ${String(of.name)}`}
      okText={t(['复制', 'Copy'])}
      isReady={code.trim() !== '' && name.trim() !== ''}
      width={420}
      onOk={() => void act.run({ id: String(of.id), code, name }, () => t(['已复制', 'Copied']))}
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

/** A report that comes from elsewhere is a draft, under a code that nobody has here. */
export function UnpackDialog({ of, onClose }: { of: ReportPackage; onClose: () => void }) {
  const t = useText()
  const act = useAct(customReport, calls.unpack, onClose)
  const [code, setCode] = useState(of.code)
  return (
    <ActDialog
      act={act}
      title={`${t(calls.unpack.title)} ${of.name}`}
      okText={t(['导入', 'Import'])}
      isReady={code.trim() !== ''}
      width={420}
      onOk={() => void act.run({ code, package: of }, () => t(['已导入为草稿', 'Imported as a draft']))}
      onClose={onClose}
    >
      <ActProblem of={act.problem} />
      <Form layout="vertical">
        <Form.Item label={t(customReport.fields.code.title)} required>
          <Input value={code} maxLength={30} onChange={(e) => setCode(e.target.value)} />
        </Form.Item>
      </Form>
    </ActDialog>
  )
}

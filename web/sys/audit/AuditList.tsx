import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { auditCalls, auditLog } from '@lading/contract/sys/auditLog.ts'
import { Button, Select } from 'antd'
import { useMemo, useState } from 'react'
import { call } from '../../client/client.ts'
import { report } from '../../client/errors.ts'
import { useText } from '../../client/text.ts'
import { shownTime } from '../../client/time.ts'
import type { Column } from '../../kernel/list/columns.tsx'
import type { ListModel } from '../../kernel/list/useList.ts'
import { entitiesWatched, entityOf } from '../../kernel/registry.ts'
import { SheetList } from '../../platform/sheet/SheetList.tsx'
import { notify } from '../../ui/notices.tsx'
import '../sys.css'

/** When it was comes first: who looks for something knows that best. */
const shownLog: AnyEntity = {
  ...auditLog,
  fields: {
    createTime: { kind: 'instant', title: ['时间', 'Time'], required: true, filter: true },
    ...auditLog.fields,
  },
  list: ['createTime', ...auditLog.list],
}
const cells: Readonly<Record<string, Column['render']>> = {
  createTime: (row) => shownTime(row.createTime),
  subject: (row) => String(row.subjectTitle ?? row.subject),
  action: (row) => String(row.actionTitle ?? row.action),
}
const omit = ['subject', 'subjectId']

/** 操作日志: all that was done, by whom, from where; found by document, person, trace id and time. */
export function AuditList() {
  const t = useText()
  return (
    <SheetList
      of={shownLog}
      cells={cells}
      omit={omit}
      none={[
        ['没有操作日志', 'Nothing in the audit log'],
        ['每次修改都会记在这里。', 'Every change is written down here.'],
      ]}
      above={(list) => <Subjects list={list} />}
      tools={() => <Verify label={t(['校验完整性', 'Verify'])} />}
    />
  )
}

/** Of which kind of record, and of which one, where a link has said so. */
function Subjects({ list }: { list: ListModel }) {
  const t = useText()
  const options = useMemo(
    () =>
      entitiesWatched()
        .map((key) => ({ value: key, label: t(entityOf(key).title) }))
        .sort((a, b) => a.label.localeCompare(b.label)),
    [t],
  )
  const { subject, subjectId, ...others } = list.state.filter
  return (
    <div className="audit-subjects">
      <Select
        className="audit-subject"
        aria-label={t(auditLog.fields.subject.title)}
        placeholder={t(['全部对象', 'All kinds of records'])}
        value={subject ?? null}
        options={options}
        allowClear
        showSearch={{ optionFilterProp: 'label' }}
        onChange={(key: string | null) => list.setState({ filter: { ...others, ...(key && { subject: key }) } })}
      />
      {subjectId && (
        <Button onClick={() => list.setState({ filter: { ...others, ...(subject && { subject }) } })}>
          {t(['只看一条记录，点此看全部', 'One record only: show all'])}
        </Button>
      )}
    </div>
  )
}

/** Whether anybody has changed what was written down. */
function Verify({ label }: { label: string }) {
  const t = useText()
  const [isBusy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    try {
      const { ok, rows, unsealed, firstBadId } = await call(auditCalls.verifyChain, {})
      if (ok)
        notify(
          'good',
          t(
            [
              '操作日志完整：已校验{rows}条，{unsealed}条待封存',
              'The audit log is intact: {rows} entries verified, {unsealed} not sealed yet',
            ],
            {
              rows,
              unsealed,
            },
          ),
        )
      else
        notify(
          'bad',
          t(['操作日志被改动，自记录{id}起不可信', 'The audit log was changed: do not trust it from entry {id} on'], {
            id: firstBadId ?? '',
          }),
        )
    } catch (error) {
      report(error)
    }
    setBusy(false)
  }
  return (
    <Button loading={isBusy} onClick={() => void run()}>
      {label}
    </Button>
  )
}

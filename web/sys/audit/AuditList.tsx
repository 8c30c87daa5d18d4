import { type AnyEntity, logWords } from '@lading/contract/kernel/entity.ts'
import type { Field } from '@lading/contract/kernel/field.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { auditCalls, auditLog, auditResults } from '@lading/contract/sys/auditLog.ts'
import { Button, Select } from 'antd'
import { useMemo, useState } from 'react'
import { call } from '../../client/client.ts'
import { report } from '../../client/errors.ts'
import { useText } from '../../client/text.ts'
import { shownTime } from '../../client/time.ts'
import { DateInput } from '../../kernel/field/DateInput.tsx'
import type { Column } from '../../kernel/list/columns.tsx'
import type { ListModel } from '../../kernel/list/useList.ts'
import { entitiesWatched, entityOf } from '../../kernel/registry.ts'
import { SheetList } from '../../platform/sheet/SheetList.tsx'
import { notify } from '../../ui/notices.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
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
  result: (row, t) => {
    const word = t(row.result === 'REFUSED' ? auditResults.REFUSED : auditResults.OK)
    return row.result === 'REFUSED' ? <StatusTag tone="bad">{word}</StatusTag> : <span className="muted">{word}</span>
  },
}
const omit = ['subject', 'subjectId', 'action']

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
  const { subject, subjectId, action, ...others } = list.state.filter
  const actions = useMemo(
    () =>
      Object.entries(logWords(subject ? entityOf(subject) : undefined)).map(([value, title]) => ({
        value,
        label: t(title),
      })),
    [t, subject],
  )
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
      <Select
        className="audit-subject"
        aria-label={t(auditLog.fields.action.title)}
        placeholder={t(['全部动作', 'All actions'])}
        value={action ?? null}
        options={actions}
        allowClear
        showSearch={{ optionFilterProp: 'label' }}
        onChange={(verb: string | null) =>
          list.setState({
            filter: {
              ...others,
              ...(subject && { subject }),
              ...(subjectId && { subjectId }),
              ...(verb && { action: verb }),
            },
          })
        }
      />
      {subjectId && (
        <Button onClick={() => list.setState({ filter: { ...others, ...(subject && { subject }) } })}>
          {t(['只看一条记录，点此看全部', 'One record only: show all'])}
        </Button>
      )}
    </div>
  )
}

const dayField: Field = { kind: 'date', title: ['校验日期', 'Day to verify'], required: false }

/** Whether anybody has changed what was written down: on one day, or ever. */
function Verify({ label }: { label: string }) {
  const t = useText()
  const [isBusy, setBusy] = useState(false)
  const [day, setDay] = useState<unknown>(null)
  const run = async () => {
    setBusy(true)
    try {
      const { ok, rows, unsealed, firstBadId } = await call(
        auditCalls.verifyChain,
        typeof day === 'string' && day !== '' ? { day } : {},
      )
      if (ok) notify('good', t(intact, { rows, unsealed }))
      else notify('bad', t(broken, { id: firstBadId ?? '' }))
    } catch (error) {
      report(error)
    }
    setBusy(false)
  }
  return (
    <>
      <span className="audit-day" title={t(dayField.title)}>
        <DateInput
          id="audit-day"
          field={dayField}
          title={t(dayField.title)}
          value={day}
          record={{}}
          isInvalid={false}
          onChange={setDay}
        />
      </span>
      <Button loading={isBusy} onClick={() => void run()}>
        {label}
      </Button>
    </>
  )
}
const intact: Text = [
  '操作日志完整：已校验{rows}条，{unsealed}条待封存',
  'The audit log is intact: {rows} entries verified, {unsealed} not sealed yet',
]
const broken: Text = [
  '操作日志被改动，自记录{id}起不可信',
  'The audit log was changed: do not trust it from entry {id} on',
]

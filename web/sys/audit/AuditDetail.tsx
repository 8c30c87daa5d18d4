import { auditLog, type AuditDetail as Detail } from '@lading/contract/sys/auditLog.ts'
import { Button } from 'antd'
import { hashOf, place } from '../../client/location.ts'
import { useText } from '../../client/text.ts'
import { shownTime } from '../../client/time.ts'
import { RecordPage } from '../../kernel/detail/EntityDetail.tsx'
import { Facts } from '../../kernel/detail/Facts.tsx'
import { Changes } from '../../kernel/detail/LogTable.tsx'
import type { Row } from '../../kernel/records.ts'
import { detailOf } from '../../kernel/registry.ts'
import { Card, Page } from '../../ui/Page.tsx'
import '../sys.css'

const { before: _before, after: _after, subject: _subject, subjectId: _id, action: _action, ...facts } = auditLog.fields
const shown = { ...auditLog, fields: facts }

/** One entry of the audit log: who, when, from where, and what changed from what to what. */
export function AuditDetail() {
  const t = useText()
  return (
    <RecordPage of={auditLog}>
      {(row, reload) => {
        const record = row.subjectId ? detailOf(String(row.subject), String(row.subjectId)) : undefined
        return (
          <Page
            title={`${row.subjectTitle} ${row.subjectNo ?? ''} · ${row.actionTitle}`}
            note={shownTime(row.createTime)}
            actions={
              <>
                {record && <Button href={hashOf(record)}>{t(['打开记录', 'Open the record'])}</Button>}
                <Button href={hashOf(place('sys', 'auditLogList', { traceId: String(row.traceId) }))}>
                  {t(['同一请求的全部操作', 'All done by this request'])}
                </Button>
                {reload}
              </>
            }
          >
            <Card>
              <Facts of={shown} row={row} />
            </Card>
            <Card title={t(['变更内容', 'What changed'])}>
              <Diff row={row} />
            </Card>
          </Page>
        )
      }}
    </RecordPage>
  )
}

function Diff({ row }: { row: Row }) {
  const t = useText()
  // What the server says besides the declared fields.
  const { entry, rest } = row as unknown as Detail
  const changes = entry?.changes ?? []
  if (changes.length === 0 && rest.length === 0)
    return <p className="muted">{t(['没有字段变更', 'No field changed'])}</p>
  return (
    <>
      <Changes of={changes} t={t} />
      {rest.length > 0 && (
        <dl className="audit-rest">
          {rest.map(({ name, before, after }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                {before && <del>{before}</del>} {after && <ins>{after}</ins>}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}

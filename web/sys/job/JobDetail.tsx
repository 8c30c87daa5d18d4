import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { job } from '@lading/contract/sys/job.ts'
import { useText } from '../../client/text.ts'
import { EntityDetail } from '../../kernel/detail/EntityDetail.tsx'
import { JobRuns } from './JobRuns.tsx'
import { NextTimes } from './NextTimes.tsx'
import { useJobActions } from './useJobActions.tsx'
import '../sys.css'

/** What runs is told by its name. */
const { handler: _handler, ...facts } = job.fields
const detail: AnyEntity = { ...job, fields: facts }

/** One job: its settings, when it comes next, how its runs went, who changed it. */
export function JobDetail() {
  const t = useText()
  const { actionsOf, dialog } = useJobActions()
  return (
    <>
      <EntityDetail
        of={detail}
        actions={actionsOf}
        tabs={(row) => [
          { key: 'runs', title: t(['执行记录', 'Runs']), content: <JobRuns key={row.id} row={row} /> },
          {
            key: 'next',
            title: t(['接下来', 'Next runs']),
            content: row.disabled ? (
              <p className="muted">{t(['已暂停', 'Paused'])}</p>
            ) : (
              <NextTimes cron={String(row.cron)} orgId={String(row.orgId)} />
            ),
          },
        ]}
      />
      {dialog}
    </>
  )
}

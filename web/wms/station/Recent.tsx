import { task } from '@lading/contract/wms/task.ts'
import { getWork } from '@lading/contract/wms/taskCalls.ts'
import { viewOf } from '@lading/contract/wms/taskViews.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useUser } from '../../client/session.ts'
import { useText } from '../../client/text.ts'
import { useMay } from '../../kernel/permission.ts'
import { queryRows } from '../../kernel/records.ts'
import { useCall } from '../../kernel/useCall.ts'
import { Asked } from './Asked.tsx'
import { LineCards } from './LineCards.tsx'
import type { StationType } from './place.ts'
import { TaskCards } from './TaskCards.tsx'

const hour = 3_600_000

/** What the worker finished within the last hour: a touch shows its lines, to take one back. */
export function Recent({
  type,
  onOpen,
  onFail,
}: {
  type: StationType
  /** The task whose line was taken back is his to work on again. */
  onOpen: (taskId: string) => void
  onFail: (message: string) => void
}) {
  const t = useText()
  const user = useUser()
  const view = viewOf(type)
  const mayUndo = useMay()(view, 'cancel')
  const [since] = useState(() => new Date(Date.now() - hour).toISOString())
  const [id, setId] = useState<string>()
  const filter = { assigneeId: [user.id], state: ['DONE'], finishedAt: { from: since } }
  const done = useQuery({
    queryKey: [task.key, 'station', type, filter],
    queryFn: ({ signal }) => queryRows(view, { filter, pageSize: 20, orderBy: '-finishedAt' }, signal),
    refetchOnMount: 'always',
    enabled: mayUndo,
  })
  const work = useCall(getWork, { id: id ?? '' }, { enabled: id !== undefined })
  const n = done.data?.records.length
  if (!n && !done.error) return null
  return (
    <>
      <b>
        {n === undefined
          ? t(['最近一小时完成', 'Done in the last hour'])
          : t(['最近一小时完成（{n}）', 'Done in the last hour ({n})'], { n })}
      </b>
      <Asked of={done}>
        {({ records }) =>
          records.map((row) => (
            <div key={row.id} className="station-recent">
              <TaskCards type={type} rows={[row]} onOpen={() => setId(row.id === id ? undefined : row.id)} />
              {row.id === id && (
                <Asked of={work}>
                  {({ lines }) => (
                    <LineCards type={type} lines={lines} onUndone={() => onOpen(row.id)} onFail={onFail} />
                  )}
                </Asked>
              )}
            </div>
          ))
        }
      </Asked>
    </>
  )
}

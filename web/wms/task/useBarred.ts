import type { TaskType } from '@lading/contract/wms/taskTypes.ts'
import { taskOffers } from '@lading/contract/wms/waitCalls.ts'
import { useSession } from '../../client/session.ts'
import { useCall } from '../../kernel/useCall.ts'

/** Of these types those of which others are ready and the worker may take none, with the reason. */
export function useBarred(types: readonly TaskType[]): ReadonlyMap<string, string> {
  const isDc = useSession((s) => s.user?.workingOrg.type === 'DC')
  const { data } = useCall(
    taskOffers,
    { taskTypes: [...types] },
    { refetchInterval: 60_000, enabled: isDc && types.length > 0 },
  )
  return new Map(data?.barred.map((b) => [b.taskType, b.why]))
}

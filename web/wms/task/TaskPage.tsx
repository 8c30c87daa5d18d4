import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import type { TaskType } from '@lading/contract/wms/taskTypes.ts'
import { usePlace } from '../../client/tabStore.ts'
import { later } from '../../platform/later.ts'
import { isStationType } from '../station/place.ts'
import { TaskList } from './TaskList.tsx'
import '../wms.css'

const StationPage = later(async () => (await import('../station/StationPage.tsx')).StationPage)

/** The tasks of a type; with `_station` in the address the workstation for them, over the whole screen. */
export function TaskPage({ of, type }: { of: AnyEntity; type: TaskType }) {
  const isStation = usePlace().query._station !== undefined
  if (!isStation || !isStationType(type)) return <TaskList of={of} type={type} />
  return <StationPage type={type} />
}

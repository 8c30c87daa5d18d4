import type { TaskType } from '@lading/contract/wms/taskTypes.ts'
import { countKind } from '../stockTake/count.ts'
import { despatchKind } from './kinds/despatch.ts'
import { loadKind } from './kinds/load.ts'
import { pickKind } from './kinds/pick.ts'
import { putAwayKind } from './kinds/putAway.ts'
import { receiveKind } from './kinds/receive.ts'
import { replenishKind } from './kinds/replenish.ts'
import type { TaskKind } from './type.ts'

/** Every kind of task and what it does. */
export const taskKinds: Readonly<Record<TaskType, TaskKind>> = {
  RECEIVE: receiveKind,
  PUTAWAY: putAwayKind,
  MOVE: putAwayKind,
  RPL_DOWN: replenishKind,
  PICK: pickKind,
  ENTER_TRUCK: loadKind,
  DESPATCH: despatchKind,
  STOCK_TAKE: countKind,
}

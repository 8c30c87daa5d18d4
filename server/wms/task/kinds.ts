import type { TaskType } from '@lading/contract/wms/taskTypes.ts'
import { checkKind } from '../check/count.ts'
import { procMoveInKind } from '../process/moveIn.ts'
import { operateDiffKind } from '../reverse/diffWork.ts'
import { rtnReceiveKind } from '../reverse/receive.ts'
import { returnHandoverKind, returnPickKind } from '../reverse/vendorWork.ts'
import { countKind } from '../stockTake/count.ts'
import { collectKind } from './kinds/collect.ts'
import { decreaseKind } from './kinds/decrease.ts'
import { despatchKind } from './kinds/despatch.ts'
import { increaseKind } from './kinds/increase.ts'
import { loadKind } from './kinds/load.ts'
import { mergeKind } from './kinds/merge.ts'
import { pickKind } from './kinds/pick.ts'
import { putAwayKind } from './kinds/putAway.ts'
import { receiveKind } from './kinds/receive.ts'
import { replenishKind, replenishUpperKind } from './kinds/replenish.ts'
import { sowKind } from './kinds/sow.ts'
import { storeCheckKind } from './kinds/storeCheck.ts'
import { unloadKind } from './kinds/unload.ts'
import type { TaskKind } from './type.ts'

/** Every kind of task and what it does. */
export const taskKinds: Readonly<Record<TaskType, TaskKind>> = {
  RECEIVE: receiveKind,
  PUTAWAY: putAwayKind,
  MOVE: putAwayKind,
  RPL_DOWN: replenishKind,
  RPL_UP: replenishUpperKind,
  PICK: pickKind,
  SOW: sowKind,
  PICK_COLLECT: collectKind,
  CONTAINER_CHECK: checkKind,
  CONTAINER_MERGE: mergeKind,
  STORE_COLLECT_CHECK: storeCheckKind,
  ENTER_TRUCK: loadKind,
  ABOLISH_TRUCK: unloadKind,
  DESPATCH: despatchKind,
  STOCK_INC: increaseKind,
  STOCK_DEC: decreaseKind,
  STOCK_TAKE: countKind,
  STORE_RTN_RECEIVE: rtnReceiveKind,
  RETURN_PICK: returnPickKind,
  RETURN_HANDOVER: returnHandoverKind,
  OPERATE_DIFF: operateDiffKind,
  PROC_MOVE_IN: procMoveInKind,
}

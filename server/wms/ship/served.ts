import * as calls from '@lading/contract/wms/shipCalls.ts'
import { shipContainers, shipGoods } from '@lading/contract/wms/trail.ts'
import { startUnload } from '@lading/contract/wms/unloadCalls.ts'
import { type Served, serve } from '../../kernel/http/serve.ts'
import { addStaged, leaveContainers, storesStaged } from './staged.ts'
import { containersOf, goodsOf } from './trail.ts'
import { startUnloading } from './unload.ts'

/** What a shipment has beside its form and steps. */
export const shipServed = (): Served[] => [
  serve(calls.stagedStores, storesStaged),
  serve(calls.addStaged, addStaged),
  serve(calls.leaveContainers, leaveContainers),
  serve(startUnload, startUnloading),
  serve(shipContainers.call, containersOf),
  serve(shipGoods.call, goodsOf),
]

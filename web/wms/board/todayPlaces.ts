import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { type dashboardCurrent, stockBatchLookBoard, stockLookBoard } from '@lading/contract/wms/board.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { orderBill } from '@lading/contract/wms/orderBill.ts'
import { shipBill } from '@lading/contract/wms/shipBill.ts'
import { stockTakeBill } from '@lading/contract/wms/stockTakeBill.ts'
import { task } from '@lading/contract/wms/task.ts'
import { isTaskType } from '@lading/contract/wms/taskTypes.ts'
import { viewOf } from '@lading/contract/wms/taskViews.ts'
import type { z } from 'zod'
import { type Place, place, type Query } from '../../client/location.ts'
import { useMay } from '../../kernel/permission.ts'
import { listPlace } from '../station/place.ts'

export type Data = z.output<typeof dashboardCurrent.output>

/** A place only for who may see it: the guard of the menu takes others for intruders. */
export function usePlaces() {
  const may = useMay()
  const to = (e: AnyEntity, p: Place): Place | undefined => (may(e, 'view') ? p : undefined)
  const day = (d: Data) => ({ bizDate: `${d.day}~${d.day}` })
  return {
    inbound: (d: Data) => to(orderBill.header, place('wms', 'orderBillList', day(d))),
    arrived: (d: Data) => to(orderBill.header, place('wms', 'orderBillList', { ...day(d), doneQty: '0.001~' })),
    outbound: (d: Data) => to(operateBill.header, place('wms', 'operateBillList', day(d))),
    booked: (d: Data) => to(operateBill.header, place('wms', 'operateBillList', { ...day(d), bookedQty: '0.001~' })),
    picked: (d: Data) => to(operateBill.header, place('wms', 'operateBillList', { ...day(d), doneQty: '0.001~' })),
    sent: (d: Data) => to(operateBill.header, place('wms', 'operateBillList', { ...day(d), sentQty: '0.001~' })),
    /** Whenever they are due: nothing of them leaves before the shortage is settled. */
    shorts: () => to(operateBill.header, place('wms', 'operateBillList', { hasShortage: 'true' })),
    /** Orders that lack a product. */
    shortOf: (code: string) =>
      to(operateBill.header, place('wms', 'operateBillList', { hasShortage: 'true', product: code })),
    closed: (d: Data) =>
      to(
        operateBill.header,
        place('wms', 'operateBillList', { finishedAt: `${d.day}~${d.day}`, state: 'FINISHED,CLOSED' }),
      ),
    ships: (d: Data) => to(shipBill.header, place('wms', 'shipBillList', { planDepartAt: `${d.day}~${d.day}` })),
    counts: (d: Data) =>
      to(
        stockTakeBill.header,
        place('wms', 'stockTakeBillList', { state: 'FINISHED', finishedAt: `${d.counts.from}~${d.counts.to}` }),
      ),
    stock: (productCode?: string) =>
      to(stockLookBoard, place('wms', 'stockLookBoardList', productCode ? { productCode } : {})),
    lots: () => to(stockBatchLookBoard, place('wms', 'stockBatchLookBoardList', { hold: 'true' })),
    late: () => to(task, place('wms', 'taskList', { overdue: 'true' })),
    putAway: (only: Query = {}) =>
      to(viewOf('PUTAWAY'), listPlace('PUTAWAY', { state: 'READY,ASSIGNED,RUNNING', ...only })),
    tasks: (type: string, state?: string) =>
      isTaskType(type) ? to(viewOf(type), listPlace(type, state ? { state } : {})) : undefined,
  }
}

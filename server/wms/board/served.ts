import type { listQuery } from '@lading/contract/kernel/call.ts'
import { crudCalls, type exportInput } from '@lading/contract/kernel/crud.ts'
import { faults, refuse } from '@lading/contract/kernel/fault.ts'
import * as calls from '@lading/contract/wms/board.ts'
import { appointmentBoard } from '@lading/contract/wms/dashboardAppointment.ts'
import { inboundProgress } from '@lading/contract/wms/dashboardIn.ts'
import { outboundProgress } from '@lading/contract/wms/dashboardOut.ts'
import { dashboardTaskView } from '@lading/contract/wms/dashboardTaskView.ts'
import {
  dashboardWarehouse,
  warehouseLayer,
  warehouseMap,
  warehouseMonth,
} from '@lading/contract/wms/dashboardWarehouse.ts'
import { pastFile, queryPast } from '@lading/contract/wms/pastStock.ts'
import type { z } from 'zod'
import { getRow } from '../../kernel/crud.ts'
import { type Ctx, demandDc } from '../../kernel/ctx.ts'
import { type Served, serve, serveOutside } from '../../kernel/http/serve.ts'
import { listRecords } from '../../kernel/listQuery.ts'
import { exportServed } from '../../platform/sheet/exportRows.ts'
import { reconcile } from '../stock/reconcile.ts'
import { appointments } from './appointments.ts'
import { inbound } from './inbound.ts'
import { freezeStock, holdLot, releaseLot, traceFile, traceLot, unfreezeStock } from './lots.ts'
import { outbound } from './outbound.ts'
import { pastStock } from './past.ts'
import { pastWorkbook } from './pastFile.ts'
import { exportStock, onHand, stockBoard } from './stockBoard.ts'
import { taskView } from './taskView.ts'
import { today } from './today.ts'
import { warehouse } from './warehouse.ts'
import { readBins, readLayer } from './warehouseMap.ts'
import { readMonth } from './warehouseMonth.ts'

type Question = z.output<typeof listQuery>
type Wanted = z.output<typeof exportInput>

/** Stock, lots, ledger and reservations to look at, and what a stock clerk may do from there. */
export const boardServed = (): Served[] => [
  ...calls.boardViews.flatMap((e) => {
    const own = crudCalls(e)
    const wanted: Record<string, (ctx: Ctx, input: never) => Promise<unknown>> = {
      query: (ctx, input: Question) => listRecords(ctx, e, input, e === calls.stockLookBoard ? [onHand] : []),
      getById: (ctx, input: { id: string }) => getRow(ctx, e, input.id),
    }
    const served = Object.entries(own).flatMap(([verb, call]) => {
      const handle = wanted[verb]
      // The call's schema has shaped the input before its handler sees it.
      return handle ? [serve(call, handle as (ctx: Ctx, input: unknown) => Promise<unknown>)] : []
    })
    const file = own.export
    if (e !== calls.stockLookBoard || !file) return [...served, ...exportServed(e)]
    // The call's schema has shaped the input before its handler sees it.
    return [...served, serveOutside(file, (request, input) => exportStock(request, input as Wanted))]
  }),
  serve(calls.queryStock, stockBoard),
  serve(queryPast, pastStock),
  serveOutside(pastFile, pastWorkbook),
  serve(calls.lotTrace, traceLot),
  serveOutside(calls.lotTraceFile, traceFile),
  serve(calls.holdLot, holdLot),
  serve(calls.releaseLot, releaseLot),
  serve(calls.freezeStock, freezeStock),
  serve(calls.unfreezeStock, unfreezeStock),
  serve(calls.reconcileNow, async (ctx) => {
    demandDc(ctx)
    if (ctx.owners !== null) refuse(faults.someOwners)
    return { hits: await reconcile(ctx) }
  }),
  serve(calls.dashboardCurrent, today),
  serve(dashboardTaskView, taskView),
  serve(dashboardWarehouse, warehouse),
  serve(warehouseMonth, readMonth),
  serve(warehouseMap, readBins),
  serve(warehouseLayer, readLayer),
  serve(outboundProgress, outbound),
  serve(inboundProgress, inbound),
  serve(appointmentBoard, appointments),
]

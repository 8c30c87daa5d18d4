import { z } from 'zod'
import { board, onDay, untilNow } from '../kernel/board.ts'
import { get } from '../kernel/call.ts'
import { operateBill } from './operateBill.ts'
import { shipBill } from './shipBill.ts'

const orders = operateBill.header
const trucks = shipBill.header
const today = { from: onDay, to: onDay }
/** Trucks that still stand here. */
const here = ['APPROVED', 'INPROGRESS', 'LOADED']

/** 出库看板: what is to be sent, and whether the trucks leave in time. */
export const dashboardOut = board('wms', 'dashboardOut', {
  title: ['出库看板', 'Outbound board'],
  module: 'data.out',
  tiles: {
    toAllocate: { title: ['待配货订单', 'Orders to allocate'], of: orders, where: { state: ['APPROVED'] } },
    inProgress: { title: ['进行中订单', 'Orders in progress'], of: orders, where: { state: ['INPROGRESS'] } },
    short: { title: ['缺货订单', 'Orders with a shortage'], of: orders, where: { hasShortage: true }, warnOver: 0 },
    planned: {
      title: ['今日计划车辆', "Today's planned trucks"],
      of: trucks,
      where: { state: [...here, 'DESPATCHED', 'FINISHED'], planDepartAt: today },
    },
    loaded: { title: ['已装车待发', 'Loaded, not left'], of: trucks, where: { state: ['LOADED'] } },
    toLeave: {
      title: ['今日待发车', 'Trucks to leave today'],
      of: trucks,
      where: { state: here, planDepartAt: today },
    },
    left: { title: ['今日已发车', 'Trucks that left today'], of: trucks, where: { despatchedAt: today } },
    late: {
      title: ['已误发车时间', 'Trucks past departure time'],
      of: trucks,
      where: { state: here, planDepartAt: { to: untilNow } },
      warnOver: 0,
    },
  },
  table: {
    title: ['今日车辆', "Today's trucks"],
    of: trucks,
    where: { state: [...here, 'DESPATCHED', 'FINISHED'], planDepartAt: today },
    columns: [
      'billNo',
      'state',
      'vehicleNo',
      'route',
      'planDepartAt',
      'staged',
      'containers',
      'loaded',
      'volumePct',
      'weightPct',
      'despatchedAt',
    ],
    orderBy: 'planDepartAt',
  },
  chart: { title: ['装车进度（容器）', 'Loading (containers)'], by: 'vehicleNo', bars: ['containers', 'loaded'] },
})

/** So many waves, stops and short picks the board shows; the lists that they lead to have them all. */
export const wavesMax = 20
export const stopsMax = 60
export const shortMax = 20
/** A truck that leaves sooner, with less than this share of its goods ready, is in danger. */
export const danger = { minutes: 30, readyPct: 90 } as const

const named = z.object({ id: z.string(), code: z.string(), name: z.string() })
/** 出库进度: how far each wave and each stop of a truck is, what was short, and how fast picking goes. */
export const outboundProgress = get('/wms/api/dashboard/outbound', {
  title: ['出库进度', 'Outbound progress'],
  permission: 'wms:data.out:view',
  reads: ['wms.waveBill', 'wms.task', 'wms.operateBill', 'wms.shipBill', 'wms.container', 'wms.pickLabel'],
  output: z.object({
    at: z.string(),
    day: z.string(),
    /** Waves that are being worked on, what is due first on top. Shares are of what their orders still want, in per cent. */
    waves: z.array(
      z.object({
        id: z.string(),
        billNo: z.string(),
        title: z.string().nullable(),
        state: z.string(),
        dueAt: z.string().nullable(),
        lines: z.number(),
        shortPct: z.number().nullable(),
        /** Tasks that bring goods to pick faces. */
        replenishing: z.number(),
        pickedPct: z.number().nullable(),
        stagedPct: z.number().nullable(),
        /** Of its containers that are here and are to be checked; null: none is. */
        checkedPct: z.number().nullable(),
        loadedPct: z.number().nullable(),
      }),
    ),
    /** Stops of trucks that are here and are to leave today, or were to. */
    stops: z.array(
      z.object({
        shipId: z.string(),
        billNo: z.string(),
        route: z.string().nullable(),
        vehicleNo: z.string().nullable(),
        departAt: z.string(),
        store: named,
        /** Containers picked for the store, and those of them that stand ready or are aboard. */
        containers: z.number(),
        ready: z.number(),
        pickedPct: z.number().nullable(),
      }),
    ),
    shorts: z.object({
      total: z.number(),
      top: z.array(
        z.object({
          id: z.string(),
          billId: z.string(),
          billNo: z.string(),
          store: named.nullable(),
          product: named,
          bin: z.string(),
          qty: z.string(),
          reason: z.string(),
        }),
      ),
    }),
    /** Today's picks, without those that were taken back. */
    pace: z.array(
      z.object({
        area: named.nullable(),
        mode: z.string(),
        people: z.number(),
        lines: z.number(),
        /** Of the time between the first and the last confirm of each task; null where it took none. */
        linesPerHour: z.number().nullable(),
      }),
    ),
    /** Today's labels, by what went wrong with them. */
    labels: z.array(z.object({ exceptionCode: z.string(), n: z.number() })),
  }),
})

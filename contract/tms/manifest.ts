import type { Manifest } from '../kernel/manifest.ts'
import { abnormal, abnormalDeduct } from './abnormal.ts'
import { previewByRoute } from './byRoute.ts'
import { carrier } from './carrier.ts'
import { client } from './client.ts'
import { clientShipment, clientSite, clientStore } from './clientSite.ts'
import { tripEvaluate } from './evaluate.ts'
import { carrierFreightAgreement, clientFeeAgreement, employeeFeeAgreement, feeAgreement } from './feeAgreement.ts'
import { carrierFeeBill, clientFeeBill, employeeFeeBill, feeBill } from './feeBill.ts'
import { freightPart } from './freight.ts'
import { gpsConfig, gpsFix, pushFixes, truckPos } from './gps.ts'
import { guidance } from './guidance.ts'
import { driverLicence } from './licence.ts'
import { messageSubscription } from './messageSubscription.ts'
import { tmsOptions } from './options.ts'
import { parkingArea } from './parkingArea.ts'
import { planScope } from './planCalls.ts'
import { planHold } from './planHold.ts'
import { quickBoard } from './quickCalls.ts'
import { region } from './region.ts'
import { roadNet } from './roadNet.ts'
import { routePlan } from './routePlan.ts'
import { routeScheme } from './routeScheme.ts'
import { carrierPayableBill, clientReceivableBill, employeePayableBill, feeClosing, settleBill } from './settleBill.ts'
import { shipPlanBill } from './shipPlanBill.ts'
import { staff } from './staff.ts'
import { sysTruckType } from './sysTruckType.ts'
import { takeDeliveryBill } from './takeDeliveryBill.ts'
import { takeDeliveryTask } from './takeDeliveryTask.ts'
import { tmsTouches } from './touches.ts'
import { myTrips } from './tripCalls.ts'
import { tripEvent } from './tripEvent.ts'
import { truck } from './truck.ts'
import { truckType } from './truckType.ts'
import { truckWorkDashboard } from './truckWork.ts'
import { vrpConfig } from './vrpConfig.ts'
import { jobProgress, tellStop, tripWatch, truckWatch } from './watch.ts'
import { wayBill } from './wayBill.ts'

const settlements = [clientReceivableBill, carrierPayableBill, employeePayableBill] as const

/** 运输 */
export const tms: Manifest = {
  area: 'tms',
  codes: {
    business: [
      [42300, 42399],
      [43600, 43699],
      [43800, 43839],
    ],
    others: [70, 79],
  },
  offers: ['warehouse'],
  nouns: [
    driverLicence,
    sysTruckType,
    truckType,
    carrier,
    parkingArea,
    truck,
    staff,
    client,
    region,
    roadNet,
    vrpConfig,
    routeScheme,
    wayBill,
    takeDeliveryBill,
    routePlan,
    shipPlanBill,
    gpsConfig,
    abnormal,
    tripEvaluate,
  ],
  kept: [
    ...[clientSite, tripEvent, planHold, gpsFix, truckPos, tripWatch, abnormalDeduct],
    ...[feeAgreement.header, feeBill.header, settleBill.header, feeClosing, freightPart],
  ],
  views: [
    ...[clientShipment, clientStore, takeDeliveryTask, guidance, messageSubscription],
    ...[carrierFreightAgreement, clientFeeAgreement, employeeFeeAgreement].map(({ header }) => header),
    ...[carrierFeeBill, clientFeeBill, employeeFeeBill].map(({ header }) => header),
    ...settlements.map(({ header }) => header),
  ],
  boards: [
    planScope,
    previewByRoute,
    quickBoard,
    myTrips,
    pushFixes,
    truckWorkDashboard,
    truckWatch,
    tellStop,
    jobProgress,
  ],
  numbered: [feeAgreement, feeBill, ...settlements].map(({ header, prefix }) => ({
    kind: prefix,
    title: header.title,
  })),
  options: tmsOptions,
  touches: tmsTouches,
}

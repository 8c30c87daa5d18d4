import { entityPermission } from '@lading/contract/kernel/entity.ts'
import { carrierFeeBill, clientFeeBill, employeeFeeBill } from '@lading/contract/tms/feeBill.ts'
import { shipPlanBill, tripItem } from '@lading/contract/tms/shipPlanBill.ts'
import { wayBill } from '@lading/contract/tms/wayBill.ts'
import { count, type ReportModel, sum } from '../../platform/report/model.ts'

const fee = (of: typeof carrierFeeBill, party: readonly string[]): ReportModel => ({
  key: `tms.${of.header.noun}`,
  title: of.header.title,
  permission: entityPermission(of.header, 'view'),
  of: of.header,
  dims: [
    ...['billNo', 'bizDate', 'state', 'source', 'feeType', 'basis'],
    ...party,
    ...['truckId.code', 'tripId.billNo', 'wayBillId.billNo', 'settleId.billNo', 'isUnpriced'],
  ],
  measures: { amount: sum('amount'), tax: sum('tax'), quantity: sum('qty'), fees: count(['费用笔数', 'Charges']) },
})

/** What a tenant's own reports of transport may be made of. */
export const tmsReportModels: readonly ReportModel[] = [
  {
    key: 'tms.wayBill',
    title: ['运单', 'Way bills'],
    permission: entityPermission(wayBill.header, 'view'),
    of: wayBill.header,
    dims: [
      ...[
        'billNo',
        'bizDate',
        'state',
        'kind',
        'clientId',
        'clientId.code',
        'fromSiteId',
        'toSiteId',
        'toSiteId.code',
        'toSiteId.city',
      ],
      ...[
        'toSiteId.district',
        'toSiteId.regionId',
        'tempZone',
        'source',
        'sourceNo',
        'routeSchemeId',
        'windowFrom',
        'windowTo',
        'signedAt',
      ],
    ],
    measures: {
      bills: count(['运单数', 'Way bills']),
      pieces: sum('pieces'),
      weight: sum('weight'),
      volume: sum('volume'),
      signedPieces: sum('signPieces'),
      signedWeight: sum('signWeight'),
      cod: sum('codAmount'),
    },
  },
  {
    key: 'tms.trip',
    title: ['排车单', 'Trips'],
    permission: entityPermission(shipPlanBill.header, 'view'),
    of: shipPlanBill.header,
    dims: [
      ...[
        'billNo',
        'bizDate',
        'state',
        'source',
        'route',
        'departSiteId',
        'truckId.code',
        'driverId',
        'carrierId',
        'truckTypeId',
      ],
      ...['planDepartAt', 'planReturnAt', 'actDepartAt', 'actReturnAt', 'round'],
    ],
    measures: {
      trips: count(['趟数', 'Trips']),
      stops: sum('stopCount'),
      wayBills: sum('wayBillCount'),
      weight: sum('weight'),
      volume: sum('volume'),
      pieces: sum('pieces'),
      planned: sum('planDistanceM'),
      driven: sum('actDistanceM'),
    },
  },
  {
    key: 'tms.tripItem',
    title: ['排车运单', 'Way bills of trips'],
    permission: entityPermission(shipPlanBill.header, 'view'),
    of: tripItem,
    dims: [
      'billId.billNo',
      'billId.bizDate',
      'billId.carrierId',
      'billId.truckId.code',
      'wayBillId.billNo',
      'wayBillId.toSiteId',
      'wayBillId.state',
      'wayBillId.tempZone',
    ],
    measures: { items: count(['运单数', 'Way bills']) },
  },
  fee(carrierFeeBill, ['carrierId', 'carrierId.code']),
  fee(clientFeeBill as typeof carrierFeeBill, ['clientId', 'clientId.code']),
  fee(employeeFeeBill as typeof carrierFeeBill, ['staffId', 'staffId.code']),
]

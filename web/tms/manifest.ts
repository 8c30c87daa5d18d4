import type { Manifest } from '../kernel/manifest.ts'
import { pageSet } from '../kernel/page.ts'

/** One way to all pages of a kind: the first list carries each that is written here. */
const own = () => import('./pages.ts')
const map = () => import('./map/pages.ts')
const fees = () => import('./fee/pages.ts')
const orders = () => import('./orderPages.ts')
const road = () => import('./roadPages.ts')

/** 运输 */
export const tms: Manifest = {
  pages: {
    'tms/sysTruckTypeList': pageSet('tms.sysTruckType', async () => (await own()).sysTruckTypePages, ['List', 'Dtl']),
    'tms/regionList': pageSet('tms.region', async () => (await map()).regionPages),
    'tms/clientShipmentList': pageSet('tms.clientShipment', async () => (await map()).shipmentPages),
    'tms/clientStoreList': pageSet('tms.clientStore', async () => (await map()).storePages),
    'tms/routeSchemeList': pageSet('tms.routeScheme', async () => (await import('./scheme/pages.ts')).routeSchemePages),
    'tms/sysRoadNet': pageSet('tms.roadNet', async () => (await import('./map/roadPages.ts')).roadPages),
    'tms/routeGenerate': async () => ({
      default: (await import('./generate/RouteGenerate.tsx')).RouteGenerate,
    }),
    'tms/addShipPlanBillByRoute': async () => ({ default: (await import('./byRoute/ByRoute.tsx')).ByRoute }),
    'tms/quickPlanList': async () => ({ default: (await import('./quick/QuickPlan.tsx')).QuickPlan }),
    'tms/vrpConfig': pageSet('tms.vrpConfig', async () => (await import('./vrp/pages.ts')).vrpConfigPages),
    'tms/truckList': pageSet('tms.truck', async () => (await own()).truckPages),
    'tms/staffList': pageSet('tms.staff', async () => (await own()).staffPages),
    'tms/carriersList': pageSet('tms.carrier', async () => (await own()).carrierPages),
    'tms/routePlanBillList': pageSet('tms.routePlan', async () => (await import('./plan/pages.ts')).routePlanPages, [
      'List',
      'Dtl',
    ]),
    'tms/wayBillList': pageSet('tms.wayBill', async () => (await orders()).wayBillPages),
    'tms/takeDeliveryBillList': pageSet('tms.takeDeliveryBill', async () => (await orders()).takeDeliveryPages),
    'tms/ShipPlanBillList': pageSet('tms.shipPlanBill', async () => (await import('./trip/pages.ts')).tripPages),
    'tms/takeDeliveryTaskList': pageSet(
      'tms.takeDeliveryTask',
      async () => (await import('./takeDelivery/pages.ts')).takeTaskPages,
      ['List'],
    ),
    'tms/driverTask': async () => ({ default: (await import('./driver/DriverPage.tsx')).DriverPage }),
    'tms/carrierFreightAgreementList': pageSet('tms.carrierFreightAgreement', async () =>
      (await fees()).agreementPages('CARRIER'),
    ),
    'tms/clientFeeAgreementList': pageSet('tms.clientFeeAgreement', async () =>
      (await fees()).agreementPages('CLIENT'),
    ),
    'tms/employeeFeeAgreementList': pageSet('tms.employeeFeeAgreement', async () =>
      (await fees()).agreementPages('EMPLOYEE'),
    ),
    'tms/carrierFeeBillList': pageSet('tms.carrierFeeBill', async () => (await fees()).feePages),
    'tms/carrierPayableBillList': pageSet('tms.carrierPayableBill', async () => (await fees()).settlePages('CARRIER')),
    'tms/clientReceivableBillList': pageSet('tms.clientReceivableBill', async () =>
      (await fees()).settlePages('CLIENT'),
    ),
    'tms/employeePayableBillList': pageSet('tms.employeePayableBill', async () =>
      (await fees()).settlePages('EMPLOYEE'),
    ),
    'tms/guidanceMaterialsList': pageSet('tms.guidance', async () => (await road()).guidanceMaterialPages),
    'tms/sysGpsConfigList': pageSet('tms.gpsConfig', async () => (await road()).gpsPages),
    'tms/abnormalCenterList': pageSet('tms.abnormal', async () => (await road()).abnormalPages),
    'tms/shipPlanEvaluateList': pageSet('tms.tripEvaluate', async () => (await road()).evaluatePages),
    'tms/truckWorkWatchDashboard': async () => ({ default: (await import('./watch/TruckWatch.tsx')).TruckWatch }),
    'tms/jobProgressBoard': async () => ({ default: (await import('./watch/JobProgress.tsx')).JobProgressBoard }),
    'tms/messageSubscriptionConfigurationList': pageSet(
      'tms.messageSubscription',
      async () => (await road()).messagePages,
      ['List'],
    ),
    'tms/clientList': pageSet('tms.client', async () => (await own()).clientPages),
  },
}

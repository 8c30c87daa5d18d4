import { abnormal } from '@lading/contract/tms/abnormal.ts'
import { carrier } from '@lading/contract/tms/carrier.ts'
import { clientShipment, clientSite, clientStore } from '@lading/contract/tms/clientSite.ts'
import { feeBill } from '@lading/contract/tms/feeBill.ts'
import { guidance } from '@lading/contract/tms/guidance.ts'
import { region } from '@lading/contract/tms/region.ts'
import { roadNet } from '@lading/contract/tms/roadNet.ts'
import { routePlan } from '@lading/contract/tms/routePlan.ts'
import { settleBill } from '@lading/contract/tms/settleBill.ts'
import { shipPlanBill } from '@lading/contract/tms/shipPlanBill.ts'
import { staff } from '@lading/contract/tms/staff.ts'
import { takeDeliveryBill } from '@lading/contract/tms/takeDeliveryBill.ts'
import { truck } from '@lading/contract/tms/truck.ts'
import { truckType } from '@lading/contract/tms/truckType.ts'
import { vrpConfig } from '@lading/contract/tms/vrpConfig.ts'
import { wayBill } from '@lading/contract/tms/wayBill.ts'
import { crudServed } from '../kernel/crudServed.ts'
import { unfinishedOf } from '../platform/document/unfinished.ts'
import { guidanceExtent, guidanceServed } from '../platform/guidance/served.ts'
import type { Manifest } from '../platform/manifest.ts'
import { masterServed } from '../platform/masterServed.ts'
import type { PrintNeeds } from '../platform/print/documents.ts'
import { signedServed } from '../platform/signed/signedPages.ts'
import { abnormalComputed, abnormalExtras, abnormalServed } from './abnormal/served.ts'
import { byRouteServed } from './byRoute/served.ts'
import { copyCatalogue } from './catalogue.ts'
import { evaluateComputed, evaluateExtras, evaluateServed } from './evaluate/served.ts'
import { feeListener } from './fee/listen.ts'
import { feeComputed, feeExtras, feesServed, settlementForms } from './fee/manifest.ts'
import { feeRoles } from './fee/roles.ts'
import { feeWalls } from './fee/walls.ts'
import { dropOldFixes, gpsComputed, gpsServed } from './gps/served.ts'
import { createJt808 } from './jt808/listen.ts'
import { type AccountNeeds, accountServed } from './masters/account.ts'
import { tmsComputed } from './masters/computed.ts'
import { regionRules, regionServed } from './masters/regions.ts'
import { carrierRules, siteRules, staffRules, truckRules, truckTypeRules } from './masters/rules.ts'
import { masterVerbs } from './masters/served.ts'
import { type MessageNeeds, messageServed } from './message/served.ts'
import { orderForms, ordersServed } from './orders.ts'
import { planningServed } from './planning/served.ts'
import { createPlanner } from './planning/task.ts'
import { deliveryPage, portalServed } from './portal/delivery.ts'
import { tmsReportModels } from './report/models.ts'
import { roadRules, roadServed } from './roads/served.ts'
import { schemeComputed, schemeWalls } from './scheme/computed.ts'
import { schemeForms, schemeServed } from './scheme/served.ts'
import { taskComputed, tasksServed } from './takeDelivery/tasks.ts'
import { tripComputed, tripExtras } from './trip/computed.ts'
import { tripForms, tripsServed } from './trip/served.ts'
import { carriedBy, tripWalls } from './trip/walls.ts'
import { prepareVrp, vrpConfigRules, vrpConfigServed } from './vrp/config.ts'
import { feeTopic } from './warehouse/topics.ts'
import { roadListeners } from './watch/listen.ts'
import { watchServed } from './watch/served.ts'
import { wayBillComputed } from './wayBill/computed.ts'
import { orderExtras } from './wayBill/extras.ts'

/** 运输 */
export const tms: Manifest<PrintNeeds & MessageNeeds & AccountNeeds> = {
  served: (o, sign) => [
    ...masterServed(truckType, truckTypeRules),
    ...masterServed(carrier, carrierRules),
    ...masterServed(truck, truckRules),
    ...masterServed(staff, staffRules),
    // Whatever names a site, as a leg does, finds those of both uses.
    ...crudServed(clientSite).filter(({ call }) => !call.writes),
    ...masterServed(clientShipment, siteRules),
    ...masterServed(clientStore, siteRules),
    ...masterServed(region, regionRules),
    ...masterServed(roadNet, roadRules),
    ...masterServed(vrpConfig, vrpConfigRules),
    ...masterVerbs(),
    accountServed(o),
    ...regionServed(),
    ...roadServed(),
    ...vrpConfigServed(),
    ...schemeServed(o),
    ...ordersServed(o),
    ...planningServed(),
    ...tripsServed(o),
    ...byRouteServed(),
    ...tasksServed(),
    ...feesServed(o),
    ...guidanceServed(guidance),
    ...gpsServed(),
    ...abnormalServed(),
    ...evaluateServed(),
    ...watchServed(),
    ...messageServed(o),
    ...portalServed(sign),
  ],
  begins: {
    GROUP: { prepare: async (ctx) => void (await copyCatalogue(ctx)), roles: [] },
    TC: {
      prepare: prepareVrp,
      roles: [
        { name: '调度员', grants: ['tms:transportation', 'tms:basic.routeScheme', 'view'] },
        { name: '司机', grants: ['tms:transportation.driverTask'] },
        ...feeRoles.TC,
      ],
    },
    FC: { roles: feeRoles.FC },
  },
  signed: (o) => signedServed(o, deliveryPage),
  listeners: (kernel) => ({ ...roadListeners(kernel), [feeTopic]: feeListener(kernel) }),
  demo: async () => (await import('./demo/demo.ts')).demo,
  background: { [routePlan.header.key]: createPlanner, 'tms.jt808': createJt808 },
  holds: (ctx, orgId) =>
    unfinishedOf(ctx, orgId, [wayBill, takeDeliveryBill, routePlan, shipPlanBill, abnormal, feeBill, settleBill]),
  reportModels: tmsReportModels,
  jobs: () => ({
    /** 准驾车型 and 系统车型库: what the product adds to them comes to every tenant. */
    tmsCatalogue: {
      title: ['更新运输基础目录', 'Bring the transport catalogue up to date'],
      cron: '15 1 * * *',
      run: async (ctx) => `${await copyCatalogue(ctx)} rows`,
    },
    tmsTracks: { title: ['清理车辆轨迹', 'Clear out old positions'], cron: '35 2 * * *', steps: dropOldFixes },
  }),
  printForms: [...orderForms, ...tripForms, ...schemeForms, ...settlementForms],
  computations: {
    ...{ ...tmsComputed, ...wayBillComputed, ...tripComputed, ...schemeComputed, ...taskComputed },
    ...{ ...gpsComputed, ...abnormalComputed, ...evaluateComputed, ...feeComputed },
  },
  extents: { [guidance.key]: guidanceExtent },
  walls: { ...tripWalls, ...schemeWalls, ...feeWalls },
  carried: carriedBy,
  extras: {
    ...tripExtras,
    // Of a day and a depot everybody has one open quick plan.
    [routePlan.header.key]: {
      indexes: [{ columns: 'created_by, biz_date, depot_id', where: 'is_draft', unique: true }],
    },
    // Exactly one of a centre's settings is the default.
    [vrpConfig.key]: { indexes: [{ columns: 'org_id', where: 'is_default', unique: true }] },
    [roadNet.key]: { checks: ['distance_m > 0', 'duration_s > 0'] },
    ...orderExtras,
    ...feeExtras,
    ...abnormalExtras,
    ...evaluateExtras,
  },
}

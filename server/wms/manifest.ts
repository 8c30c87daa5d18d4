import { int } from '@lading/contract/kernel/field.ts'
import { owner } from '@lading/contract/mdm/owner.ts'
import { productCategory, store, vendor } from '@lading/contract/mdm/partner.ts'
import { product, qpc } from '@lading/contract/mdm/product.ts'
import { autoRule } from '@lading/contract/wms/autoRule.ts'
import { binCapacity } from '@lading/contract/wms/binCapacity.ts'
import { collectBinScheme } from '@lading/contract/wms/collectScheme.ts'
import { container, containerType } from '@lading/contract/wms/container.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { mergeOperate, planOperate, splitOperate } from '@lading/contract/wms/operateCalls.ts'
import { orderBill } from '@lading/contract/wms/orderBill.ts'
import { inspectionPhotos, shipPhotos } from '@lading/contract/wms/photos.ts'
import { pickBinBill } from '@lading/contract/wms/pickBinBill.ts'
import { pickContainer } from '@lading/contract/wms/pickContainer.ts'
import { pickLabel } from '@lading/contract/wms/pickLabel.ts'
import { area, bin, dock, pickArea } from '@lading/contract/wms/place.ts'
import { preRplBill } from '@lading/contract/wms/preRplBill.ts'
import { qualityBill } from '@lading/contract/wms/qualityBill.ts'
import { qualityScheme } from '@lading/contract/wms/qualityScheme.ts'
import { receiveAll as receiveAllCall } from '@lading/contract/wms/receiveCalls.ts'
import { productBin, productStorageScheme } from '@lading/contract/wms/scheme.ts'
import { shipBill, shipStop } from '@lading/contract/wms/shipBill.ts'
import { sowingScheme } from '@lading/contract/wms/sowingScheme.ts'
import { lot, posting, reservation, stock } from '@lading/contract/wms/stock.ts'
import { stockTakeBill } from '@lading/contract/wms/stockTakeBill.ts'
import { stockTypeScheme } from '@lading/contract/wms/stockTypeScheme.ts'
import { sysTaskConfig } from '@lading/contract/wms/sysTaskConfig.ts'
import { task } from '@lading/contract/wms/task.ts'
import { taskConfig, tryTaskRules } from '@lading/contract/wms/taskConfig.ts'
import * as trails from '@lading/contract/wms/trail.ts'
import { typeLooks } from '@lading/contract/wms/typeLooks.ts'
import { warehouseRegister } from '@lading/contract/wms/warehouseRegister.ts'
import { waveBill } from '@lading/contract/wms/waveBill.ts'
import { worker } from '@lading/contract/wms/worker.ts'
import type { Ctx } from '../kernel/ctx.ts'
import { type Served, serve } from '../kernel/http/serve.ts'
import { documentServed } from '../platform/document/served.ts'
import { photosServed } from '../platform/file/photos.ts'
import type { Manifest } from '../platform/manifest.ts'
import { masterServed } from '../platform/masterServed.ts'
import type { PrintNeeds } from '../platform/print/documents.ts'
import { signedServed } from '../platform/signed/signedPages.ts'
import { adjustServed } from './adjust/served.ts'
import { autoRuleComputed } from './auto/computed.ts'
import { outboundAuto } from './auto/run.ts'
import { autoServed } from './auto/served.ts'
import { billServed } from './bill/billServed.ts'
import { lotExpiry } from './board/expiry.ts'
import { boardServed } from './board/served.ts'
import { checkServed } from './check/served.ts'
import { collectSchemeRules } from './collect/scheme.ts'
import { lineComputed } from './computed/bill.ts'
import { binComputed, capacityComputed, productBinComputed } from './computed/bin.ts'
import { containerComputed } from './computed/container.ts'
import { dockComputed } from './computed/dock.ts'
import { lotComputed } from './computed/lot.ts'
import { operateComputed } from './computed/operateBill.ts'
import { orderComputed } from './computed/orderBill.ts'
import { ownerComputed } from './computed/owner.ts'
import { productComputed } from './computed/product.ts'
import { registerComputed } from './computed/register.ts'
import { reservationComputed } from './computed/reservation.ts'
import { shipComputed, stopComputed } from './computed/shipBill.ts'
import { stockComputed } from './computed/stock.ts'
import { takeComputed } from './computed/stockTake.ts'
import { taskComputed } from './computed/task.ts'
import { vendorComputed } from './computed/vendor.ts'
import { waveComputed } from './computed/waveBill.ts'
import { defaultRoles } from './defaultRoles.ts'
import { demoMorning } from './demo/morning.ts'
import { extras } from './extras.ts'
import { labelComputed } from './label/computed.ts'
import { labelServed } from './label/served.ts'
import { voidUnused } from './label/unused.ts'
import { areaServed } from './masters/areaMap.ts'
import { binCapacityRules } from './masters/binCapacity.ts'
import { binServed } from './masters/bins.ts'
import { categoryRules } from './masters/category.ts'
import { containerRules, containerServed, containerTypeRules } from './masters/containers.ts'
import { whatHolds } from './masters/dcBusy.ts'
import { dockServed } from './masters/docks.ts'
import { ownerServed } from './masters/ownerViews.ts'
import { packChangeDue, packChangeListeners, typedPackRules } from './masters/packChange.ts'
import { packListServed } from './masters/packList.ts'
import { ownerRules, storeRules, vendorRules } from './masters/partner.ts'
import { pickOrderServed } from './masters/pickOrder.ts'
import { areaRules, binRules, dockRules, pickAreaRules, productBinRules, schemeRules } from './masters/place.ts'
import { prepareDc } from './masters/prepareDc.ts'
import { productRules } from './masters/product.ts'
import { productImageServed } from './masters/productImage.ts'
import { productServed } from './masters/productViews.ts'
import { barcodeServed } from './masters/verifyBarcode.ts'
import { mergeServed } from './merge/served.ts'
import { moveServed } from './move/served.ts'
import { planOf } from './operate/plan.ts'
import { mergeOrders, splitOrder } from './operate/rearrange.ts'
import { operateDerivation, operateSteps } from './operate/steps.ts'
import { allocationOf, containersOf, linksOf, shipsOf } from './operate/trail.ts'
import { readOption } from './option.ts'
import { receiveAll } from './order/receiveAll.ts'
import { orderDerivation, orderSteps } from './order/steps.ts'
import { inspectionsOf, putAwaysOf, receiptsOf } from './order/trail.ts'
import { pickBinSteps } from './pickBin/carryOut.ts'
import { pickBinRules } from './pickBin/rules.ts'
import { pickBinTopic } from './pickBin/tell.ts'
import { pickContainerComputed } from './pickContainer/computed.ts'
import { pickContainerServed } from './pickContainer/served.ts'
import { pickDiffServed } from './pickDiff/served.ts'
import { preRplComputed, preRplLineComputed } from './preRpl/computed.ts'
import { preRplRules, preRplSteps, refreshPreRpl } from './preRpl/steps.ts'
import { printForms } from './print/forms.ts'
import { printServed } from './print/served.ts'
import { process } from './process/served.ts'
import { putAwayServed } from './putAway/served.ts'
import { checkComputed, qualityComputed } from './quality/computed.ts'
import { demandCheck } from './quality/photos.ts'
import { qualitySchemeRules } from './quality/scheme.ts'
import { qualityRules, qualitySteps } from './quality/steps.ts'
import { wmsReportModels } from './report/models.ts'
import { wmsReports } from './report/reports.ts'
import { reverse } from './reverse/served.ts'
import { rtiDaily, rtiServed } from './rti/served.ts'
import { shipServed } from './ship/served.ts'
import { signDelivered } from './ship/sign.ts'
import { shipRules, shipSteps } from './ship/steps.ts'
import { sowingComputed } from './sow/computed.ts'
import { sowingSchemeRules } from './sow/scheme.ts'
import { stockReconcile } from './stock/reconcile.ts'
import { stockSweep } from './stock/sweep.ts'
import { containerWall, postingWall, shipmentWall, waveWall } from './stock/walls.ts'
import { stockBillsServed } from './stockBill/all.ts'
import { cycleCount } from './stockTake/cycle.ts'
import { countKept } from './stockTake/doubt.ts'
import { stockTakeServed } from './stockTake/served.ts'
import { stockTypeRules } from './stockType/rules.ts'
import { readLooks } from './stockType/types.ts'
import { taskServed } from './task/served.ts'
import { stories } from './task/story.ts'
import { giveBackOverdue } from './task/timeout.ts'
import { typeConfigRules } from './task/typeConfig.ts'
import { type TemplateNeeds, taskConfigRules } from './taskRule/rules.ts'
import { tryOut } from './taskRule/tryOut.ts'
import { replenishFaces } from './wave/minMax.ts'
import { waveListeners } from './wave/pipeline.ts'
import { waveServed } from './wave/served.ts'
import { weighing } from './weigh/weighing.ts'
import { workerComputed } from './worker/computed.ts'
import { addUpDays } from './worker/days.ts'
import { workerRules } from './worker/duty.ts'
import { workerServed } from './worker/served.ts'
import { appointmentNoShow } from './yard/booking.ts'
import { yardServed } from './yard/served.ts'
import { supplierPage } from './yard/supplierPage.ts'

/** What the warehouse asks of the administration. */
interface Needs extends PrintNeeds, TemplateNeeds {
  /** Tells who watches over the stock of a centre that so much of it does not add up. */
  readonly tellStockHits: (ctx: Ctx, count: number) => Promise<void>
  /** Refuses a weight that a scale does not show. */
  readonly demandReading: (ctx: Ctx, scaleId: string, kg: string) => Promise<void>
}

/** 商品 are declared in MDM, for every area; the warehouse keeps them. */
const masters = (needs: Needs): Served[] => [
  ...masterServed(product, productRules),
  ...masterServed(qpc, typedPackRules),
  ...masterServed(owner, ownerRules),
  ...masterServed(store, storeRules),
  ...masterServed(vendor, vendorRules),
  ...masterServed(productCategory, categoryRules),
  ...masterServed(containerType, containerTypeRules),
  ...masterServed(area, areaRules),
  ...masterServed(pickArea, pickAreaRules),
  ...masterServed(bin, binRules),
  ...masterServed(dock, dockRules),
  ...masterServed(productStorageScheme, schemeRules),
  ...masterServed(productBin, productBinRules),
  ...masterServed(stockTypeScheme, stockTypeRules),
  serve(typeLooks, readLooks),
  ...masterServed(binCapacity, binCapacityRules),
  ...masterServed(sowingScheme, sowingSchemeRules),
  ...masterServed(collectBinScheme, collectSchemeRules),
  ...masterServed(qualityScheme, qualitySchemeRules),
  ...masterServed(sysTaskConfig, typeConfigRules),
  ...masterServed(taskConfig, taskConfigRules(needs)),
  ...masterServed(worker, workerRules),
  ...masterServed(container, containerRules).filter(isTyped),
]

/** Containers are made in batches with codes of their own; nobody types one in. */
const isTyped = ({ call }: Served): boolean => call.path !== '/wms/api/container/create'

const verbsOfMasters = (): Served[] => [
  ...pickOrderServed(),
  ...packListServed(),
  ...barcodeServed(),
  ...productServed(),
  ...productImageServed(),
  ...ownerServed(),
  ...binServed(async (ctx) => {
    const between = await readOption(ctx, 'wms_bin_code_separator')
    return between === 'none' ? '' : between
  }),
  ...dockServed(),
  ...areaServed(),
  ...containerServed(),
]

const bills = (): Served[] => [
  ...billServed(orderBill, orderSteps),
  serve(receiveAllCall, receiveAll),
  ...photosServed(qualityBill, inspectionPhotos, demandCheck),
  ...photosServed(shipBill, shipPhotos),
  serve(trails.orderReceipts.call, receiptsOf),
  serve(trails.orderPutAways.call, putAwaysOf),
  serve(trails.orderInspections.call, inspectionsOf),
  ...billServed(operateBill, operateSteps),
  serve(planOperate, planOf),
  serve(splitOperate, splitOrder),
  serve(mergeOperate, mergeOrders),
  serve(trails.operateLinks.call, linksOf),
  serve(trails.operateAllocation.call, allocationOf),
  serve(trails.operateContainers.call, containersOf),
  serve(trails.operateShips.call, shipsOf),
  ...documentServed(shipBill, shipSteps, shipRules),
  ...shipServed(),
  ...autoServed(),
  ...waveServed(),
  ...pickDiffServed(),
  ...stockBillsServed(),
  ...documentServed(pickBinBill, pickBinSteps, pickBinRules),
  ...documentServed(preRplBill, preRplSteps, preRplRules),
  ...stockTakeServed(),
  ...documentServed(qualityBill, qualitySteps, qualityRules),
  ...reverse.served(),
  ...process.served(),
]

/** 仓储 */
export const wms: Manifest<Needs> = {
  served: (needs, sign) => [
    ...masters(needs),
    ...verbsOfMasters(),
    ...bills(),
    ...yardServed(sign),
    ...rtiServed(),
    ...taskServed(
      weighing({
        demandReading: needs.demandReading,
        mayType: (ctx) => readOption(ctx, 'wms_scale_manual'),
      }),
    ),
    ...putAwayServed(),
    serve(tryTaskRules, tryOut),
    ...workerServed(),
    ...moveServed(),
    ...checkServed(),
    ...mergeServed(),
    ...labelServed(),
    ...pickContainerServed(),
    ...adjustServed((ctx) => readOption(ctx, 'wms_adjust_limit')),
    ...printServed(needs),
    ...boardServed(),
  ],
  signed: (o) => signedServed(o, supplierPage),
  begins: { DC: { prepare: prepareDc, roles: defaultRoles } },
  demo: async () => (await import('./demo/demo.ts')).demo,
  holds: whatHolds,
  jobs: ({ tellStockHits }) => ({
    demoMorning,
    /** Whether the stock of each centre still adds up; the dashboard shows what does not. */
    stockReconcile: {
      title: ['核对库存', 'Check the stock books'],
      cron: '30 2 * * *',
      worksAt: ['DC'],
      steps: (by) => stockReconcile(by.perform, tellStockHits),
    },
    /** 签收 of what left long enough ago; trucks that nobody follows would stay under way for ever. */
    shipSign: {
      title: ['自动签收', 'Sign for what was delivered'],
      cron: '10 3 * * *',
      worksAt: ['DC'],
      params: { days: int(['发运满多少天', 'Days since it was shipped'], { least: 1, most: 365 }) },
      run: async (ctx, { days }) =>
        `${await signDelivered(ctx, Number(days ?? (await readOption(ctx, 'wms_sign_days'))))} shipments`,
    },
    /** The bins of each centre that are the most due, so many as its option says. */
    cycleCount: {
      title: ['循环盘点', 'Cycle count'],
      cron: '30 5 * * *',
      worksAt: ['DC'],
      run: async (ctx) => {
        const kept = await countKept(ctx)
        const bins = await cycleCount(ctx, Number(await readOption(ctx, 'wms_cycle_count_daily_bins')))
        return `${bins} bins, ${kept} in doubt`
      },
    },
    /** 领取超时: work that was taken and not begun in the time that its type allows. */
    taskTimeout: {
      title: ['退回超时任务', 'Give back overdue tasks'],
      cron: '*/5 * * * *',
      worksAt: ['DC'],
      run: async (ctx) => `${await giveBackOverdue(ctx)} tasks`,
    },
    /** 标签作废: labels that nobody has used for a month. */
    labelVoid: {
      title: ['作废过期标签', 'Void unused labels'],
      cron: '20 4 * * 0',
      worksAt: ['DC'],
      run: async (ctx) => `${await voidUnused(ctx)} labels`,
    },
    /** 人员日绩效: what everybody did today, and yesterday until it is all in. */
    workerDays: {
      title: ['统计人员绩效', "Add up people's work"],
      cron: '*/15 * * * *',
      worksAt: ['DC'],
      run: async (ctx) => `${await addUpDays(ctx)} sums`,
    },
    /** Pick faces of each centre whose option says so are filled before anybody lacks their goods. */
    minMaxReplenish: {
      title: ['按最高最低补货', 'Replenish by minimum and maximum'],
      cron: '*/15 * * * *',
      worksAt: ['DC'],
      steps: async (by) => {
        const isOn = await by.perform((ctx) => readOption(ctx, 'wms_min_max_replenish'))
        return isOn === true ? `${await replenishFaces(by.perform)} tasks` : 'off'
      },
    },
    outboundAuto,
    lotExpiry,
    packChangeDue,
    appointmentNoShow,
    rtiDaily,
    stockSweep,
  }),
  reports: wmsReports,
  reportModels: wmsReportModels,
  printForms,
  computations: {
    [product.table]: productComputed,
    [owner.table]: ownerComputed,
    [vendor.table]: vendorComputed,
    [orderBill.header.table]: orderComputed,
    [orderBill.line.table]: lineComputed,
    [operateBill.header.table]: operateComputed,
    [operateBill.line.table]: lineComputed,
    [shipBill.header.table]: shipComputed,
    [shipStop.table]: stopComputed,
    [waveBill.header.table]: waveComputed,
    [preRplBill.header.table]: preRplComputed,
    [preRplBill.line.table]: preRplLineComputed,
    [stockTakeBill.header.table]: takeComputed,
    [qualityBill.header.table]: qualityComputed,
    [qualityBill.result.table]: checkComputed,
    [stock.table]: stockComputed,
    [lot.table]: lotComputed,
    [reservation.table]: reservationComputed,
    [task.table]: taskComputed,
    [bin.table]: binComputed,
    [container.table]: containerComputed,
    [productBin.table]: productBinComputed,
    [binCapacity.table]: capacityComputed,
    [dock.table]: dockComputed,
    [warehouseRegister.header.table]: registerComputed,
    [sowingScheme.table]: sowingComputed,
    [worker.table]: workerComputed,
    [pickLabel.table]: labelComputed,
    [pickContainer.table]: pickContainerComputed,
    [autoRule.table]: autoRuleComputed,
    ...reverse.computed,
    ...process.computed,
  },
  stories,
  walls: {
    [container.table]: containerWall,
    [posting.table]: postingWall,
    [shipBill.header.table]: shipmentWall,
    [waveBill.header.table]: waveWall,
  },
  derivations: {
    [orderBill.header.key]: orderDerivation,
    [operateBill.header.key]: operateDerivation,
    [pickBinBill.header.key]: async (ctx, id) => ctx.emit({ topic: pickBinTopic, key: id }),
    [preRplBill.header.key]: refreshPreRpl,
    ...reverse.derivations,
  },
  listeners: (kernel) => ({
    ...waveListeners(kernel),
    ...packChangeListeners(kernel),
    ...reverse.listeners(kernel),
  }),
  extras,
}

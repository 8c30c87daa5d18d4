import { printCalls } from '@lading/contract/wms/printCalls.ts'
import { gateStates, shipFlow } from '@lading/contract/wms/shipBill.ts'
import { passStates, warehouseRegister } from '@lading/contract/wms/warehouseRegister.ts'
import type { Printing } from '../platform/print/papers.ts'

/** What the warehouse prints. */
export const printings = {
  container: { isLabel: true, call: printCalls.container, title: ['打印标签', 'Print label'] },
  bin: {
    isLabel: true,
    call: printCalls.bin,
    title: ['打印标签', 'Print label'],
    onSheet: ['打印标签（A4）', 'Print labels on A4'],
  },
  product: {
    isLabel: true,
    call: printCalls.product,
    title: ['打印条码', 'Print label'],
    onSheet: ['打印条码（A4）', 'Print labels on A4'],
    anywhere: true,
  },
  productQpc: { isLabel: true, call: printCalls.productQpc, title: ['打印箱条码', 'Print case label'], anywhere: true },
  pickTask: { call: printCalls.pickTask, title: ['打印拣货单', 'Print pick sheet'] },
  pickLabels: {
    isLabel: true,
    call: printCalls.pickLabels,
    title: ['打印拣货标签', 'Print pick labels'],
    needs: { field: 'labels', why: ['该任务没有标签', 'This task has no labels'] },
  },
  labelEx: { isLabel: true, call: printCalls.labelEx, title: ['补打', 'Reprint'] },
  rplLabel: { isLabel: true, call: printCalls.rplLabel, title: ['打印标签', 'Print label'] },
  pickContainer: { isLabel: true, call: printCalls.pickContainer, title: ['打印标签', 'Print label'] },
  collectTask: { call: printCalls.collectTask, title: ['打印集货单', 'Print staging sheet'] },
  storeCheckTask: { call: printCalls.storeCheckTask, title: ['打印复核单', 'Print check sheet'] },
  sowTask: { call: printCalls.sowTask, title: ['打印播种单', 'Print sorting sheet'] },
  operateBill: { call: printCalls.operateBill, title: ['打印送货单', 'Print delivery note'] },
  orderBill: { call: printCalls.orderBill, title: ['打印收货单', 'Print receiving sheet'] },
  receiveTask: { call: printCalls.receiveTask, title: ['打印收货单', 'Print receiving sheet'] },
  receivedLots: {
    isLabel: true,
    call: printCalls.receivedLots,
    title: ['打印批次标签', 'Print lot labels'],
    needs: { field: 'doneQty', why: ['还没有收到货', 'Nothing has been received yet'] },
  },
  receivedContainers: {
    isLabel: true,
    call: printCalls.receivedContainers,
    title: ['打印容器标签', 'Print container labels'],
    needs: { field: 'receivedInto', why: ['收到的货没有放入容器', 'No goods were received into a container'] },
  },
  putAwayTask: { call: printCalls.putAwayTask, title: ['打印上架单', 'Print put-away sheet'] },
  replenishUpperTask: { call: printCalls.replenishUpperTask, title: ['打印上架单', 'Print put-away sheet'] },
  countTask: { call: printCalls.countTask, title: ['打印盘点表', 'Print count sheet'] },
  stockDecTask: { call: printCalls.stockDecTask, title: ['打印减少单', 'Print sheet'] },
  stockIncTask: { call: printCalls.stockIncTask, title: ['打印增加单', 'Print sheet'] },
  pickBinBill: { call: printCalls.pickBinBill, title: ['打印调整单', 'Print sheet'] },
  qualityBill: { call: printCalls.qualityBill, title: ['打印质检单', 'Print inspection sheet'] },
  preRplBill: { call: printCalls.preRplBill, title: ['打印预补货单', 'Print sheet'] },
  processTask: { call: printCalls.processTask, title: ['打印加工单', 'Print order'] },
  recipientBill: { call: printCalls.recipientBill, title: ['打印领用单', 'Print requisition'] },
  enterTruckTask: { call: printCalls.enterTruckTask, title: ['打印装车清单', 'Print manifest'] },
  despatchTask: { call: printCalls.despatchTask, title: ['打印放行条', 'Print gate pass'] },
  shipBill: { call: printCalls.shipBill, title: ['打印装车清单', 'Print manifest'] },
  shipNotes: { call: printCalls.shipNotes, title: ['打印门店送货单', 'Print delivery notes'] },
  previewBill: { call: printCalls.previewBill, title: ['打印凭证', 'Print appointment'] },
  visitPass: {
    call: printCalls.visitPass,
    title: ['打印放行条', 'Print gate pass'],
    from: { flow: warehouseRegister.flow, states: passStates },
  },
  gatePass: {
    call: printCalls.gatePass,
    title: ['打印放行条', 'Print gate pass'],
    from: { flow: shipFlow, states: gateStates },
  },
} as const satisfies Record<keyof typeof printCalls, Printing>

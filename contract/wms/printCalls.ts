import { product, qpc } from '../mdm/product.ts'
import { printCall as print } from '../sys/printCall.ts'
import { container } from './container.ts'
import { operateBill } from './operateBill.ts'
import { orderBill } from './orderBill.ts'
import { pickBinBill } from './pickBinBill.ts'
import { pickContainer } from './pickContainer.ts'
import { labelEx, rplLabel } from './pickLabel.ts'
import { bin } from './place.ts'
import { preRplBill } from './preRplBill.ts'
import { previewBill } from './previewBill.ts'
import { processTask } from './processTask.ts'
import { qualityBill } from './qualityBill.ts'
import { recipientBill } from './recipientBill.ts'
import { shipBill } from './shipBill.ts'
import { viewOf } from './taskViews.ts'
import { warehouseRegister } from './warehouseRegister.ts'

const receiveTask = viewOf('RECEIVE')

/** Each answers a file, or says by which batch a printer gets it. */
export const printCalls = {
  container: print(container, ['打印容器标签', 'Print container labels']),
  bin: print(bin, ['打印货位标签', 'Print bin labels']),
  product: print(product, ['打印商品条码', 'Print product labels']),
  productQpc: print(qpc, ['打印箱条码', 'Print case labels']),
  pickTask: print(viewOf('PICK'), ['打印拣货单', 'Print pick sheets']),
  pickLabels: print(viewOf('PICK'), ['打印拣货标签', 'Print pick labels'], 'printLabels'),
  labelEx: print(labelEx, ['补打拣货标签', 'Reprint pick labels']),
  rplLabel: print(rplLabel, ['打印补货标签', 'Print replenishment labels']),
  pickContainer: print(pickContainer, ['打印拣货容器标签', 'Print pick container labels']),
  collectTask: print(viewOf('PICK_COLLECT'), ['打印集货单', 'Print staging sheets']),
  storeCheckTask: print(viewOf('STORE_COLLECT_CHECK'), ['打印集货复核单', 'Print staging checks']),
  sowTask: print(viewOf('SOW'), ['打印播种单', 'Print sorting sheets']),
  operateBill: print(operateBill.header, ['打印送货单', 'Print delivery notes']),
  orderBill: print(orderBill.header, ['打印收货单', 'Print receiving sheets']),
  receiveTask: print(receiveTask, ['打印收货单', 'Print receiving sheets']),
  receivedLots: print(receiveTask, ['打印批次标签', 'Print lot labels'], 'printLots'),
  receivedContainers: print(receiveTask, ['打印容器标签', 'Print container labels'], 'printContainers'),
  putAwayTask: print(viewOf('PUTAWAY'), ['打印上架单', 'Print put-away sheets']),
  replenishUpperTask: print(viewOf('RPL_UP'), ['打印上架单', 'Print put-away sheets']),
  countTask: print(viewOf('STOCK_TAKE'), ['打印盘点表', 'Print count sheets']),
  stockDecTask: print(viewOf('STOCK_DEC'), ['打印库存减少单', 'Print stock decreases']),
  stockIncTask: print(viewOf('STOCK_INC'), ['打印库存增加单', 'Print stock increases']),
  pickBinBill: print(pickBinBill.header, ['打印拣货位调整单', 'Print pick face changes']),
  qualityBill: print(qualityBill.header, ['打印质检单', 'Print inspection sheets']),
  preRplBill: print(preRplBill.header, ['打印预补货单', 'Print pre-replenishments']),
  processTask: print(processTask.header, ['打印加工单', 'Print processing orders']),
  recipientBill: print(recipientBill.header, ['打印领用单', 'Print requisitions']),
  enterTruckTask: print(viewOf('ENTER_TRUCK'), ['打印装车清单', 'Print loading manifests']),
  despatchTask: print(viewOf('DESPATCH'), ['打印放行条', 'Print gate passes']),
  shipBill: print(shipBill.header, ['打印装车清单', 'Print loading manifests']),
  shipNotes: print(shipBill.header, ['打印门店送货单', 'Print delivery notes by store'], 'printNotes'),
  previewBill: print(previewBill.header, ['打印预约凭证', 'Print appointments']),
  visitPass: print(warehouseRegister.header, ['打印放行条', 'Print gate passes']),
  gatePass: print(shipBill.header, ['打印放行条', 'Print gate passes'], 'printGatePass'),
} as const

import { containerType } from '@lading/contract/wms/container.ts'
import { store, vendor } from '@lading/contract/wms/partner.ts'
import { binType, pickArea, storageArea } from '@lading/contract/wms/place.ts'
import { productBin } from '@lading/contract/wms/scheme.ts'
import type { Pages } from './kernel/page.ts'
import { entityPage } from './platform/entityPage.ts'
import { dcPages, reportPages, rolePages, userPages } from './sys/pages.ts'
import { categoryPages, ownerPages, packPages, productPages } from './wms/masterPages.ts'
import {
  areaPages,
  binPages,
  containerPages,
  dockPages,
  operatePages,
  orderPages,
  putAwayPages,
  schemePages,
  shipPages,
  taskCentrePages,
  taskPages,
} from './wms/pages.ts'

/**
 * The pages of the product by menu entry, `<sub-system>/<entry>`. A master or a bill type is one line: its
 * declaration. `contract/built.ts` lists the same keys.
 */
export const pages = {
  'wms/dashboardCurrent': async () => ({ default: (await import('./wms/board/Today.tsx')).Today }),
  'wms/ownerList': ownerPages,
  'wms/storeList': entityPage(store),
  'wms/vendorList': entityPage(vendor),
  'wms/productCategoryList': categoryPages,
  'wms/productList': productPages,
  'wms/containerTypeList': entityPage(containerType),
  'wms/containerList': containerPages,
  'wms/taskList': taskCentrePages,
  'wms/receiveTaskList': taskPages('RECEIVE'),
  'wms/putAwayTaskList': putAwayPages,
  'wms/pickTaskList': taskPages('PICK'),
  'wms/enterTruckTaskList': taskPages('ENTER_TRUCK'),
  'wms/despatchTaskList': taskPages('DESPATCH'),
  'wms/orderBillList': orderPages,
  'wms/stockLookBoardList': async () => ({ default: (await import('./wms/board/StockBoard.tsx')).StockBoard }),
  'wms/stockBatchLookBoardList': async () => ({ default: (await import('./wms/board/LotBoard.tsx')).LotBoard }),
  'wms/operateBillList': operatePages,
  'wms/shipBillList': shipPages,
  'wms/warehouseArea': areaPages,
  'wms/dockList': dockPages,
  'wms/binList': binPages,
  'wms/binTypeList': entityPage(binType),
  'wms/pickAreaList': entityPage(pickArea),
  'wms/storageAreaList': entityPage(storageArea),
  'wms/storageBinList': entityPage(productBin),
  'wms/productStorageSchemeList': schemePages,
  'mdm/productQpcList': packPages,
  'rpt/customReportApplication': reportPages,
  'sys/sysUserList': userPages,
  'sys/sysRoleList': rolePages,
  'sys/sysOrgDcList': dcPages,
} as const satisfies Pages

import { type Pages, pageSet, type View } from './kernel/page.ts'
import { entityPages } from './platform/entityPage.ts'

/** What is made elsewhere is looked at and worked on, never typed in. */
const listed: readonly View[] = ['List', 'Dtl']

/**
 * The pages of the product by menu entry, `<sub-system>/<entry>`. They and the declaration that they show are fetched when
 * one of them is first looked at, so that no page pays for another. `contract/built.ts` lists the same keys.
 */
export const pages = {
  'wms/dashboardCurrent': async () => ({ default: (await import('./wms/board/Today.tsx')).Today }),
  'wms/dashboardOut': async () => ({ default: (await import('./wms/board/Outbound.ts')).Outbound }),
  'wms/ownerList': pageSet('wms.owner', async () => (await import('./wms/partner/ownerPages.ts')).ownerPages),
  'wms/storeList': entityPages('wms.store', () => import('@lading/contract/wms/partner.ts')),
  'wms/vendorList': entityPages('wms.vendor', () => import('@lading/contract/wms/partner.ts')),
  'wms/productCategoryList': pageSet(
    'wms.productCategory',
    async () => (await import('./wms/partner/productCategoryPages.ts')).categoryPages,
  ),
  'wms/productList': pageSet('mdm.product', async () => (await import('./wms/product/pages.ts')).productPages),
  'wms/containerTypeList': entityPages('wms.containerType', () => import('@lading/contract/wms/container.ts')),
  'wms/containerList': pageSet('wms.container', async () => (await import('./wms/container/pages.ts')).containerPages, [
    'List',
    'Edit',
    'Dtl',
  ]),
  'wms/taskList': pageSet('wms.task', async () => (await import('./wms/task/pages.ts')).taskCentrePages, listed),
  'wms/receiveTaskList': pageSet(
    'wms.receiveTask',
    async () => (await import('./wms/task/pages.ts')).taskPages('RECEIVE'),
    listed,
  ),
  'wms/putAwayTaskList': pageSet('wms.putAwayTask', async () => (await import('./wms/task/pages.ts')).putAwayPages, [
    'List',
    'Add',
    'Dtl',
  ]),
  'wms/moveTaskList': pageSet('wms.moveTask', async () => (await import('./wms/task/pages.ts')).movePages, [
    'List',
    'Add',
    'Dtl',
  ]),
  'wms/pickTaskList': pageSet(
    'wms.pickTask',
    async () => (await import('./wms/task/pages.ts')).taskPages('PICK'),
    listed,
  ),
  'wms/enterTruckTaskList': pageSet(
    'wms.enterTruckTask',
    async () => (await import('./wms/task/pages.ts')).taskPages('ENTER_TRUCK'),
    listed,
  ),
  'wms/despatchTaskList': pageSet(
    'wms.despatchTask',
    async () => (await import('./wms/task/pages.ts')).taskPages('DESPATCH'),
    listed,
  ),
  'wms/orderBillList': pageSet('wms.orderBill', async () => (await import('./wms/order/pages.ts')).orderPages),
  'wms/stockLookBoardList': async () => ({ default: (await import('./wms/board/StockBoard.tsx')).StockBoard }),
  'wms/stockBatchLookBoardList': async () => ({ default: (await import('./wms/board/LotBoard.tsx')).LotBoard }),
  'wms/operateBillList': pageSet('wms.operateBill', async () => (await import('./wms/operate/pages.ts')).operatePages),
  'wms/storageTypeList': pageSet(
    'wms.typeChangeBill',
    async () => (await import('./wms/stock/typeChangePages.ts')).typeChangePages,
  ),
  'wms/shipBillList': pageSet('wms.shipBill', async () => (await import('./wms/ship/pages.ts')).shipPages),
  'wms/warehouseArea': pageSet('wms.area', async () => (await import('./wms/area/pages.ts')).areaPages),
  'wms/dockList': pageSet('wms.dock', async () => (await import('./wms/dock/pages.ts')).dockPages),
  'wms/binList': pageSet('wms.bin', async () => (await import('./wms/bin/pages.ts')).binPages),
  'wms/binTypeList': entityPages('wms.binType', () => import('@lading/contract/wms/place.ts')),
  'wms/pickAreaList': entityPages('wms.pickArea', () => import('@lading/contract/wms/place.ts')),
  'wms/storageAreaList': entityPages('wms.storageArea', () => import('@lading/contract/wms/place.ts')),
  'wms/storageBinList': entityPages('wms.productBin', () => import('@lading/contract/wms/scheme.ts')),
  'wms/productStorageSchemeList': pageSet(
    'wms.productStorageScheme',
    async () => (await import('./wms/scheme/pages.ts')).schemePages,
  ),
  'mdm/productQpcList': pageSet('mdm.productQpc', async () => (await import('./wms/pack/pages.ts')).packPages, listed),
  'rpt/customReportApplication': pageSet(
    undefined,
    async () => (await import('./sys/report/pages.ts')).reportPages,
    listed,
  ),
  'sys/sysUserList': pageSet('sys.user', async () => (await import('./sys/user/pages.ts')).userPages),
  'sys/sysRoleList': pageSet('sys.role', async () => (await import('./sys/role/pages.ts')).rolePages),
  'sys/sysOrgDcList': pageSet('sys.org', async () => (await import('./sys/org/pages.ts')).dcPages),
} as const satisfies Pages

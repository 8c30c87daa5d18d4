/**
 * The menu entries whose page exists, as `sub-system/name`. A menu entry is shown only when it stands here, and it is
 * added in the commit that registers its page. Plain data, so that tools and tests read it without the client's code.
 */
export const built: readonly string[] = [
  'wms/dashboardCurrent',
  'wms/ownerList',
  'wms/storeList',
  'wms/vendorList',
  'wms/productCategoryList',
  'wms/productList',
  'wms/containerTypeList',
  'wms/containerList',
  'wms/taskList',
  'wms/receiveTaskList',
  'wms/putAwayTaskList',
  'wms/pickTaskList',
  'wms/enterTruckTaskList',
  'wms/despatchTaskList',
  'wms/orderBillList',
  'wms/stockLookBoardList',
  'wms/stockBatchLookBoardList',
  'wms/operateBillList',
  'wms/shipBillList',
  'wms/warehouseArea',
  'wms/dockList',
  'wms/binList',
  'wms/binTypeList',
  'wms/pickAreaList',
  'wms/storageAreaList',
  'wms/storageBinList',
  'wms/productStorageSchemeList',
  'mdm/productQpcList',
]

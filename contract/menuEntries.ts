import type { Text } from './kernel/text.ts'

/** [name, title in Chinese, title in English, group and noun of its `view` permission] */
export type Row = readonly [name: string, zh: string, en: string, subject: string]
export interface GroupRows {
  readonly code: string
  readonly title: Text
  readonly icon: Icon
  readonly rows: readonly Row[]
}
/** A component of @ant-design/icons; the client maps each of these names, so that it bundles no other icon. */
export type Icon = (typeof icons)[number]
/** Sub-systems have names of icons as well; the client shows their titles. */
export type SubIcon = Icon | `${'Truck' | 'Tags' | 'Profile' | 'BarChart' | 'Control' | 'Cloud'}Outlined`

export const icons = [
  'ApartmentOutlined',
  'BulbOutlined',
  'CarOutlined',
  'CloudServerOutlined',
  'CloudSyncOutlined',
  'ContainerOutlined',
  'DashboardOutlined',
  'DatabaseOutlined',
  'ExperimentOutlined',
  'ExportOutlined',
  'FileTextOutlined',
  'HddOutlined',
  'ImportOutlined',
  'InboxOutlined',
  'MonitorOutlined',
  'PieChartOutlined',
  'PrinterOutlined',
  'RollbackOutlined',
  'SettingOutlined',
  'ShopOutlined',
  'TeamOutlined',
  'TransactionOutlined',
  'UnorderedListOutlined',
] as const

const group = (code: string, title: Text, icon: Icon, rows: readonly Row[]): GroupRows => ({ code, title, icon, rows })

export const wms: readonly GroupRows[] = [
  group('dashboard', ['看板', 'Dashboards'], 'DashboardOutlined', [
    ['dashboardCurrent', '当日作业总览', 'Today', 'data.current'],
    ['dashboardTaskView', '作业任务看板', 'Task board', 'data.task'],
    ['dashboardWarehouse', '库内看板', 'Warehouse board', 'data.warehouse'],
    ['dashboardIn', '入库看板', 'Inbound board', 'data.in'],
    ['dashboardAppointmentViewList', '预约看板', 'Appointment board', 'data.appointment'],
    ['dashboardOut', '出库看板', 'Outbound board', 'data.out'],
    ['dashboardReverseView', '逆向看板', 'Returns board', 'data.reverse'],
  ]),
  group('basic', ['基础资料', 'Master data'], 'DatabaseOutlined', [
    ['sysTaskConfigList', '任务类型配置', 'Task types', 'basic.taskType'],
    ['ownerList', '货主', 'Owners', 'basic.owner'],
    ['storeList', '门店', 'Stores', 'basic.store'],
    ['vendorList', '供应商', 'Vendors', 'basic.vendor'],
    ['productCategoryList', '商品类别', 'Product categories', 'basic.category'],
    ['productList', '商品', 'Products', 'basic.product'],
    ['containerTypeList', '容器类型', 'Container types', 'basic.containerType'],
    ['containerList', '容器', 'Containers', 'basic.container'],
    ['tagList', '电子标签', 'Pick-to-light tags', 'basic.tag'],
    ['tagStationList', '标签站点', 'Tag stations', 'basic.tagStation'],
  ]),
  group('process', ['加工', 'Processing'], 'ExperimentOutlined', [
    ['bomList', '加工配方', 'Bills of materials', 'process.bom'],
    ['processTaskList', '加工任务', 'Processing tasks', 'process.task'],
    ['processMoveInList', '加工领料任务', 'Processing supply tasks', 'process.moveIn'],
  ]),
  group('storage', ['仓储', 'Storage'], 'HddOutlined', [
    ['warehouseArea', '仓库库区', 'Warehouse areas', 'storage.area'],
    ['dockList', '月台', 'Docks', 'storage.dock'],
    ['binList', '货位', 'Bins', 'storage.bin'],
    ['binTypeList', '货位类型', 'Bin types', 'storage.binType'],
    ['pickAreaList', '拣货分区', 'Pick areas', 'storage.pickArea'],
    ['storageAreaList', '存储区', 'Storage areas', 'storage.storageArea'],
    ['binCapacityList', '货位容量', 'Bin capacities', 'storage.binCapacity'],
    ['pickOrderList', '拣货顺序', 'Pick sequence', 'storage.pickOrder'],
    ['stockTypeScheme', '库存类型方案', 'Stock type schemes', 'storage.stockType'],
    ['storageBinList', '商品存储位', 'Product bins', 'storage.storageBin'],
    ['collectBinSchemeList', '集货位方案', 'Staging bin schemes', 'storage.collectScheme'],
    ['sowingSchemeList', '播种方案', 'Sorting schemes', 'storage.sowScheme'],
    ['qualitySchemeList', '质检方案', 'Inspection schemes', 'storage.qualityScheme'],
    ['productStorageSchemeList', '商品存储方案', 'Product storage schemes', 'storage.productScheme'],
    ['workforceList', '人员作业', 'Workforce', 'workforce.worker'],
  ]),
  group('task', ['任务中心', 'Task centre'], 'UnorderedListOutlined', [
    ['taskList', '任务中心', 'Task centre', 'task.center'],
    ['historyTaskList', '历史任务', 'Task history', 'task.history'],
    ['wmsTaskConfigList', '任务规则配置', 'Task rules', 'task.config'],
  ]),
  group('inbound', ['入库', 'Inbound'], 'ImportOutlined', [
    ['orderBillList', '订货通知单', 'Inbound orders', 'bill.order'],
    ['previewBillList', '预约单', 'Dock appointments', 'bill.preview'],
    ['warehouseRegisterList', '入园登记', 'Gate visits', 'bill.register'],
    ['warehouseRegisterAdd', '登记', 'Register a vehicle', 'bill.register'],
    ['warehouseRegisterIn', '入场', 'Gate in and dock call', 'bill.register'],
    ['warehouseRegisterRelease', '放行', 'Release', 'bill.register'],
    ['warehouseRegisterOut', '离场', 'Gate out', 'bill.register'],
    ['productQualityBillList', '商品质检单', 'Quality inspections', 'bill.quality'],
    ['receiveTaskList', '收货任务', 'Receiving tasks', 'task.receive'],
    ['putAwayTaskList', '上架任务', 'Put-away tasks', 'task.putaway'],
  ]),
  group('warehouse', ['库内', 'Stock'], 'InboxOutlined', [
    ['stockLookBoardList', '库存看板', 'Stock board', 'warehouse.stock'],
    ['stockBatchLookBoardList', '批次库存看板', 'Lot board', 'warehouse.stockBatch'],
    ['taskStockDecList', '库存减少任务', 'Stock decrease tasks', 'warehouse.stockDec'],
    ['taskStockIncList', '库存增加任务', 'Stock increase tasks', 'warehouse.stockInc'],
    ['moveTaskList', '移库任务', 'Move tasks', 'warehouse.move'],
    ['stockTakeList', '盘点单', 'Stock counts', 'warehouse.stockTake'],
    ['taskStockTakeList', '盘点任务', 'Count tasks', 'warehouse.stockTakeTask'],
    ['storageTypeList', '库存类型调整', 'Stock type adjustments', 'warehouse.typeChange'],
    ['stockObjectChangeList', '库存属性调整', 'Stock attribute adjustments', 'warehouse.attrChange'],
    ['stockProductAdjustmentBillList', '库存商品调整', 'Stock product adjustments', 'warehouse.productAdj'],
    ['productPickBinAdjustmentBillList', '商品拣货位调整', 'Pick face changes', 'warehouse.pickBinAdj'],
    ['ownerAdjustmentBillList', '货主调整', 'Title transfers', 'warehouse.ownerAdj'],
  ]),
  group('outbound', ['出库', 'Outbound'], 'ExportOutlined', [
    ['preReplenishList', '预补货单', 'Pre-replenishments', 'delivery.preRpl'],
    ['operateBillList', '出库作业单', 'Outbound orders', 'bill.operate'],
    ['waveBillList', '波次单', 'Waves', 'bill.wave'],
    ['outboundAutoProcessingStation', '出库自动处理工作台', 'Outbound automation', 'delivery.autoStation'],
    ['weighSowing', '称重播种', 'Weigh-sorting station', 'delivery.weighSow'],
    ['sowingList', '播种任务', 'Sorting tasks', 'delivery.sow'],
    ['pickTaskList', '拣货任务', 'Pick tasks', 'delivery.pick'],
    ['replenishTaskList', '补货下架任务', 'Replenishment pick tasks', 'delivery.rplDown'],
    ['replenishUpperTaskList', '补货上架任务', 'Replenishment put-away tasks', 'delivery.rplUp'],
    ['pickCollectTaskList', '拣货集货任务', 'Staging tasks', 'delivery.collect'],
    ['pickTaskLabelObtainView', '拣货标签领取', 'Collect pick labels', 'delivery.label'],
    ['pickTaskLabelExceptionHandleView', '拣货标签异常处理', 'Pick label exceptions', 'delivery.labelEx'],
    ['pickTaskContainerPrintList', '拣货容器打印', 'Print pick containers', 'delivery.pickContainer'],
    ['rplLabelPrintList', '补货标签打印', 'Print replenishment labels', 'delivery.rplLabel'],
    ['pickDiffAdjustList', '拣货差异调整', 'Re-allocate short picks', 'delivery.pickDiffAdj'],
    ['pickDiffCancelList', '拣货差异取消', 'Close short picks', 'delivery.pickDiffCancel'],
    ['storeCollectCheckTaskList', '门店集货复核', 'Store staging check', 'delivery.storeCheck'],
    ['containerCheckTaskList', '容器复核', 'Container content check', 'delivery.containerCheck'],
    ['containerMergeTaskList', '并箱', 'Merge containers', 'delivery.merge'],
    ['recipientBillList', '领用单', 'Internal requisitions', 'bill.recipient'],
    ['shipBillList', '装车单', 'Shipments', 'delivery.ship'],
    ['abolishTruckTaskList', '取消装车任务', 'Unload tasks', 'delivery.unload'],
    ['enterTruckTaskList', '装车任务', 'Load tasks', 'delivery.load'],
    ['despatchTaskList', '发运任务', 'Despatch tasks', 'delivery.despatch'],
  ]),
  group('reverse', ['逆向', 'Returns'], 'RollbackOutlined', [
    ['storeReturnBillList', '门店退货单', 'Store returns', 'reverse.storeReturn'],
    ['storeRtnReceiveTaskList', '退仓收货任务', 'Return receiving tasks', 'reverse.rtnReceive'],
    ['vendorReturnBillList', '供应商退货单', 'Vendor returns', 'reverse.vendorReturn'],
    ['returnPickTaskList', '退供下架任务', 'Vendor return pick tasks', 'reverse.returnPick'],
    ['returnHandoverTaskList', '退供交接任务', 'Vendor return handover tasks', 'reverse.handover'],
    ['diffBillList', '差异单', 'Discrepancies', 'reverse.diff'],
    ['operateDiffTaskList', '差异处理任务', 'Discrepancy tasks', 'reverse.operateDiff'],
    ['sjReturnsList', '司机退货', 'Driver returns', 'reverse.driverReturn'],
  ]),
  group('container', ['容器', 'Containers'], 'ContainerOutlined', [
    ['dashBoardContainer', '容器看板', 'Container board', 'container.board'],
    ['containerDiffList', '容器差异', 'Container discrepancies', 'container.diff'],
    ['containerOutBillList', '容器出库单', 'Containers out', 'container.out'],
    ['containerInBillList', '容器回收单', 'Containers in', 'container.in'],
    ['containerPurchasingBillList', '容器采购单', 'Container purchases', 'container.purchase'],
    ['containerLossBillList', '容器报损单', 'Container losses', 'container.loss'],
    ['containerDepositList', '容器押金', 'Container deposits', 'container.deposit'],
  ]),
]

export const tms: readonly GroupRows[] = [
  group('dashboard', ['看板', 'Dashboards'], 'DashboardOutlined', [
    ['truckWorkDashboard', '车辆作业看板', 'Truck work board', 'dashboard.truckWork'],
    ['truckWorkWatchDashboard', '车辆在途监控', 'Trucks on the road', 'dashboard.truckWatch'],
    ['jobProgressBoard', '作业进度看板', 'Job progress board', 'dashboard.jobProgress'],
  ]),
  group('config', ['配置', 'Configuration'], 'SettingOutlined', [
    ['vrpConfig', '智能排线配置', 'Route optimisation settings', 'basic.vrpConfig'],
    ['sysRoadNet', '路网管理', 'Road network', 'basic.roadNet'],
    ['sysDriverLicenseList', '准驾车型', 'Driver licence classes', 'basic.driverLicense'],
    ['sysTruckTypeList', '系统车型库', 'System truck types', 'model.sysTruckType'],
    ['sysGpsConfigList', 'GPS接口配置', 'GPS configuration', 'basic.gpsConfig'],
    ['guidanceMaterialsList', '操作指导资料', 'Guidance materials', 'guidance.material'],
    ['messageSubscriptionConfigurationList', '消息订阅配置', 'Message subscriptions', 'message.subscription'],
    ['abnormalCenterList', '异常中心', 'Exception centre', 'message.abnormal'],
  ]),
  group('basic', ['基础资料', 'Master data'], 'DatabaseOutlined', [
    ['truckTypeList', '车型管理', 'Truck types', 'model.truckType'],
    ['carriersList', '承运商管理', 'Carriers', 'carrier.carrier'],
    ['parkingAreaList', '停车区', 'Parking areas', 'basic.parkingArea'],
    ['truckList', '车辆管理', 'Trucks', 'carrier.truck'],
    ['staffList', '人员管理', 'Staff', 'basic.staff'],
    ['clientList', '客户管理', 'Clients', 'client.client'],
    ['clientShipmentList', '客户发货点', 'Client shipping sites', 'client.shipSite'],
    ['clientStoreList', '客户门店', 'Client stores', 'client.store'],
    ['routeSchemeList', '线路方案', 'Route schemes', 'basic.routeScheme'],
    ['regionList', '区域管理', 'Regions', 'basic.region'],
  ]),
  group('transportation', ['运输作业', 'Transport'], 'CarOutlined', [
    ['takeDeliveryBillList', '提货单', 'Collection orders', 'transportation.takeDelivery'],
    ['wayBillList', '运单', 'Waybills', 'transportation.wayBill'],
    ['quickPlanList', '快速排线', 'Quick route planning', 'transportation.quickPlan'],
    ['addShipPlanBillByRoute', '按线路派车', 'Trips by fixed route', 'transportation.shipPlanByRoute'],
    ['routeGenerate', '智能排线', 'Smart route planning', 'transportation.routeGenerate'],
    ['routePlanBillList', '排线单', 'Route plans', 'transportation.routePlan'],
    ['ShipPlanBillList', '派车单', 'Trips', 'transportation.shipPlan'],
    ['takeDeliveryTaskList', '提货任务', 'Collection tasks', 'transportation.takeDeliveryTask'],
    ['shipPlanEvaluateList', '派车单评价', 'Trip evaluations', 'transportation.evaluate'],
  ]),
  group('fee', ['费用结算', 'Settlement'], 'TransactionOutlined', [
    ['clientReceivableBillList', '客户应收单', 'Client receivables', 'fee.clientReceivable'],
    ['carrierPayableBillList', '承运商应付单', 'Carrier payables', 'fee.carrierPayable'],
    ['employeePayableBillList', '员工应付单', 'Employee payables', 'fee.employeePayable'],
    ['clientFeeAgreementList', '客户费用协议', 'Client fee agreements', 'fee.clientAgreement'],
    ['carrierFreightAgreementList', '承运商运费协议', 'Carrier freight agreements', 'fee.carrierAgreement'],
    ['carrierFeeBillList', '承运商费用单', 'Carrier charges', 'fee.carrierFee'],
    ['employeeFeeAgreementList', '员工费用协议', 'Employee fee agreements', 'fee.employeeAgreement'],
  ]),
]

export const dps: readonly GroupRows[] = [
  group('dashboard', ['看板', 'Dashboards'], 'DashboardOutlined', [
    ['pickDashboard', '拣货看板', 'Picking board', 'report.pickDashboard'],
  ]),
  group('basic', ['基础设置', 'Settings'], 'BulbOutlined', [
    ['dpsEquipmentInfo', '设备信息', 'Equipment', 'device.equipment'],
    ['dpsBaseInfoView', '基础信息', 'Base settings', 'basic.baseInfo'],
    ['dpsJobpointList', '作业点', 'Work points', 'jobpoint.jobpoint'],
  ]),
  group('warehouse', ['仓库资料', 'Warehouse data'], 'DatabaseOutlined', [
    ['warehouseBinList', '货位', 'Bins with tags', 'warehouse.bin'],
    ['warehouseOwnerList', '货主', 'Owners', 'warehouse.owner'],
    ['warehouseProductList', '商品', 'Products', 'warehouse.product'],
    ['warehouseStoreList', '门店', 'Stores', 'warehouse.store'],
    ['warehouseRouteSchemeList', '线路方案', 'Route schemes', 'warehouse.routeScheme'],
  ]),
  group('bill', ['单据', 'Documents'], 'FileTextOutlined', [
    ['operateBillList', '配单', 'Outbound orders', 'bill.operate'],
    ['waveBillList', '波次', 'Waves', 'bill.wave'],
    ['manufactureReceive', '到货播种', 'Induction', 'sowing.manufactureReceive'],
  ]),
  group('task', ['作业', 'Work'], 'UnorderedListOutlined', [
    ['dpsTaskList', '作业任务', 'Tasks', 'task.task'],
    ['dpsPickTaskList', '拣货明细', 'DPS picks', 'task.pick'],
    ['dpsContainerQueryList', '周转箱查询', 'DPS containers', 'task.container'],
    ['dasPickTaskList', '播种任务', 'Sorting tasks', 'sowing.pick'],
    ['dasContainerQueryList', '播种箱查询', 'Sorting containers', 'sowing.container'],
  ]),
  group('monitor', ['监控', 'Monitoring'], 'MonitorOutlined', [
    ['dpsSystemMonitor', '系统监控', 'Monitor', 'device.monitor'],
  ]),
]

export const mdm: readonly GroupRows[] = [
  group('basic', ['主数据', 'Master data'], 'DatabaseOutlined', [
    ['productQpcList', '商品规格', 'Product packaging', 'basic.product_qpc'],
  ]),
]

export const rpt: readonly GroupRows[] = [
  group('report', ['报表应用', 'Reports'], 'PieChartOutlined', [
    ['customReportApplication', '报表应用', 'Reports', 'report.application'],
  ]),
]

/** SYS permissions have no group: `sys:user:view`. */
export const sys: readonly GroupRows[] = [
  group('organisation', ['组织与权限', 'Organisation and permissions'], 'TeamOutlined', [
    ['sysUserList', '用户管理', 'Users', 'user'],
    ['sysRoleList', '角色管理', 'Roles', 'role'],
    ['sysOrgGroupList', '组织管理', 'Enterprise organisations', 'org'],
    ['sysOrgDcList', '物流中心管理', 'Logistics centres', 'dc'],
  ]),
  group('config', ['系统配置', 'Configuration'], 'SettingOutlined', [
    ['appVersionList', '应用版本', 'App versions', 'app'],
    ['sysOptionsList', '系统参数', 'Options', 'options'],
    ['sysDicList', '数据字典', 'Dictionaries', 'dic_info'],
  ]),
  group('operation', ['运维与接口', 'Operation and interfaces'], 'CloudServerOutlined', [
    ['jobOperation', '定时任务', 'Jobs', 'job'],
    ['openAccountList', '开放账号', 'API accounts', 'openAccount'],
    ['dataCollectionConfigList', '数据采集配置', 'Data collection', 'data_collection_config'],
    ['cache', '缓存与监控', 'Cache and monitoring', 'monitor_cache'],
    ['subscribeMessageList', '订阅消息', 'Subscribed messages', 'subscribe_message'],
    ['wsMessageSendRecordList', '消息发送记录', 'WebSocket message log', 'monitor_ws_log'],
  ]),
  group('template', ['报表与模板', 'Reports and templates'], 'PrinterOutlined', [
    ['customReportList', '自定义报表', 'Custom reports', 'report_designer'],
    ['printTemplateList', '打印模板', 'Print templates', 'print_template'],
    ['exportDefinitionList', '导出定义', 'Export definitions', 'export'],
    ['importTemplateList', '导入模板', 'Import templates', 'import'],
  ]),
]

/** Pages beside those of the specification: found by search and from the pages that they belong to, in no menu; by group. */
export type Beside = readonly (readonly [group: string, row: Row])[]
export const wmsBeside: Beside = [['warehouse', ['stockPast', '收发存查询', 'Ledger inquiry', 'warehouse.stock']]]
export const tmsBeside: Beside = [
  ['transportation', ['driverTask', '我的派车单', 'My trips', 'transportation.driverTask']],
]
export const sysBeside: Beside = [
  ['organisation', ['onlineUserList', '在线用户', 'Sessions', 'session']],
  ['organisation', ['loginLogList', '登录日志', 'Logins', 'login_log']],
  ['config', ['numberRuleList', '编号规则', 'Number rules', 'number_rule']],
  ['operation', ['announcementList', '公告', 'Announcements', 'announcement']],
  ['operation', ['auditLogList', '操作日志', 'Audit log', 'audit_log']],
]

export const saas: readonly GroupRows[] = [
  group('agent', ['代理商', 'Agents'], 'ShopOutlined', [
    ['sysAgentList', '代理商', 'Agents', 'agent.agent'],
    ['agentRationOrderList', '代理商配额订单', 'Agent quota orders', 'ration_order.agentOrder'],
    ['agentRationAccountList', '代理商配额账户', 'Agent quota accounts', 'account.agentAccount'],
  ]),
  group('platform', ['平台配额', 'Platform quota'], 'CloudSyncOutlined', [
    ['quotaPackageList', '配额套餐', 'Quota packages', 'package.quotaPackage'],
    ['platRationOrderList', '平台配额订单', 'Platform quota orders', 'ration_order.platOrder'],
    ['platRationAccountList', '平台配额账户', 'Platform quota accounts', 'account.platAccount'],
    ['quotaMonitorList', '配额监控', 'Quota monitor', 'ration_monitor.quotaMonitor'],
  ]),
  group('tenant', ['租户', 'Tenants'], 'ApartmentOutlined', [
    ['productGuidanceMaterialsList', '产品资料', 'Guidance', 'guidance.material'],
    ['tenantApplicationList', '租户申请', 'Tenant applications', 'tenant_application.application'],
  ]),
]

import type { Text } from '../../kernel/text.ts'
import { taskType, truckFields, truckProgress, typeOmits } from '../taskType.ts'

/** 留仓: why a container stays though its truck leaves. */
export const leaveReasons = {
  NO_ROOM: ['车辆已满', 'The truck is full'],
  LATER: ['下一车次', 'Next truck'],
  NOT_FOUND: ['找不到容器', 'Container not found'],
  DAMAGED: ['破损', 'Damaged'],
  OTHER: ['其他', 'Other'],
} as const satisfies Record<string, Text>

/** 装车: containers go onto the truck. */
export const enterTruck = taskType({
  title: ['装车', 'Load'],
  prefix: 'ZR',
  module: 'delivery.load',
  noun: 'enterTruckTask',
  page: ['装车任务', 'Load task'],
  entry: 'enterTruckTaskList',
  list: ['taskNo', 'state', 'vehicleNo', 'route', 'dockId', ...truckProgress, 'billNo', 'priority', 'mode'],
  fields: truckFields,
  omits: [...typeOmits, 'mode', 'ownerId', 'storeId', 'pickAreaId', 'vendorId'],
  at: 'from',
  whole: true,
  sheet: true,
  reasons: leaveReasons,
  station: {
    title: ['装车', 'Loading'],
    finds: ['扫描任务号、车牌、月台或容器', 'Scan a task, truck, dock or container'],
    steps: ['container'],
  },
})

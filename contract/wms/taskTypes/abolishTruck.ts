import type { Text } from '../../kernel/text.ts'
import { taskType, truckFields, truckProgress, typeOmits } from '../taskType.ts'

/** Why a container comes off a truck again. */
export const unloadReasons = {
  BREAKDOWN: ['车辆故障', 'Breakdown'],
  OVERLOAD: ['超载', 'Overload'],
  REROUTE: ['改线路', 'Changed route'],
  WRONG: ['装错', 'Loaded by mistake'],
  OTHER: ['其他', 'Other'],
} as const satisfies Record<string, Text>

/** 取消装车: containers come off the truck before it leaves, and stand at a staging bin again. */
export const abolishTruck = taskType({
  title: ['取消装车', 'Unload'],
  prefix: 'ZQ',
  module: 'delivery.unload',
  noun: 'abolishTruckTask',
  page: ['取消装车任务', 'Unload task'],
  entry: 'abolishTruckTaskList',
  list: ['taskNo', 'state', 'vehicleNo', 'route', 'dockId', ...truckProgress, 'billNo', 'toBillId', 'bin', 'priority'],
  fields: truckFields,
  actions: ['create'],
  omits: [...typeOmits, 'mode', 'ownerId', 'storeId', 'pickAreaId', 'vendorId'],
  at: 'to',
  whole: true,
  noUndo: true,
  reasons: {
    NOT_FOUND: ['不在车上', 'Not on the truck'],
    OTHER: ['其他', 'Other'],
  },
  station: {
    title: ['取消装车', 'Unloading'],
    finds: ['扫描任务号或容器', 'Scan a task or container'],
    steps: ['container', 'bin'],
  },
})

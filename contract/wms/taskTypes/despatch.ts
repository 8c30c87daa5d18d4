import { taskType, truckFields, typeOmits } from '../taskType.ts'

/** 发运: the truck leaves; confirmed at the desk. */
export const despatch = taskType({
  title: ['发运', 'Despatch'],
  prefix: 'FY',
  module: 'delivery.despatch',
  noun: 'despatchTask',
  page: ['发运任务', 'Despatch task'],
  entry: 'despatchTaskList',
  list: [
    'taskNo',
    'state',
    'vehicleNo',
    'route',
    'dockId',
    'cases',
    'assigneeId',
    'startedAt',
    'finishedAt',
    'billNo',
    'priority',
    'mode',
  ],
  fields: truckFields,
  omits: [...typeOmits, 'mode', 'ownerId', 'storeId', 'pickAreaId', 'vendorId'],
  at: 'from',
  whole: true,
  noUndo: true,
  reasons: {},
})

import { progress, taskType, typeOmits } from '../taskType.ts'

/** 并箱: what stands in half-full containers of a store goes into one of them. */
export const containerMerge = taskType({
  title: ['并箱', 'Merge'],
  prefix: 'HB',
  module: 'delivery.merge',
  noun: 'containerMergeTask',
  page: ['并箱任务', 'Merge task'],
  entry: 'containerMergeTaskList',
  list: ['taskNo', 'state', 'containerId', 'storeId', 'bin', 'priority', ...progress, 'ownerId'],
  actions: ['create'],
  omits: [...typeOmits, 'mode', 'vendorId', 'pickAreaId', 'billNo', 'zone'],
  at: 'from',
  whole: true,
  reasons: { NOT_FOUND: ['找不到容器', 'Container not found'], OTHER: ['其他', 'Other'] },
  station: {
    title: ['并箱', 'Merging'],
    finds: ['扫描容器或任务号', 'Scan a container or task'],
    steps: ['container'],
  },
})

import { progress, taskType, typeOmits } from '../taskType.ts'

/** 集货: picked containers are brought to where they wait for their truck. */
export const collect = taskType({
  title: ['集货', 'Stage'],
  prefix: 'JC',
  module: 'delivery.collect',
  noun: 'collectTask',
  page: ['拣货集货任务', 'Staging task'],
  entry: 'pickCollectTaskList',
  list: ['taskNo', 'state', 'bin', 'priority', 'billNo', 'storeId', ...progress, 'mode'],
  omits: [...typeOmits, 'mode', 'ownerId', 'pickAreaId', 'vendorId'],
  at: 'to',
  whole: true,
  sheet: true,
  reasons: {
    NOT_FOUND: ['找不到容器', 'Container not found'],
    DAMAGED: ['破损', 'Damaged'],
    OTHER: ['其他', 'Other'],
  },
  station: {
    title: ['集货', 'Staging'],
    finds: ['扫描任务号或容器', 'Scan a task or container'],
    steps: ['container', 'bin'],
  },
})

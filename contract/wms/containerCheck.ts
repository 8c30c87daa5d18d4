import { type EntityOptions, entity, type Fields, type Walled } from '../kernel/entity.ts'
import { choice, decimal, flag, instant, int, qty, ref, text } from '../kernel/field.ts'
import type { Text } from '../kernel/text.ts'
import { checkStates, checkWhys } from './taskTypes/containerCheck.ts'

const kept = <const F extends Fields>(
  noun: string,
  title: Text,
  fields: F,
  o: Omit<EntityOptions<F>, 'title' | 'fields'> & Walled<'wms', F>,
) =>
  entity<'wms', F, Fields>('wms', noun, {
    title,
    scope: 'org',
    worksAt: ['DC'],
    actions: [],
    fields,
    ...o,
  } as EntityOptions<F> & Walled<'wms', F>)

/** 容器复核: one look into a container, and what came of it. While it is open, or differs, nobody loads the container. */
export const containerCheck = kept(
  'containerCheck',
  ['容器复核', 'Container check'],
  {
    taskId: ref(['任务', 'Task'], 'wms.task', { required: true, filter: true }),
    taskLineId: ref(['任务行', 'Task line'], 'wms.taskLine', { required: true, loose: true }),
    containerId: ref(['容器', 'Container'], 'wms.container', { required: true, filter: true }),
    storeId: ref(['门店', 'Store'], 'wms.store', {}),
    /** Where it was picked. */
    pickAreaId: ref(['拣货分区', 'Pick area'], 'wms.pickArea', {}),
    why: choice(['复核原因', 'Why checked'], checkWhys, { required: true }),
    state: choice(['复核结果', 'Result'], checkStates, { required: true, filter: true, initial: 'OPEN' }),
    /** Whoever picked into it must not check it. */
    byOther: flag(['拣货人不得复核', 'Not by the picker'], { initial: true }),
    /** As far as its weight may be off. */
    weighGrams: int(['称重允差g', 'Weight tolerance g'], { required: true, initial: 20 }),
    weighPct: decimal(['称重允差%', 'Weight tolerance %'], { required: true, initial: '1', scale: 2 }),
    /** 称重: what the scales showed, and what they should have; nothing where it was counted. */
    grossKg: decimal(['实称kg', 'Weighed kg'], { most: 100_000 }),
    expectKg: decimal(['应重kg', 'Expected kg'], { most: 100_000_000 }),
    /** As they were called then. */
    pickers: text(['拣货人', 'Picked by'], { max: 200 }),
    goods: int(['商品数', 'Goods']),
    diffs: int(['差异商品', 'Goods that differ']),
    checkedAt: instant(['复核时间', 'Checked at']),
    checkedBy: ref(['复核人', 'Checked by'], 'sys.user', { loose: true }),
    settledAt: instant(['处理时间', 'Settled at']),
    settledBy: ref(['处理人', 'Settled by'], 'sys.user', { loose: true }),
  },
  { unique: [['taskId']], indexes: [['containerId', 'state'], ['taskLineId']], ownerThrough: 'taskId' },
)

/** 复核记录: how much somebody found of one product, and what the book said in that moment. Never changed. */
export const checkCount = kept(
  'checkCount',
  ['复核记录', 'Count of a check'],
  {
    checkId: ref(['复核', 'Check'], 'wms.containerCheck', { required: true, loose: true }),
    taskId: ref(['任务', 'Task'], 'wms.task', { required: true, filter: true }),
    ownerId: ref(['货主', 'Owner'], 'wms.owner', { required: true, filter: true }),
    productId: ref(['商品', 'Product'], 'mdm.product', { required: true, filter: true }),
    qpcId: ref(['规格', 'Pack'], 'mdm.productQpc', { required: true }),
    bookQty: qty(['账面数量', 'Book'], { required: true }),
    countedQty: qty(['实点数量', 'Counted'], { required: true }),
    diffQty: qty(['差异数量', 'Difference'], { required: true, least: -1e15 }),
    /** Nobody named it: what was not found is not there. */
    unnamed: flag(['未见到', 'Not found']),
  },
  { appendOnly: true, indexes: [['checkId']], ownerThrough: 'taskId', sort: '-id' },
)

import { z } from 'zod'
import { bulkAnswer, listQuery, pageOf, post, query, seenMany } from '../kernel/call.ts'
import { entityPath, entityPermission } from '../kernel/entity.ts'
import type { Refusal } from '../kernel/fault.ts'
import { viewOf } from './taskViews.ts'

export const stockDecTask = viewOf('STOCK_DEC')
export const stockIncTask = viewOf('STOCK_INC')

/** Stock that is promised to nobody and may be written off. */
export const decreaseStock = query(`${entityPath(stockDecTask)}/stock`, {
  title: ['可选库存', 'Available stock'],
  permission: entityPermission(stockDecTask, 'create'),
  input: listQuery,
  output: pageOf(z.record(z.string(), z.unknown())),
})
/** By somebody else than who asked for it. What a permission allows depends on the task's type. */
export const approveTasks = post('/wms/api/task/approve', {
  title: ['审核任务', 'Approve tasks'],
  permission: 'session',
  input: seenMany,
  output: bulkAnswer,
})

const refusal = (code: number, zh: string, en: string): Refusal => ({ code, text: [zh, en] })
/** Why the book may not be corrected like this. */
export const adjustFaults = {
  overLimit: refusal(
    42713,
    '金额超过审批权限：[{no}]合计{amount}，上限{limit}，请由有放行权限的人员审核',
    'The amount exceeds your approval limit: [{no}] comes to {amount}, the limit is {limit}. Somebody with the override permission must approve it',
  ),
  boxElsewhere: refusal(
    42714,
    '容器[{c}]不在货位[{bin}]，不能增加库存',
    'Container [{c}] is not in bin [{bin}]: stock cannot be added to it there',
  ),
  attrText: refusal(
    42715,
    '批次属性应写作“名称=值”，多个以分号分隔',
    'Write lot attributes as "name=value", separated by semicolons',
  ),
} as const satisfies Record<string, Refusal>

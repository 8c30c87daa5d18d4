import { z } from 'zod'
import { id, post } from '../kernel/call.ts'
import { entityPath, entityPermission } from '../kernel/entity.ts'
import type { Refusal } from '../kernel/fault.ts'
import { workTask } from './taskCalls.ts'
import { viewOf } from './taskViews.ts'

const receiveTask = viewOf('RECEIVE')

/** Pallets of one confirm; a truck brings about thirty, more is a mistyped quantity. */
export const palletsAtOnce = 100

/** Lines of one task that are received at once. */
export const receiveAllMax = 200

/** 整单收货: of a vendor who is trusted, everything as it was announced. Dates and weights cannot be taken on trust. */
export const receiveAll = post(`${entityPath(receiveTask)}/receiveAll`, {
  title: ['整单收货', 'Receive all as planned'],
  permission: entityPermission(receiveTask, 'permit'),
  input: z.object({ id }),
  output: z.object({ task: workTask, lines: z.number() }),
})

const refusal = (code: number, zh: string, en: string): Refusal => ({ code, text: [zh, en] })
/** Refusals of receiving: 42720 to 42739. */
export const receiveFaults = {
  hasDates: refusal(
    42720,
    '商品[{code}]需录入日期，不能整单收货',
    'Product [{code}] needs its dates: receive it by itself',
  ),
  isWeighed: refusal(
    42721,
    '商品[{code}]需称重，不能整单收货',
    'Product [{code}] must be weighed: receive it by itself',
  ),
  tooManyLines: refusal(
    42722,
    '任务有{n}行，整单收货最多{max}行',
    'The task has {n} lines, at most {max} can be received at once',
  ),
  noPattern: refusal(
    42724,
    '商品[{code}]没有码托标准，不能自动分托；请扫描托盘逐托收货',
    'Product [{code}] has no pallet pattern: scan a pallet and receive it by itself',
  ),
  noPalletType: refusal(
    42725,
    '没有可用的托盘类型（需唯一编码），请先在容器类型中建立',
    'There is no pallet type with codes of its own: make one under container types first',
  ),
  tooManyPallets: refusal(42726, '一次最多分{max}托，请核对数量', 'At most {max} pallets at once: check the quantity'),
  attrMissing: refusal(42727, '批次属性[{name}]不能为空', 'The lot attribute [{name}] must not be empty'),
  attrUnknown: refusal(42728, '商品[{code}]没有批次属性[{name}]', 'Product [{code}] has no lot attribute [{name}]'),
  /** Its text is the engine's own. */
  inverted: refusal(42729, '批次倒挂', 'Older than what was received before'),
  allReceived: refusal(42730, '订单已全部收货', 'All of the order has come'),
  needRefusal: refusal(42723, '拒收数量必须选择拒收原因', 'A refused quantity needs a reason'),
} as const satisfies Record<string, Refusal>

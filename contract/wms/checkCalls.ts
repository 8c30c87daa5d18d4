import { z } from 'zod'
import { bulkAnswer, get, id, post, seenMany } from '../kernel/call.ts'
import { entityPath, entityPermission } from '../kernel/entity.ts'
import { code, flag, instant, qty, ref, text } from '../kernel/field.ts'
import { trail } from '../kernel/trail.ts'
import { countGoods, countRow } from './stockTakeCalls.ts'
import { viewOf } from './taskViews.ts'

const view = viewOf('CONTAINER_CHECK')
const at = (verb: string) => `${entityPath(view)}/${verb}`

/** 复核单: what has been counted of a container so far. What the book has in it is not told. */
export const checkSheet = get(at('sheet'), {
  title: ['容器复核表', 'What was counted of a container'],
  permission: entityPermission(view, 'run'),
  input: z.object({ taskLineId: id }),
  output: z.object({
    container: z.object({ id: z.string(), code: z.string() }),
    /** Where it stands by now. */
    bin: z.string().nullable(),
    /** Its tare and the weights of its goods are known. */
    canWeigh: z.boolean(),
    counted: z.array(countRow.pick({ product: true, pack: true, owner: true }).extend({ counted: z.string() })),
  }),
})
export type CheckSheet = z.output<typeof checkSheet.output>
/** 查商品: which goods a scan means, and whose they can be. */
export const checkGoods = get(at('goods'), {
  title: ['复核扫码查商品', 'Find goods of a check by scanning'],
  permission: entityPermission(view, 'run'),
  input: z.object({ taskLineId: id, scan: z.string().min(1).max(200) }),
  output: countGoods.output,
})
/** 处理差异: what is missing is short, what is too much goes to the exception bin, and the container may go on. */
export const settleChecks = post(at('settle'), {
  title: ['处理差异', 'Settle differences'],
  permission: entityPermission(view, 'finish'),
  input: seenMany,
  output: bulkAnswer,
})
/** 重新复核: the container is checked once more, by somebody else. */
export const checkAgain = post(at('again'), {
  title: ['重新复核', 'Check again'],
  permission: entityPermission(view, 'release'),
  input: seenMany,
  output: bulkAnswer,
})
/** 指定复核: containers are checked that no rule names. */
export const checkContainers = post(at('make'), {
  title: ['指定复核', 'Have checked'],
  permission: entityPermission(view, 'release'),
  input: seenMany,
  output: bulkAnswer,
})

/** 复核明细: what was counted, once the check is over. */
export const checkDiffs = trail(view, 'goodsFound', ['复核明细', 'Goods counted'], {
  productId: ref(['商品', 'Product'], 'mdm.product', {}),
  bookCases: code(['账面', 'Book']),
  countedCases: code(['实点', 'Counted']),
  diffQty: qty(['差异数量', 'Difference'], { least: -1e15 }),
  unnamed: flag(['未见到', 'Not found']),
  counter: text(['复核人', 'Checked by']),
  at: instant(['时间', 'Time']),
  ownerId: ref(['货主', 'Owner'], 'wms.owner', {}),
})

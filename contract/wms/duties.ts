import type { Duty } from '../kernel/duty.ts'
import { type AnyEntity, entityPermission } from '../kernel/entity.ts'
import type { Text } from '../kernel/text.ts'
import { stockDecTask, stockIncTask } from './adjustCalls.ts'
import { attrChangeBill } from './attrChangeBill.ts'
import { stockTakeBill } from './stockTakeBill.ts'
import { viewOf } from './taskViews.ts'
import { typeChangeBill } from './typeChangeBill.ts'

/** Whoever changes what the book says, and agrees to it himself, needs nobody to make goods disappear. */
const ownApproval = (e: AnyEntity, title: Text): Duty => ({
  title,
  does: entityPermission(e, 'create'),
  checks: entityPermission(e, 'approve'),
})

export const wmsDuties: readonly Duty[] = [
  ownApproval(stockDecTask, ['既可申请库存减少，又可审核', 'May ask for a stock decrease, and approve it']),
  ownApproval(stockIncTask, ['既可申请库存增加，又可审核', 'May ask for a stock increase, and approve it']),
  ownApproval(typeChangeBill.header, [
    '既可申请调整库存类型，又可审核',
    'May ask to change stock types, and approve it',
  ]),
  ownApproval(attrChangeBill.header, [
    '既可申请调整库存属性，又可审核',
    'May ask to change stock details, and approve it',
  ]),
  {
    title: ['既可盘点，又可审核盘点差异', 'May count stock, and approve the differences'],
    does: entityPermission(viewOf('STOCK_TAKE'), 'run'),
    checks: entityPermission(stockTakeBill.header, 'approve'),
  },
]

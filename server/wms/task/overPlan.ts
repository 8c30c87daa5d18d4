import { Fault, refuse } from '@lading/contract/kernel/fault.ts'
import { formatQty, parseQty, type Qty } from '@lading/contract/kernel/qty.ts'
import { product, qpc } from '@lading/contract/mdm/product.ts'
import { type Counted, countedAs } from '@lading/contract/mdm/units.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { named } from '../../kernel/scope.ts'
import type { LineRow } from './read.ts'

type Goods = Pick<LineRow, 'productId' | 'qpcId'>

/** How a product is counted in one of its packs; in none, piece by piece. */
export async function countedOf(ctx: Ctx, { productId, qpcId }: Goods): Promise<Counted> {
  const { pack, caseUnit, ...goods } = await ctx.tx.one<
    Pick<Counted, 'unit' | 'isWeigh'> & { pack: string | null; caseUnit: string | null }
  >(sql`
    select p.base_unit as unit, p.is_weigh, q.qpc as pack, q.case_unit from ${named(ctx, product, 'p')}
    left join ${named(ctx, qpc, 'q')} on q.id = ${qpcId} and q.product_id = p.id where p.id = ${productId}`)
  return { ...goods, qpc: pack === null ? undefined : parseQty(pack), caseUnit: caseUnit ?? undefined }
}

/** More than there was to do. Which pack the goods are counted in is asked only when somebody has to be told. */
class OverPlan extends Fault {
  readonly goods: Goods
  readonly real: Qty
  readonly plan: Qty
  constructor(goods: Goods, real: Qty, plan: Qty) {
    super(wmsFaults.overPlan, { real: formatQty(real), plan: formatQty(plan) })
    this.goods = goods
    this.real = real
    this.plan = plan
  }
}

/** @throws Fault overPlan */
export function demandPlanned(goods: Goods, real: Qty, plan: Qty): void {
  if (real > plan) throw new OverPlan(goods, real, plan)
}

/** For `catch`: a quantity beyond the plan is told as who works with the goods counts them, in cases and pieces. */
export const toldAsCounted =
  (ctx: Ctx) =>
  async (error: unknown): Promise<never> => {
    if (!(error instanceof OverPlan)) throw error
    const counted = await countedOf(ctx, error.goods)
    return refuse(wmsFaults.overPlan, { real: countedAs(error.real, counted), plan: countedAs(error.plan, counted) })
  }

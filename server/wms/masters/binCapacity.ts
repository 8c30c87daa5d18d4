import { refuse } from '@lading/contract/kernel/fault.ts'
import { binCapacity } from '@lading/contract/wms/binCapacity.ts'
import { masterFaults } from '@lading/contract/wms/masterFaults.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { Changes, NewRow, Rules } from '../../kernel/rules.ts'
import { fromHere } from '../../kernel/scope.ts'

const places = { BIN: 'binId', TYPE: 'binTypeId', AREA: 'storageAreaId' } as const

/** A rule names the one place that it says it applies to, and goods of one kind, or any. */
type New = NewRow<typeof binCapacity>
function demandScope(input: New): void {
  const own = places[input.place]
  for (const name of Object.values(places)) if ((input[name] != null) !== (name === own)) refuse(masterFaults.onePlace)
  if (input.productId != null && input.categoryId != null) refuse(masterFaults.oneGoods)
}

function demandLevels({ minCases: min, topCases: top, maxCases: max }: Changes<typeof binCapacity>): void {
  const most = typeof top === 'number' ? top : max
  if (typeof min === 'number' && typeof most === 'number' && min > most) refuse(masterFaults.minAboveMax)
  if (typeof top === 'number' && typeof max === 'number' && top > max) refuse(masterFaults.minAboveMax)
}

/** Two rules of one place and the same goods would contradict each other. */
async function demandAlone(ctx: Ctx, input: New): Promise<void> {
  const id = (name: (typeof places)[keyof typeof places] | 'productId' | 'categoryId') => input[name] ?? null
  const other = await ctx.tx.maybe(sql`
    select 1 from ${fromHere(ctx, binCapacity, 'c')}
    where bin_id is not distinct from ${id('binId')}::bigint and bin_type_id is not distinct from ${id('binTypeId')}::bigint
      and storage_area_id is not distinct from ${id('storageAreaId')}::bigint
      and product_id is not distinct from ${id('productId')}::bigint and category_id is not distinct from ${id('categoryId')}::bigint limit 1`)
  if (other) refuse(masterFaults.capacityTaken)
}

export const binCapacityRules: Rules<typeof binCapacity> = {
  beforeCreate: async (ctx, input) => {
    demandScope(input)
    demandLevels(input)
    await demandAlone(ctx, input)
  },
  beforeUpdate: async (_ctx, input, before) => demandLevels({ ...before, ...input }),
}

import type { Text } from '@lading/contract/kernel/text.ts'
import { say } from '@lading/contract/kernel/text.ts'
import type { StockDimension } from '@lading/contract/wms/board.ts'
import { binUsages, stockTypes } from '@lading/contract/wms/place.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { entityByKey } from '../../kernel/registry.ts'
import { named } from '../../kernel/scope.ts'
import { labelColumns } from '../../kernel/spoken.ts'

const targets: Partial<Record<StockDimension, string>> = {
  ownerId: 'wms.owner',
  productId: 'mdm.product',
  qpcId: 'mdm.productQpc',
  lotId: 'wms.lot',
  binId: 'wms.bin',
  containerId: 'wms.container',
  areaId: 'wms.area',
}
const words: Partial<Record<StockDimension, Readonly<Record<string, Text>>>> = {
  stockType: stockTypes,
  usage: binUsages,
}

interface Called {
  readonly keys: Readonly<Record<string, string>>
  readonly refs: Record<string, { code: string; name: string }>
}

/** Codes and names of what groups of goods are by, one question per kind. */
export async function callGroups(ctx: Ctx, dims: readonly StockDimension[], records: readonly Called[]): Promise<void> {
  for (const d of dims) {
    const known = new Map(await readNames(ctx, d, [...new Set(records.flatMap((r) => r.keys[d] ?? []))]))
    for (const r of records) {
      const found = known.get(r.keys[d] ?? '')
      if (found) r.refs[d] = found
    }
  }
}

type Names = (readonly [value: string, called: Called['refs'][string]])[]
async function readNames(ctx: Ctx, d: StockDimension, values: readonly string[]): Promise<Names> {
  const said = words[d]
  if (said)
    return values.flatMap((code) => {
      const text = said[code]
      return text ? [[code, { code, name: say(text, ctx.language) }] as const] : []
    })
  const key = targets[d]
  if (!key) return []
  const target = entityByKey(key)
  const { code, name } = labelColumns(ctx, target, 'x')
  const rows = await ctx.tx.query<{ id: string; code: string; name: string }>(sql`
    select id, ${code} as code, ${name} as name from ${named(ctx, target, 'x')} where id = any(${values}::bigint[])`)
  return rows.map((r) => [r.id, { code: r.code, name: r.name }])
}

import { refuse } from '@lading/contract/kernel/fault.ts'
import { formatQty, parseQty } from '@lading/contract/kernel/qty.ts'
import { rowName } from '@lading/contract/kernel/text.ts'
import { dataCollection } from '@lading/contract/sys/collection.ts'
import { saysStable, type scaleReading } from '@lading/contract/sys/scale.ts'
import { scaleCalls as calls, type ScaleReading, scaleFaults } from '@lading/contract/sys/scaleCalls.ts'
import sql, { type Sql } from 'sql-template-tag'
import { type Ctx, found } from '../../kernel/ctx.ts'
import { type Served, serve } from '../../kernel/http/serve.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { knownTo } from '../collection/sense.ts'

/** What a scale showed longer ago is not what stands on it now. */
const freshMs = 4_000
/** One that sends a weight only when somebody asks it to says it once. */
const freshOnceMs = 10_000
/** So long a weight that was taken may be used, though something else has been put on the scale since. */
const takenMs = 10_000
const choicesMax = 200

type Shown = RowOf<typeof dataCollection, 'id' | 'code' | 'name' | 'line' | 'lineFormat' | 'steadiness'> & {
  [K in keyof RowOf<
    typeof scaleReading,
    'kg' | 'isNet' | 'isStable' | 'at' | 'stableKg' | 'stableAt' | 'unreadable' | 'rawLine' | 'rawAt'
  >]: RowOf<typeof scaleReading, K>[K] | null
}

/** Scales `t` where the caller works: each stands in one place. */
const here = (ctx: Ctx): Sql => sql`t.org_id = ${ctx.org.id} and not t.disabled`

async function read(ctx: Ctx, id: string, which: Sql): Promise<Shown> {
  const row = await ctx.tx.maybe<Shown>(sql`
    select t.id, t.code, t.name, t.line, t.line_format, t.steadiness, r.kg, r.is_net, r.is_stable, r.at, r.stable_kg, r.stable_at,
      r.unreadable, r.raw_line, r.raw_at
    from sys_data_collection t left join sys_scale_reading r on r.tenant_id = t.tenant_id and r.config_id = t.id
    where t.tenant_id = ${ctx.tenantId} and t.id = ${id} and t.source_kind = 'SERIAL' and ${which}`)
  return found(row, ['电子秤', 'Scale'])
}

/** What of a row is shown of now: nothing of a scale that is not heard of. */
function told(ctx: Ctx, s: Shown): ScaleReading {
  const nothing = { kg: null, isNet: false, at: null }
  if (s.line !== 'UP') return { state: 'OFF', ...nothing }
  const isOnce = !saysStable.includes(s.lineFormat ?? 'AND') && s.steadiness === 'ALWAYS'
  const age = s.at === null ? Number.POSITIVE_INFINITY : ctx.now().getTime() - s.at.getTime()
  if (s.at === null || age > (isOnce ? freshOnceMs : freshMs)) return { state: 'SILENT', ...nothing }
  const common = { isNet: s.isNet ?? false, at: s.at.toISOString() }
  if (s.kg === null) return { state: 'OVER', kg: null, ...common }
  return { state: s.isStable ? 'STABLE' : 'MOVING', kg: formatQty(parseQty(s.kg)), ...common }
}

/**
 * Somebody says that a scale of the organisation where he works shows a weight.
 * @param kg as an exact decimal
 * @throws Fault noReading, otherReading, or that there is no such scale
 */
export async function demandReading(ctx: Ctx, scaleId: string, kg: string): Promise<void> {
  const row = await read(ctx, scaleId, here(ctx))
  const scale = rowName(dataCollection, row.id, row.code)
  const { line, stableKg, stableAt } = row
  if (line !== 'UP' || stableKg === null || stableAt === null) return refuse(scaleFaults.noReading, { scale })
  if (ctx.now().getTime() - stableAt.getTime() > takenMs) refuse(scaleFaults.noReading, { scale })
  if (parseQty(stableKg) !== parseQty(kg))
    refuse(scaleFaults.otherReading, { scale, now: formatQty(parseQty(stableKg)), kg })
}

/** 电子秤: which there are, and what one shows. */
export const scaleServed = (): Served[] => [
  serve(calls.choices, (ctx) =>
    ctx.tx.query<RowOf<typeof dataCollection, 'id' | 'code' | 'name'>>(sql`
      select t.id, t.code, t.name from sys_data_collection t
      where t.tenant_id = ${ctx.tenantId} and t.source_kind = 'SERIAL' and ${here(ctx)} order by t.code limit ${choicesMax}`),
  ),
  serve(calls.current, async (ctx, { id }) => {
    const row = await read(ctx, id, here(ctx))
    return { id: row.id, code: row.code, name: row.name, ...told(ctx, row) }
  }),
  serve(calls.watch, async (ctx, { id }) => {
    const row = await read(ctx, id, knownTo(ctx))
    const { unreadable, rawLine, rawAt } = row
    return { ...told(ctx, row), unreadable: unreadable ?? 0, rawLine, rawAt: rawAt?.toISOString() ?? null }
  }),
]

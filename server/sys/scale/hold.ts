import type { dataCollection } from '@lading/contract/sys/collection.ts'
import { scaleReading } from '@lading/contract/sys/scale.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { hearTcp } from '../outbound/tcp.ts'
import { isNews, type Noted, noteMs, openEar } from './keeper.ts'

/** A scale as it is set up. */
export type Scale = RowOf<
  typeof dataCollection,
  'id' | 'endpoint' | 'lineFormat' | 'linePattern' | 'lineUnit' | 'steadiness'
>
export interface Holding {
  readonly inside: <T>(work: (ctx: Ctx) => Promise<T>) => Promise<T>
  readonly now: () => Date
  /** The connection stands. */
  readonly up: () => void
  /** What was said could not be noted. */
  readonly warn: (error: unknown) => void
}

/**
 * Listens to a scale until the signal ends it, and notes what it shows where every process reads it: what is new at once,
 * that it still shows the same now and then.
 * @throws where it cannot be reached or goes away
 */
export async function holdScale(scale: Scale, o: Holding, signal: AbortSignal): Promise<void> {
  const ear = openEar(scale, o.now)
  await o.inside(async (ctx) => {
    await insert(ctx, scaleReading, [{ configId: scale.id }], sql`on conflict do nothing`)
  })
  let last: Noted | undefined
  let waiting: Noted | undefined
  let noting: Promise<void> | undefined
  const look = (): void => {
    waiting = joined(waiting, ear.take())
    if (noting || !waiting || !isNews(waiting, last, o.now().getTime())) return
    const noted = waiting
    waiting = undefined
    last = noted.reading ? noted : last
    noting = o
      .inside((ctx) => note(ctx, scale.id, noted))
      .catch(o.warn)
      .finally(() => {
        noting = undefined
      })
  }
  const timer = setInterval(look, noteMs)
  try {
    await hearTcp({ url: scale.endpoint, take: ear.hear, up: o.up }, signal)
  } finally {
    clearInterval(timer)
    await noting
  }
}

/** What waited and what came since: the later reading counts, lines that could not be read add up. */
function joined(before: Noted | undefined, after: Noted | undefined): Noted | undefined {
  if (!before || !after) return after ?? before
  return { ...before, ...after, unreadable: before.unreadable + after.unreadable }
}

async function note(ctx: Ctx, configId: string, { reading, stable, unreadable, raw }: Noted): Promise<void> {
  await ctx.tx.run(sql`
    update sys_scale_reading set
      kg = case when ${reading !== undefined}::boolean then ${reading?.kg ?? null}::numeric else kg end,
      is_net = coalesce(${reading?.isNet ?? null}::boolean, is_net), is_stable = coalesce(${reading?.isStable ?? null}::boolean, is_stable),
      at = coalesce(${reading?.at ?? null}::timestamptz, at),
      stable_kg = coalesce(${stable?.kg ?? null}::numeric, stable_kg), stable_at = coalesce(${stable?.at ?? null}::timestamptz, stable_at),
      unreadable = least(unreadable::bigint + ${unreadable}::bigint, 2000000000)::integer,
      raw_line = coalesce(${raw?.line ?? null}::text, raw_line), raw_at = coalesce(${raw?.at ?? null}::timestamptz, raw_at), updated_at = ${ctx.now()}
    where tenant_id = ${ctx.tenantId} and config_id = ${configId}`)
}

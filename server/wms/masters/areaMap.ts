import { areaMap, mapMax } from '@lading/contract/wms/areaCalls.ts'
import { bin, dock } from '@lading/contract/wms/place.ts'
import { stock } from '@lading/contract/wms/stock.ts'
import sql from 'sql-template-tag'
import type { z } from 'zod'
import { type Ctx, demandDc } from '../../kernel/ctx.ts'
import { type Served, serve } from '../../kernel/http/serve.ts'
import { from, named, ofAllOwners } from '../../kernel/scope.ts'

type MapOf = z.output<typeof areaMap.output>

/** The bins as they stand on the floor, and how many of each stack hold something; whose goods is not told. */
async function readMap(ctx: Ctx): Promise<MapOf> {
  demandDc(ctx)
  const [places, docks] = await Promise.all([
    ctx.tx.query<Omit<MapOf['places'][number], 'code'> & { least: string; greatest: string }>(sql`
      select b.area_id, min(b.code collate "C") as least, max(b.code collate "C") as greatest, b.x::float8 as x, b.y::float8 as y, count(*)::integer as bins,
        (count(*) filter (where exists (select 1 from ${from(ofAllOwners(ctx), stock, 's')}
          where s.org_id = b.org_id and s.bin_id = b.id and s.qty > 0)))::integer as filled
      from ${from(ctx, bin, 'b')} where not b.disabled and b.x is not null and b.y is not null and b.usage <> 'VIRTUAL'
      group by b.area_id, b.x, b.y order by b.area_id, b.x, b.y limit ${mapMax}`),
    ctx.tx.query<MapOf['docks'][number]>(sql`
      select d.code, b.x::float8 as x, b.y::float8 as y, d.closed from ${from(ctx, dock, 'd')} join ${named(ctx, bin, 'b')} on b.id = d.bin_id
      where not d.disabled and b.x is not null and b.y is not null order by d.code limit ${mapMax}`),
  ])
  return {
    places: places.map(({ least, greatest, ...p }) => ({ ...p, code: commonStart(least, greatest) })),
    docks,
  }
}

/** Of the first and the last text in order: what all between them begin with as well. */
function commonStart(least: string, greatest: string): string {
  let n = 0
  while (n < least.length && least[n] === greatest[n]) n += 1
  return least.slice(0, n)
}

export const areaServed = (): Served[] => [serve(areaMap, readMap)]

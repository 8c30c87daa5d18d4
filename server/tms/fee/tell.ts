import { freightPart } from '@lading/contract/tms/freight.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { fromHere } from '../../kernel/scope.ts'
import { feeTopic } from '../warehouse/topics.ts'

/** Leaves word of a trip that is over: it is charged after the commit. */
export const tellOver = (ctx: Ctx, { id }: { readonly id: string }): void =>
  ctx.emit({ topic: feeTopic, key: `trip:${id}` })
/** The same of a way bill whose receipt has been looked through. */
export const tellClosed = (ctx: Ctx, { id }: { readonly id: string }): void =>
  ctx.emit({ topic: feeTopic, key: `wayBill:${id}` })

/** The same of a trip that goes on, where a part of its agreed freight may be due by that. */
export async function tellDue(ctx: Ctx, trip: { readonly id: string }): Promise<void> {
  const isAgreed = await ctx.tx.maybe(sql`
    select 1 from ${fromHere({ ...ctx, owners: null, carriers: null, sight: null }, freightPart, 'p')} where p.trip_id = ${trip.id} limit 1`)
  if (isAgreed) tellOver(ctx, trip)
}

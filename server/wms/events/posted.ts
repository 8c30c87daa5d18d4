import type { BizType } from '@lading/contract/wms/stock.ts'
import type { Ctx } from '../../kernel/ctx.ts'

/** The outbox's word that a posting was made of which others may want to hear. */
export const postedTopic = 'wms.posted'
/** The outbox's word that a store has signed for what a shipment brought it. Its key is the id of the stop. */
export const signedTopic = 'wms.signed'

/** Kinds of postings that are told; the rest moves goods about the house. */
const told: ReadonlySet<BizType> = new Set(['RECEIVE', 'PUTAWAY', 'SHIP', 'ADJ_INC', 'ADJ_DEC', 'REVERSE'])

/** Tenants of whom nobody listens, and until when that is believed. */
const quiet = new Map<string, number>()
const quietMs = 30_000
const quietMax = 10_000

/** Nobody of the tenant wants to hear of postings: until somebody does, or for a while, none is put into the outbox. */
export function beQuiet(tenantId: string, now: Date): void {
  if (quiet.size >= quietMax) quiet.clear()
  quiet.set(tenantId, now.getTime() + quietMs)
}
/** Whether nobody of the tenant listens, as far as is known. */
export const isQuiet = (tenantId: string, now: Date): boolean => (quiet.get(tenantId) ?? 0) > now.getTime()
/** Somebody has begun to listen. */
export const beHeard = (tenantId: string): void => void quiet.delete(tenantId)

/** Leaves word of postings for after the commit. */
export function tellPosted(ctx: Ctx, postings: readonly { readonly id: string; readonly bizType: BizType }[]): void {
  if (isQuiet(ctx.tenantId, ctx.now())) return
  for (const { id, bizType } of postings) if (told.has(bizType)) ctx.emit({ topic: postedTopic, key: id })
}

/** Leaves word of stops whose stores have signed. */
export function tellSigned(ctx: Ctx, stopIds: readonly string[]): void {
  if (isQuiet(ctx.tenantId, ctx.now())) return
  for (const key of stopIds) ctx.emit({ topic: signedTopic, key })
}

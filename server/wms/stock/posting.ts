import type { BizType } from '@lading/contract/wms/stock.ts'
import sql from 'sql-template-tag'
import { bulkInsert } from '../../kernel/bulk.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { businessDay } from './day.ts'

/** What a posting is about, beside the goods. */
export interface PostingFacts {
  readonly bizType: BizType
  /** Names the task line, reservation or bill line and the caller's key; the same key posts once. */
  readonly idemKey: string
  readonly source?: { readonly type: string; readonly id: string }
  readonly taskLineId?: string
  readonly reversesId?: string
  readonly reason?: string
  readonly note?: string
  /** The store that goods go to. */
  readonly storeId?: string | null
}

export interface Posted {
  readonly postingId: string
  /** The key was posted before: nothing was done now. */
  readonly repeated: boolean
  /** Stock rows touched, by key text; empty for a repeat. */
  readonly rowIds: ReadonlyMap<string, string>
}

const none: ReadonlyMap<string, string> = new Map()

/** Writes the posting itself; a twin with the same key waits here and then finds it done. */
export async function openPosting(ctx: Ctx, input: PostingFacts): Promise<Posted> {
  const postingId = ctx.newId()
  const inserted = await bulkInsert(
    ctx.tx,
    'wms_posting',
    [
      {
        tenantId: ctx.tenantId,
        orgId: ctx.org.id,
        id: postingId,
        createdAt: ctx.now(),
        createdBy: ctx.userId,
        bizType: input.bizType,
        idemKey: input.idemKey,
        sourceType: input.source?.type ?? null,
        sourceId: input.source?.id ?? null,
        taskLineId: input.taskLineId ?? null,
        reversesId: input.reversesId ?? null,
        businessDate: businessDay(ctx),
        reason: input.reason ?? null,
        note: input.note ?? null,
        storeId: input.storeId ?? null,
      },
    ],
    sql`on conflict do nothing`,
  )
  if (inserted === 1) return { postingId, repeated: false, rowIds: none }
  const { id } = await ctx.tx.one<{ id: string }>(sql`
    select id from wms_posting where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and idem_key = ${input.idemKey}`)
  return { postingId: id, repeated: true, rowIds: none }
}

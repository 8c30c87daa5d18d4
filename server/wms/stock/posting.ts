import { faults, refuse } from '@lading/contract/kernel/fault.ts'
import type { BizType } from '@lading/contract/wms/stock.ts'
import { posting } from '@lading/contract/wms/stock.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import { businessDay } from '../../platform/document/day.ts'
import { tellPosted } from '../events/posted.ts'
import type { StockRow } from './rows.ts'

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
  /** Stock rows touched, by key text. */
  readonly rowIds: ReadonlyMap<string, string>
  /** They, as the posting leaves them: locked until the end. By id. */
  readonly rows: ReadonlyMap<string, StockRow>
}

/**
 * Writes the postings themselves; a twin with the same key waits here. Repeated requests are answered before they come
 * here, so one that does would count twice what moves once.
 * @returns their ids, in order
 * @throws Fault keyReused when one of the keys was posted before
 */
export async function openPostings(ctx: Ctx, inputs: readonly PostingFacts[]): Promise<readonly string[]> {
  const { ids, count } = await insert(
    ctx,
    posting,
    inputs.map((input) => ({
      bizType: input.bizType,
      idemKey: input.idemKey,
      sourceType: input.source?.type,
      sourceId: input.source?.id,
      taskLineId: input.taskLineId,
      reversesId: input.reversesId,
      businessDate: businessDay(ctx),
      reason: input.reason,
      note: input.note,
      storeId: input.storeId,
    })),
    sql`on conflict do nothing`,
  )
  if (count !== inputs.length) refuse(faults.keyReused)
  tellPosted(
    ctx,
    inputs.map(({ bizType }, i) => ({ id: ids[i] ?? '', bizType })),
  )
  return ids
}

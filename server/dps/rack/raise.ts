import { dpsException, type ExceptionKind } from '@lading/contract/dps/light.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import type { NewRow } from '../../kernel/rowOf.ts'
import { here } from './read.ts'

type About = Pick<NewRow<typeof dpsException.fields>, 'jobpointId' | 'taskId' | 'pickId' | 'tagId' | 'controllerId'>

/** An exception about something; one that is open already is told once more instead. */
export async function raise(ctx: Ctx, kind: ExceptionKind, about: About, words = ''): Promise<void> {
  const again = await ctx.tx.run(sql`
    update dps_exception set times = times + 1, words = ${words.slice(0, 200)}, version = version + 1, updated_at = ${ctx.now()}
    where ${here(ctx)} and state = 'OPEN' and kind = ${kind} and tag_id is not distinct from ${about.tagId ?? null}::bigint
      and controller_id is not distinct from ${about.controllerId ?? null}::bigint and pick_id is not distinct from ${about.pickId ?? null}::bigint
      and task_id is not distinct from ${about.taskId ?? null}::bigint and jobpoint_id is not distinct from ${about.jobpointId ?? null}::bigint`)
  if (again === 0) await insert(ctx, dpsException, [{ kind, words: words.slice(0, 200), ...about }])
  ctx.tell(dpsException.key)
}

/** What has gone by itself. */
export async function settleRaised(
  ctx: Ctx,
  kinds: readonly ExceptionKind[],
  about: { tagId?: string; controllerId?: string; pickId?: string },
): Promise<void> {
  const n = await ctx.tx.run(sql`
    update dps_exception set state = 'CLOSED', closed_at = ${ctx.now()}, version = version + 1, updated_at = ${ctx.now()}
    where ${here(ctx)} and state = 'OPEN' and kind = any(${kinds}::text[]) and (${about.tagId ?? null}::bigint is null or tag_id = ${about.tagId ?? null}::bigint)
      and (${about.controllerId ?? null}::bigint is null or controller_id = ${about.controllerId ?? null}::bigint)
      and (${about.pickId ?? null}::bigint is null or pick_id = ${about.pickId ?? null}::bigint)`)
  if (n > 0) ctx.tell(dpsException.key)
}

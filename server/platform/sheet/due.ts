import type { Ctx } from '../../kernel/ctx.ts'
import type { Due } from '../due/queue.ts'

/** What is left to the background: by which kind of task, and for which record. */
export const taskDue = (ctx: Pick<Ctx, 'tenantId' | 'now'>, key: 'export' | 'import', id: string): Due => ({
  tenantId: ctx.tenantId,
  kind: 'sheet',
  key: `${key}:${id}`,
  at: ctx.now(),
})

import { refuse } from '@lading/contract/kernel/fault.ts'
import { saasFaults } from '@lading/contract/saas/faults.ts'
import type { tenantApplication } from '@lading/contract/saas/tenantApplication.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { Kernel } from '../../kernel/perform.ts'
import type { StepWorks } from '../../platform/document/steps.ts'
import type { Listeners } from '../../platform/outbox/relay.ts'
import { atPlatform, readApplication } from './carry.ts'
import { demandPlatform, moveTenant } from './state.ts'

const exportTopic = 'saas.export'
const removeTopic = 'saas.remove'

/** All of a tenant into a file, and away: with the connection of the database's owner. */
export interface Leaving {
  /** @returns the file below the data folder; another each time */
  readonly backUp: (code: string) => Promise<string>
  /** Only what is whole in that file is taken away. */
  readonly takeAway: (code: string, file: string) => Promise<void>
}

export const leavingSteps: Pick<
  StepWorks<typeof tenantApplication>,
  'exportAll' | 'askRemoval' | 'keepData' | 'removeAll'
> = {
  exportAll: {
    effect: async (ctx, row) => {
      demandPlatform(ctx)
      ctx.emit({ topic: exportTopic, key: row.id })
    },
  },
  askRemoval: {
    effect: async (ctx, row) => {
      demandPlatform(ctx)
      if (row.exportFile === null) refuse(saasFaults.notExported)
      return { removalById: ctx.userId, removalAt: ctx.now() }
    },
  },
  keepData: {
    effect: async (ctx) => {
      demandPlatform(ctx)
      return { removalById: null, removalAt: null }
    },
  },
  removeAll: {
    effect: async (ctx, row) => {
      demandPlatform(ctx)
      if (row.removalById === null) refuse(saasFaults.notAsked)
      if (row.removalById === ctx.userId) refuse(saasFaults.otherPerson)
      ctx.emit({ topic: removeTopic, key: row.id, payload: { asked: askedAt(row) } })
    },
  },
}

/** Which of several requests for removal is meant: what was confirmed is that one, and it may be taken back until it is done. */
const askedAt = ({ removalAt }: { readonly removalAt: Date | null }): string | null => removalAt?.toISOString() ?? null

const noteFile = (ctx: Ctx, id: string, file: string): Promise<number> =>
  ctx.tx.run(sql`
    update saas_tenant_application set export_file = ${file}, exported_at = ${ctx.now()}, version = version + 1, updated_at = ${ctx.now()}
    where tenant_id = ${ctx.tenantId} and id = ${id}`)

/**
 * What takes longer than anybody waits. A removal writes its own file first, since what stands in an older one is not all
 * any more; killed between it goes on where the tenant still is.
 */
export const leavingListeners = (kernel: Kernel, { backUp, takeAway }: Leaving): Listeners => {
  const here = <T>(tenantId: string, work: (ctx: Ctx) => Promise<T>) =>
    atPlatform(kernel, tenantId, kernel.newId(), work)
  const write = async (tenantId: string, id: string) => {
    const { tenantCode } = await here(tenantId, (ctx) => readApplication(ctx, id))
    const code = tenantCode ?? ''
    const file = await backUp(code)
    await here(tenantId, (ctx) => noteFile(ctx, id, file))
    return { code, file }
  }
  return {
    [exportTopic]: { long: async (tenantId, [event]) => void (await write(tenantId, event?.key ?? '')) },
    [removeTopic]: {
      long: async (tenantId, events) => {
        const id = events[0]?.key ?? ''
        const { state, madeId } = await here(tenantId, (ctx) => readApplication(ctx, id))
        if (state !== 'ENDED') return
        const isWanted = async () => {
          const asked = askedAt(await here(tenantId, (ctx) => readApplication(ctx, id)))
          return asked !== null && events.some(({ payload }) => payload?.asked === asked)
        }
        const isThere = await here(tenantId, (ctx) => ctx.tx.maybe(sql`select 1 from sys_tenant where id = ${madeId}`))
        if (isThere) {
          if (!(await isWanted())) return
          const { code, file } = await write(tenantId, id)
          // Writing takes its time, and whoever took it back meanwhile was told that it is.
          if (!(await isWanted())) return
          await takeAway(code, file)
        }
        await here(tenantId, (ctx) => moveTenant(ctx, id, 'gone'))
      },
    },
  }
}

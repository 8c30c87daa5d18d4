import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { refuse } from '@lading/contract/kernel/fault.ts'
import { sysFaults } from '@lading/contract/sys/faults.ts'
import { org, orgGroup } from '@lading/contract/sys/org.ts'
import { orgCalls } from '@lading/contract/sys/orgCalls.ts'
import sql, { type Sql } from 'sql-template-tag'
import { getRow, switchRow, updateRow } from '../../kernel/crud.ts'
import { readLog } from '../../kernel/crudServed.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { type Served, serve, serveEach } from '../../kernel/http/serve.ts'
import { listRecords } from '../../kernel/listQuery.ts'
import type { Input, Seen } from '../../kernel/rules.ts'
import { sheetServed } from '../../platform/sheet/template.ts'
import { changeRights } from '../rights.ts'
import { fileRules } from './files.ts'
import type { OrgHooks } from './furnish.ts'
import { createOrg, moveOrg, rulesOf } from './orgs.ts'

const others = (): Sql[] => [sql`t.type <> 'DC'`]
const demandOther = (type: unknown): void => {
  if (type === 'DC') refuse(sysFaults.orgIsDc)
}

/** A row of this page; a logistics centre is kept on its own. */
async function rowOf(ctx: Ctx, id: string): Promise<Input> {
  const row = await getRow(ctx, orgGroup, id)
  demandOther(row.type)
  return row
}

/** 组织管理: organisations that are no logistics centres. Changed like these, and told in the same log. */
export function orgGroupServed(hooks: OrgHooks): Served[] {
  const calls = crudCalls(orgGroup)
  const rules = rulesOf(hooks)
  type Handle = (ctx: Ctx, input: never) => Promise<unknown>
  const handlers: Readonly<Record<string, Handle>> = {
    query: (ctx, input) => listRecords(ctx, orgGroup, input, others()),
    getById: (ctx, { id }: { id: string }) => rowOf(ctx, id),
    log: async (ctx, { id }: { id: string }) => {
      await rowOf(ctx, id)
      // What a file brought is told under the name of this page.
      const told = [...(await readLog(ctx, org, id)), ...(await readLog(ctx, orgGroup, id))]
      return told.sort((a, b) => new Date(b.at).getTime() - new Date(a.at).getTime())
    },
    create: (ctx, input: Input) => {
      demandOther(input.type)
      return createOrg(ctx, hooks, input)
    },
    update: async (ctx, input: Input & Seen) => {
      await rowOf(ctx, input.id)
      return changeRights(ctx, () => updateRow(ctx, org, input, rules))
    },
  }
  const turn = (isOff: boolean) => async (ctx: Ctx, row: Seen) => {
    await rowOf(ctx, row.id)
    return changeRights(ctx, () => switchRow(ctx, org, row, isOff, rules))
  }
  const { enable, disable } = calls
  return [
    ...Object.entries(handlers).flatMap(([verb, handle]) => {
      const call = calls[verb]
      return call ? [serve(call, handle as (ctx: Ctx, input: unknown) => Promise<unknown>)] : []
    }),
    ...(enable ? [serveEach(enable, turn(false))] : []),
    ...(disable ? [serveEach(disable, turn(true))] : []),
    ...sheetServed(orgGroup, fileRules(hooks, rules, demandOther), others),
    serve(orgCalls.moveGroup, async (ctx, input) => {
      await rowOf(ctx, input.id)
      return moveOrg(ctx, hooks, input)
    }),
  ]
}

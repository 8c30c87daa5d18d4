import { faults, refuse } from '@lading/contract/kernel/fault.ts'
import { say } from '@lading/contract/kernel/text.ts'
import { dicCalls as calls, dicFaults } from '@lading/contract/sys/dicCalls.ts'
import { dicInfo, dictionaries } from '@lading/contract/sys/dictionary.ts'
import sql from 'sql-template-tag'
import type { z } from 'zod'
import type { Ctx } from '../../kernel/ctx.ts'
import { type Served, serve } from '../../kernel/http/serve.ts'
import { enterprise, isSystemType, readDictionaries, readTypes, typeTitle } from '../../platform/dictionary.ts'
import { demandUnused } from './used.ts'

interface LockedType {
  readonly id: string
  readonly version: number
  readonly isOrgLevel: boolean
}
/** Everybody who changes a dictionary waits here for the one before him. */
export async function lockType(ctx: Ctx, typeCode: string): Promise<LockedType> {
  await ctx.tx.run(sql`
    insert into sys_dic_type (tenant_id, id, created_at, created_by, code)
    values (${ctx.tenantId}, ${ctx.newId()}, ${ctx.now()}, ${ctx.userId}, ${typeCode}) on conflict do nothing`)
  return ctx.tx.one<LockedType>(sql`
    select id, version, is_org_level from sys_dic_type where tenant_id = ${ctx.tenantId} and code = ${typeCode} for update`)
}
export const raiseType = (ctx: Ctx, typeCode: string): Promise<number> =>
  ctx.tx.run(sql`
    update sys_dic_type set version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
    where tenant_id = ${ctx.tenantId} and code = ${typeCode}`)

/** The product's dictionaries and the tenant's, with how many entries each has. */
async function list(ctx: Ctx) {
  const types = await readTypes(ctx)
  const entries = Map.groupBy(await readDictionaries(ctx, undefined, enterprise), (e) => e.typeCode)
  const codes = [...new Set([...Object.keys(dictionaries), ...types.keys(), ...entries.keys()])]
  return codes.map((code) => {
    const own = types.get(code)
    const title = typeTitle(code, own)
    return {
      code,
      title: say(title, ctx.language),
      titleZh: title[0],
      titleEn: title[1],
      isSystem: isSystemType(code),
      isOrgLevel: own?.isOrgLevel ?? false,
      version: own?.version ?? 0,
      count: entries.get(code)?.length ?? 0,
    }
  })
}

/** What a dictionary is called, the product's own apart, and whether organisations may differ. */
async function save(ctx: Ctx, input: z.output<typeof calls.saveType.input>): Promise<{ version: number }> {
  const { code, titleZh, titleEn, isOrgLevel } = input
  const type = await lockType(ctx, code)
  if (type.version !== input.version) refuse(faults.stale)
  const [title, english] = isSystemType(code) ? [null, null] : [titleZh, titleEn]
  await ctx.tx.run(sql`
    update sys_dic_type set title = ${title}, title_en = ${english}, is_org_level = ${isOrgLevel}
    where tenant_id = ${ctx.tenantId} and id = ${type.id}`)
  await raiseType(ctx, code)
  ctx.audit({
    subject: dicInfo.key,
    subjectId: type.id,
    subjectNo: code,
    action: 'saveType',
    before: { isOrgLevel: type.isOrgLevel },
    after: { isOrgLevel, ...(title !== null && { title: titleZh }) },
  })
  return { version: type.version + 1 }
}

/** A tenant's own dictionary, of which no row has an entry. */
async function remove(ctx: Ctx, { code, version }: z.output<typeof calls.removeType.input>): Promise<null> {
  if (isSystemType(code)) refuse(dicFaults.typeSystem)
  const type = await lockType(ctx, code)
  if (type.version !== version) refuse(faults.stale)
  const { keys } = await ctx.tx.one<{ keys: string[] }>(sql`
    select array(select query_key from sys_dic_info where tenant_id = ${ctx.tenantId} and type_code = ${code}
      union select query_key from sys_dic_org_info where tenant_id = ${ctx.tenantId} and type_code = ${code})::text[] as keys`)
  await demandUnused(ctx, code, keys)
  await ctx.tx.run(sql`delete from sys_dic_org_info where tenant_id = ${ctx.tenantId} and type_code = ${code}`)
  await ctx.tx.run(sql`delete from sys_dic_info where tenant_id = ${ctx.tenantId} and type_code = ${code}`)
  await ctx.tx.run(sql`delete from sys_dic_type where tenant_id = ${ctx.tenantId} and id = ${type.id}`)
  ctx.audit({
    subject: dicInfo.key,
    subjectId: type.id,
    subjectNo: code,
    action: 'removeType',
    before: { keys: keys.join(' ') },
  })
  return null
}

export const dicTypesServed = (): Served[] => [
  serve(calls.queryTypes, list),
  serve(calls.saveType, save),
  serve(calls.removeType, remove),
]

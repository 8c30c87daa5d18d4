import { createHash } from 'node:crypto'
import { Fault, faults, refuse } from '@lading/contract/kernel/fault.ts'
import { dicCalls as calls, dicFaults, type GivenEntry } from '@lading/contract/sys/dicCalls.ts'
import { dicInfo, type dicType } from '@lading/contract/sys/dictionary.ts'
import sql, { raw } from 'sql-template-tag'
import type { Rules } from '../../kernel/crud.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { type FileAnswer, type OutsideRequest, type Served, serve, serveOutside } from '../../kernel/http/serve.ts'
import { insert } from '../../kernel/insert.ts'
import { allEntities } from '../../kernel/registry.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { named } from '../../kernel/scope.ts'
import { snake } from '../../kernel/tx.ts'
import { sheetServed } from '../../platform/sheet/template.ts'
import { queryDictionaries } from './list.ts'
import { type Entry, inLanguage, readDictionaries, systemKeys } from './read.ts'

/** Everybody who changes a dictionary waits here for the one before him. */
async function lockType(ctx: Ctx, typeCode: string): Promise<{ id: string; version: number }> {
  await ctx.tx.run(sql`
    insert into sys_dic_type (tenant_id, id, created_at, created_by, code)
    values (${ctx.tenantId}, ${ctx.newId()}, ${ctx.now()}, ${ctx.userId}, ${typeCode}) on conflict do nothing`)
  return ctx.tx.one<RowOf<typeof dicType, 'id' | 'version'>>(sql`
    select id, version from sys_dic_type where tenant_id = ${ctx.tenantId} and code = ${typeCode} for update`)
}
const raiseType = (ctx: Ctx, typeCode: string): Promise<number> =>
  ctx.tx.run(sql`
    update sys_dic_type set version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
    where tenant_id = ${ctx.tenantId} and code = ${typeCode}`)

/** A value that some row has, whoever's it is, cannot be taken from under it. */
async function demandUnused(ctx: Ctx, typeCode: string, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  for (const e of allEntities())
    for (const [name, f] of Object.entries(e.fields)) {
      if (f.kind !== 'dict' || f.dict !== typeCode || f.computed || e.scope === 'platform') continue
      const column = raw(snake(name))
      const row = await ctx.tx.maybe<{ key: string }>(sql`
        select ${column} as key from ${named(ctx, e, 't')}
        where ${column} = any(${keys}::text[]) limit 1`)
      if (row) refuse(dicFaults.inUse, { key: row.key })
    }
}

function demandSingle(ctx: Ctx, entries: readonly GivenEntry[]): void {
  const seen = new Set<string>()
  for (const [i, { queryKey }] of entries.entries()) {
    const fault = new Fault(dicFaults.twice, { key: queryKey })
    if (seen.has(queryKey))
      throw new Fault(dicFaults.twice, { key: queryKey }, [
        { field: `entries.${i}.queryKey`, rule: 'unique', message: fault.in(ctx.language) },
      ])
    seen.add(queryKey)
  }
}

/** Makes a dictionary equal to the given list, when it is still as the caller read it. */
async function updateInfoByType(
  ctx: Ctx,
  { typeCode, version, entries }: { typeCode: string; version: number; entries: readonly GivenEntry[] },
): Promise<{ version: number }> {
  demandSingle(ctx, entries)
  const type = await lockType(ctx, typeCode)
  if (type.version !== version) refuse(faults.stale)
  const before = await readDictionaries(ctx, [typeCode])
  const wanted = new Set(entries.map((e) => e.queryKey))
  const missing = systemKeys(typeCode).find((key) => !wanted.has(key))
  if (missing !== undefined) refuse(dicFaults.isSystem, { key: missing })
  const gone = before.filter((e) => !wanted.has(e.queryKey)).map((e) => e.queryKey)
  await demandUnused(ctx, typeCode, gone)
  await ctx.tx.run(sql`delete from sys_dic_info where tenant_id = ${ctx.tenantId} and type_code = ${typeCode}`)
  const was = new Map(before.map((e) => [e.queryKey, e]))
  await insert(
    ctx,
    dicInfo,
    entries.map((entry, i) => ({ typeCode, ...rowOf(entry, i, was.get(entry.queryKey)) })),
  )
  await raiseType(ctx, typeCode)
  const keys = (list: readonly { queryKey: string }[]) => list.map((e) => e.queryKey).join(' ')
  ctx.audit({
    subject: dicInfo.key,
    subjectId: type.id,
    subjectNo: typeCode,
    action: 'updateInfoByType',
    before: { keys: keys(before), entries: before },
    after: { keys: keys(entries), entries },
  })
  return { version: version + 1 }
}

const rowOf = (entry: GivenEntry, i: number, was: Entry | undefined) => ({
  queryKey: entry.queryKey,
  infoValue: entry.infoValue,
  infoValueEn: entry.infoValueEn ?? was?.text[1] ?? entry.infoValue,
  sort: entry.sort ?? (i + 1) * 10,
  color: entry.color ?? null,
  disabled: entry.disabled,
})

/** All dictionaries of the working organisation; who has them already, by their hash, is told only that. */
async function getAllByOrg(request: OutsideRequest): Promise<FileAnswer> {
  const data = await request.perform(
    async (ctx) => {
      const byType = Map.groupBy(await readDictionaries(ctx), (e) => e.typeCode)
      return [...byType]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([typeCode, entries]) => ({
          typeCode,
          entries: entries.map((e) => inLanguage(ctx, e)).map(({ typeCode: _type, ...entry }) => entry),
        }))
    },
    { read: true },
  )
  const text = JSON.stringify(data)
  const etag = `"${createHash('sha256').update(text).digest('base64url')}"`
  const headers = {
    etag,
    'cache-control': 'private, no-cache',
    vary: 'X-Access-Token, Accept-Language',
    'content-disposition': 'inline',
  }
  const answer = { name: 'dictionaries.json', type: 'application/json; charset=utf-8', headers }
  if (request.header('if-none-match') === etag) return { ...answer, status: 304, data: Buffer.alloc(0) }
  const { traceId } = request.origin
  return { ...answer, data: Buffer.from(`{"code":0,"message":"","data":${text},"traceId":"${traceId}"}`) }
}

/** What a file brings changes its dictionary like a list that is saved. */
const raise = async (ctx: Ctx, typeCode: unknown): Promise<void> => {
  await lockType(ctx, String(typeCode))
  await raiseType(ctx, String(typeCode))
}
const importRules: Rules = {
  beforeCreateMany: async (ctx, inputs) => {
    const types = new Set(inputs.map((input) => String(input.typeCode)))
    for (const typeCode of [...types].sort()) await raise(ctx, typeCode)
  },
  beforeUpdate: (ctx, _input, before) => raise(ctx, before.typeCode),
}

export const dictionaryServed = (): Served[] => [
  serve(calls.queryByTypeCode, async (ctx, input) =>
    (await readDictionaries(ctx, input.typeCodes)).map((entry) => inLanguage(ctx, entry)),
  ),
  serveOutside(calls.getAllByOrg, getAllByOrg),
  serve(calls.query, queryDictionaries),
  serve(calls.updateInfoByType, updateInfoByType),
  ...sheetServed(dicInfo, importRules),
]

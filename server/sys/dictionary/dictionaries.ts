import { createHash } from 'node:crypto'
import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { Fault, faults, refuse } from '@lading/contract/kernel/fault.ts'
import { dicCalls as calls, dicFaults, type GivenEntry } from '@lading/contract/sys/dicCalls.ts'
import { dicInfo } from '@lading/contract/sys/dictionary.ts'
import type { z } from 'zod'
import type { Ctx } from '../../kernel/ctx.ts'
import { type FileAnswer, type OutsideRequest, type Served, serve, serveOutside } from '../../kernel/http/serve.ts'
import type { Rules } from '../../kernel/rules.ts'
import { type Entry, enterprise, inLanguage, readDictionaries, systemKeys } from '../../platform/dictionary.ts'
import { exportServedBy } from '../../platform/sheet/exportRows.ts'
import { sheetServed } from '../../platform/sheet/template.ts'
import { exportDictionaries } from './export.ts'
import { demandOwnLevel, differing, entriesAbove, writeOrg, writeTenant } from './levels.ts'
import { queryDictionaries } from './list.ts'
import { dicTypesServed, lockType, raiseType } from './types.ts'
import { demandUnused } from './used.ts'

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
  input: z.output<typeof calls.updateInfoByType.input>,
): Promise<{ version: number }> {
  const { typeCode, version, entries, orgId } = input
  demandSingle(ctx, entries)
  const type = await lockType(ctx, typeCode)
  if (type.version !== version) refuse(faults.stale)
  if (orgId !== undefined) await demandOwnLevel(ctx, type, orgId)
  const before = await readDictionaries(ctx, [typeCode], orgId ?? enterprise)
  const wanted = new Set(entries.map((e) => e.queryKey))
  const above = orgId === undefined ? undefined : await entriesAbove(ctx, orgId, [typeCode])
  const kept = above?.map((e) => e.queryKey) ?? systemKeys(typeCode)
  const missing = kept.find((key) => !wanted.has(key))
  if (missing !== undefined) refuse(above ? dicFaults.isUpper : dicFaults.isSystem, { key: missing })
  const gone = before.filter((e) => !wanted.has(e.queryKey)).map((e) => e.queryKey)
  await demandUnused(ctx, typeCode, gone)
  const was = new Map(before.map((e) => [e.queryKey, e]))
  const rows = entries.map((entry, i) => ({ typeCode, ...rowOf(entry, i, was.get(entry.queryKey)) }))
  if (orgId === undefined || !above) await writeTenant(ctx, typeCode, rows)
  else await writeOrg(ctx, typeCode, orgId, differing(rows, above))
  await raiseType(ctx, typeCode)
  const keys = (list: readonly { queryKey: string }[]) => list.map((e) => e.queryKey).join(' ')
  const place = orgId === undefined ? {} : { orgId }
  ctx.audit({
    subject: dicInfo.key,
    subjectId: type.id,
    subjectNo: typeCode,
    action: 'updateInfoByType',
    before: { keys: keys(before), entries: before },
    after: { keys: keys(entries), entries, ...place },
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
const raise = async (ctx: Ctx, typeCode: string): Promise<void> => {
  await lockType(ctx, typeCode)
  await raiseType(ctx, typeCode)
}
const importRules: Rules<typeof dicInfo> = {
  beforeCreateMany: async (ctx, inputs) => {
    const types = new Set(inputs.map((input) => input.typeCode))
    for (const typeCode of [...types].sort()) await raise(ctx, typeCode)
  },
  beforeUpdate: (ctx, _input, before) => raise(ctx, before.typeCode),
}

const exportCall = crudCalls(dicInfo).export

export const dictionaryServed = (): Served[] => [
  serve(calls.queryByTypeCode, async (ctx, input) =>
    (await readDictionaries(ctx, input.typeCodes)).map((entry) => inLanguage(ctx, entry)),
  ),
  serveOutside(calls.getAllByOrg, getAllByOrg),
  serve(calls.query, queryDictionaries),
  serve(calls.updateInfoByType, updateInfoByType),
  ...dicTypesServed(),
  ...sheetServed(dicInfo, importRules).filter(({ call }) => call.path !== exportCall?.path),
  ...exportServedBy(dicInfo, exportDictionaries),
]

import type { FilterValue, Page } from '@lading/contract/kernel/call.ts'
import { pageSizeMax } from '@lading/contract/kernel/call.ts'
import { Fault, faults } from '@lading/contract/kernel/fault.ts'
import type { DicRecord, dicCalls } from '@lading/contract/sys/dicCalls.ts'
import type { z } from 'zod'
import type { Ctx } from '../../kernel/ctx.ts'
import { enterprise, isSystem, readDictionaries, readTypes } from '../../platform/dictionary.ts'
import { entriesAbove } from './levels.ts'

type Question = z.output<typeof dicCalls.query.input>
type Column = 'typeCode' | 'queryKey' | 'infoValue' | 'infoValueEn' | 'sort' | 'disabled'
const columns: readonly string[] = ['typeCode', 'queryKey', 'infoValue', 'infoValueEn', 'sort', 'disabled']

const unknown = (field: string): never => {
  throw new Fault(faults.invalid, {}, [{ field, rule: 'filter', message: `unknown or invalid filter: ${field}` }])
}
const isColumn = (name: string): name is Column => columns.includes(name)

/** Codes by what they begin with, texts by what they contain, the rest by what they are. */
function passes(record: DicRecord, name: string, v: FilterValue): boolean {
  // Entries are found by their keys: those that the product brings stand in no table.
  if (name === 'id') return false
  if (!isColumn(name)) return unknown(name)
  const value = record[name]
  if (name === 'disabled') return value === (v === true || v === 'true')
  if (name === 'sort') return typeof v === 'number' ? value === v : unknown(name)
  if (Array.isArray(v)) return v.map(String).includes(String(value))
  if (typeof v !== 'string') return unknown(name)
  return name === 'typeCode' || name === 'queryKey' ? String(value).startsWith(v) : contains(String(value), v)
}
const contains = (text: string, part: string): boolean => text.toLowerCase().includes(part.toLowerCase())

const byPinyin = new Intl.Collator('zh-u-co-pinyin')
function order(q: Question): (a: DicRecord, b: DicRecord) => number {
  const asked = q.orderBy ?? (q.orderField && `${q.orderDirection === 'DESC' ? '-' : ''}${q.orderField}`)
  const words = (asked ?? 'typeCode,sort').split(',').filter((word) => word !== '' && word !== 'id')
  const names = words.map((word) => ({ name: word.replace(/^-/, ''), sign: word.startsWith('-') ? -1 : 1 }))
  for (const { name } of names) if (!isColumn(name)) unknown(name)
  return (a, b) => {
    for (const { name, sign } of [...names, { name: 'typeCode', sign: 1 }, { name: 'queryKey', sign: 1 }]) {
      const [x, y] = [a[name as Column], b[name as Column]]
      if (x !== y) return (name === 'infoValue' ? byPinyin.compare(a[name], b[name]) : x < y ? -1 : 1) * sign
    }
    return 0
  }
}

const keysAbove = async (ctx: Ctx, orgId: string, typeCodes: readonly string[] | undefined) =>
  new Set((await entriesAbove(ctx, orgId, typeCodes)).map((e) => `${e.typeCode} ${e.queryKey}`))

/** A page of entries. There are few, and half of them stand in no table, so they are sorted and counted here. */
export async function queryDictionaries(ctx: Ctx, q: Question): Promise<Page<DicRecord>> {
  const compare = order(q)
  for (const name of Object.keys(q.filter)) if (name !== 'id' && !isColumn(name)) unknown(name)
  const types = await readTypes(ctx)
  const only = q.typeCodeEquals === undefined ? undefined : [q.typeCodeEquals]
  const entries = await readDictionaries(ctx, only, q.orgId ?? enterprise)
  const above = q.orgId === undefined ? undefined : await keysAbove(ctx, q.orgId, only)
  const found = entries
    .map(({ text: [infoValue, infoValueEn], ...entry }) => ({
      ...entry,
      infoValue,
      infoValueEn,
      isSystem: isSystem(entry.typeCode, entry.queryKey),
      isKept: above?.has(`${entry.typeCode} ${entry.queryKey}`) ?? isSystem(entry.typeCode, entry.queryKey),
      version: types.get(entry.typeCode)?.version ?? 0,
    }))
    .filter((r) => Object.entries(q.filter).every(([name, v]) => passes(r, name, v)))
    .filter(
      (r) =>
        q.keyLike === undefined || [r.queryKey, r.infoValue, r.infoValueEn].some((t) => contains(t, q.keyLike ?? '')),
    )
    .sort(compare)
  const size = q.pageSize === 0 ? pageSizeMax : q.pageSize
  return {
    records: found.slice((q.page - 1) * size, q.page * size),
    total: q.searchCount ? found.length : null,
    page: q.page,
    pageSize: q.pageSize,
  }
}

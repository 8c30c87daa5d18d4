import { z } from 'zod'
import { get, listQuery, pageOf, post, query, version } from '../kernel/call.ts'
import { entityPath, entityPermission } from '../kernel/entity.ts'
import { valueSchema } from '../kernel/schema.ts'
import { dicInfo } from './dictionary.ts'

const at = (verb: string) => `${entityPath(dicInfo)}/${verb}`
const { typeCode: typeField, queryKey: keyField, infoValue, infoValueEn } = dicInfo.fields
const typeCode = valueSchema(typeField) as z.ZodType<string>
/** Entries that one dictionary may hold. */
export const entriesMax = 500

const entry = z.object({
  typeCode: z.string(),
  queryKey: z.string(),
  /** In the caller's language. */
  infoValue: z.string(),
  sort: z.number(),
  color: z.string().nullable(),
  disabled: z.boolean(),
})
/** With both texts, for who edits them. */
const record = entry.extend({
  infoValue: z.string(),
  infoValueEn: z.string(),
  /** The product's own: its text may change and it may be switched off, but it stays. */
  isSystem: z.boolean(),
  /** Of the whole dictionary. */
  version: z.number(),
})
export type DicRecord = z.output<typeof record>

const color = z
  .string()
  .regex(/^(#[0-9a-fA-F]{6}|[a-z]{3,16})$/)
  .nullish()
const given = z.object({
  queryKey: valueSchema(keyField) as z.ZodType<string>,
  infoValue: valueSchema(infoValue) as z.ZodType<string>,
  /** Left out: as it was, or the same as the Chinese. */
  infoValueEn: (valueSchema(infoValueEn) as z.ZodType<string>).optional(),
  sort: z.number().int().min(0).max(1_000_000).optional(),
  color,
  disabled: z.boolean().default(false),
})
export type GivenEntry = z.output<typeof given>

export const dicFaults = {
  inUse: { code: 42800, text: ['字典项已被使用，不能删除', 'The entry [{key}] is in use and cannot be deleted'] },
  isSystem: {
    code: 42801,
    text: ['[{key}]是系统字典项，不能删除，可以停用', '[{key}] is built in: disable it instead of deleting it'],
  },
  twice: { code: 40012, text: ['字典项的键[{key}]重复', 'Key [{key}] appears twice'] },
} as const

export const dicCalls = {
  queryByTypeCode: query(at('queryByTypeCode'), {
    title: ['查询字典', 'Read dictionaries'],
    permission: 'session',
    input: z.object({ typeCodes: z.array(z.string().max(48)).min(1).max(100) }),
    output: z.array(entry),
  }),
  getAllByOrg: get(at('getAllByOrg'), {
    title: ['全部字典', 'Read all dictionaries'],
    permission: 'session',
    output: z.array(z.object({ typeCode: z.string(), entries: z.array(entry.omit({ typeCode: true })) })),
  }),
  query: query(at('query'), {
    title: ['查询数据字典', 'List dictionary entries'],
    permission: entityPermission(dicInfo, 'view'),
    input: listQuery.extend({
      typeCodeEquals: z.string().max(48).optional(),
      /** Part of a key or of a text. */
      keyLike: z.string().max(64).optional(),
    }),
    output: pageOf(record),
  }),
  updateInfoByType: post(at('updateInfoByType'), {
    title: ['保存字典', 'Save a dictionary'],
    permission: entityPermission(dicInfo, 'update'),
    input: z.object({ typeCode, version, entries: z.array(given).max(entriesMax) }),
    output: z.object({ version: z.number() }),
  }),
} as const

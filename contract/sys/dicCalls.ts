import { z } from 'zod'
import { get, id, listQuery, pageOf, post, query, version } from '../kernel/call.ts'
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
  /** Stays at this level: the product's own, or one of those above. */
  isKept: z.boolean(),
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
  isUpper: {
    code: 42806,
    text: ['[{key}]是上级字典项，不能删除，可以停用', '[{key}] comes from above: disable it instead of deleting it'],
  },
  tenantOnly: {
    code: 42807,
    text: ['该字典按企业统一维护', 'This dictionary is kept for the whole enterprise'],
  },
  typeSystem: { code: 42808, text: ['系统字典不能删除', 'A built-in dictionary cannot be deleted'] },
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
      /** As they count there; left out: for the enterprise. */
      orgId: id.optional(),
    }),
    output: pageOf(record),
  }),
  queryTypes: get(at('queryTypes'), {
    title: ['查询字典类型', 'List dictionaries'],
    permission: entityPermission(dicInfo, 'view'),
    output: z.array(
      z.object({
        code: z.string(),
        title: z.string(),
        titleZh: z.string(),
        titleEn: z.string(),
        isSystem: z.boolean(),
        isOrgLevel: z.boolean(),
        version: z.number(),
        count: z.number(),
      }),
    ),
  }),
  saveType: post(at('saveType'), {
    title: ['保存字典类型', 'Create or change a dictionary'],
    permission: entityPermission(dicInfo, 'update'),
    input: z.object({
      code: typeCode,
      version,
      titleZh: z.string().trim().min(1).max(64),
      titleEn: z.string().trim().min(1).max(64),
      isOrgLevel: z.boolean(),
    }),
    output: z.object({ version: z.number() }),
  }),
  removeType: post(at('removeType'), {
    title: ['删除字典类型', 'Delete a dictionary'],
    permission: entityPermission(dicInfo, 'update'),
    input: z.object({ code: typeCode, version }),
    output: z.null(),
  }),
  updateInfoByType: post(at('updateInfoByType'), {
    title: ['保存字典', 'Save a dictionary'],
    permission: entityPermission(dicInfo, 'update'),
    /** `orgId`: of that organisation alone, where the dictionary may differ. */
    input: z.object({ typeCode, version, entries: z.array(given).max(entriesMax), orgId: id.optional() }),
    output: z.object({ version: z.number() }),
  }),
} as const

import { z } from 'zod'
import { del, get, id, post, query, seen, version } from '../kernel/call.ts'
import { wordSchema } from '../kernel/schema.ts'

/** Views of one list that a user may keep for himself, and that a role may be given. */
export const listViewsMax = 50
/** Of one view, as JSON. */
export const listViewMaxBytes = 8_192
/** Of a column, in pixels: below nothing can be read, beyond nothing else is seen. */
export const columnWidths = { least: 48, most: 1_000 } as const

const field = z.string().regex(/^\w+$/).max(64)
const fields = z.array(field).max(200)
const filterMax = 40

/**
 * What a list shows and how. Fields stand by their names, so that what a later version no longer has is left out by whoever
 * applies it.
 */
export const listViewBody = z
  .object({
    /** As the address of the list says them. */
    filter: z
      .record(field, wordSchema(2_048))
      .refine((f) => Object.keys(f).length <= filterMax, { params: { max: filterMax } }),
    /** `code,-createTime`; empty: the list's own order. */
    sort: z
      .string()
      .regex(/^(-?\w+(,-?\w+)*)?$/)
      .max(200),
    pageSize: z.number().int().min(1).max(200).optional(),
    /** All columns in their order; left out: as the list has them. */
    columns: fields.optional(),
    /** Those of them that are not shown. */
    hidden: fields.optional(),
    /** Those that are as wide as somebody has drawn them. */
    widths: z.record(field, z.number().int().min(columnWidths.least).max(columnWidths.most)).optional(),
  })
  .refine((body) => JSON.stringify(body).length <= listViewMaxBytes, { params: { max: listViewMaxBytes } })
export type ListViewBody = z.output<typeof listViewBody>

const list = wordSchema(64)
const name = wordSchema(40)
const changed = z.object({ id: z.string(), version: z.number() })
const shown = z.object({
  id: z.string(),
  version: z.number(),
  name: z.string(),
  /** The role that it is shared with; null: one's own. */
  role: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** A role's, which the caller does not hold: he sees it because he may change it. */
  isOthers: z.boolean(),
  mayChange: z.boolean(),
  body: listViewBody,
})
export type ListView = z.output<typeof shown>

const at = (verb: string) => `/fw/api/sys/listView/${verb}`
/** Whoever may share views with roles, and change and delete those that are shared. */
export const mayShare = 'sys:list_view:release'

export const listViewCalls = {
  /** One's own views of a list, those of one's roles, and of all roles within reach for who may share. */
  query: query(at('query'), {
    title: ['查询列表视图', 'Views of a list'],
    permission: 'session',
    input: z.object({ list }),
    output: z.array(shown),
  }),
  create: post(at('create'), {
    title: ['保存列表视图', 'Save a view of a list'],
    permission: 'session',
    input: z.object({ list, name, body: listViewBody }),
    output: changed,
  }),
  /** What is named changes. */
  update: post(at('update'), {
    title: ['修改列表视图', 'Change a view of a list'],
    permission: 'session',
    input: seen.extend({ name: name.optional(), body: listViewBody.optional() }),
    output: changed,
  }),
  remove: del(at('remove'), {
    title: ['删除列表视图', 'Delete a view of a list'],
    permission: 'session',
    input: z.object({ id, version: z.coerce.number().pipe(version) }),
    output: z.null(),
  }),
  /** Null: the list opens as it is. */
  setDefault: post(at('setDefault'), {
    title: ['设置默认视图', 'Set the default view of a list'],
    permission: 'session',
    input: z.object({ list, id: id.nullable() }),
    output: z.null(),
  }),
  share: post(at('share'), {
    title: ['共享列表视图', 'Share list views with roles'],
    permission: mayShare,
    input: z.object({ list, name, roleId: id, body: listViewBody }),
    output: changed,
  }),
  /** With whom a view can be shared. */
  roles: get(at('roles'), {
    title: ['可共享的角色', 'Roles to share a view with'],
    permission: mayShare,
    reads: ['sys.role'],
    output: z.array(z.object({ id: z.string(), name: z.string(), orgName: z.string() })),
  }),
} as const

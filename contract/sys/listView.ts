import { z } from 'zod'
import { del, get, id, post, query, seen, version } from '../kernel/call.ts'
import { entity, entityPath, entityPermission } from '../kernel/entity.ts'
import type { Refusal } from '../kernel/fault.ts'
import { code, json, ref, text } from '../kernel/field.ts'
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

/** 列表视图: filters, columns, widths and order of a list under a name; somebody's own, or shared with a role. */
export const listView = entity('sys', 'listView', {
  title: ['列表视图', 'List view'],
  module: 'list_view',
  scope: 'tenant',
  fields: {
    /** The key of the entity that the list shows. */
    list: code(['列表', 'List'], { required: true, max: 64 }),
    name: text(['名称', 'Name'], { required: true, max: 40 }),
    /** Whose it is: a user's or a role's, never both. */
    userId: ref(['用户', 'User'], 'sys.user'),
    roleId: ref(['角色', 'Role'], 'sys.role'),
    body: json<ListViewBody>(['内容', 'What it shows']),
  },
  unique: [
    ['userId', 'list', 'name'],
    ['roleId', 'list', 'name'],
  ],
  label: { code: 'name', name: 'name' },
  actions: [],
  verbs: {
    share: ['共享给角色', 'Share with a role'],
    makeDefault: ['设为默认', 'Make it the default'],
    dropDefault: ['取消默认', 'No longer the default'],
  },
  found: false,
})

/** 默认视图: with which view a list opens for somebody. */
export const listDefault = entity('sys', 'listDefault', {
  title: ['默认视图', 'Default view'],
  scope: 'tenant',
  fields: {
    userId: ref(['用户', 'User'], 'sys.user', { required: true }),
    list: code(['列表', 'List'], { required: true, max: 64 }),
    viewId: ref(['视图', 'View'], 'sys.listView', { required: true }),
  },
  unique: [['userId', 'list']],
  actions: [],
})

export const listViewFaults = {
  tooMany: {
    code: 42550,
    text: [
      '一个列表最多保存{max}个视图，请先删除不用的视图',
      'A list can have at most {max} views: delete one that is no longer needed',
    ],
  },
  readOnly: {
    code: 42551,
    text: [
      '视图[{name}]由角色[{role}]共享，您不能修改，可以另存为自己的视图',
      'View [{name}] is shared with role [{role}]: you cannot change it, but you can save a copy',
    ],
  },
} as const satisfies Record<string, Refusal>

const list = z
  .string()
  .regex(/^[a-z]+\.\w+$/)
  .max(64)
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

const at = (verb: string) => `${entityPath(listView)}/${verb}`
/** Whoever may share views with roles, and change and delete those that are shared. */
export const mayShare = entityPermission(listView, 'release')

export const listViewCalls = {
  /** One's own views of a list, those of one's roles, and of all roles within reach for who may share. */
  query: query(at('query'), {
    title: ['查询列表视图', 'Views of a list'],
    permission: 'session',
    input: z.object({ list }),
    output: z.array(shown),
  }),
  /** The view with which each list opens for the caller, by the list; lists that open as they are stand for nothing. */
  defaults: get(at('defaults'), {
    title: ['查询默认视图', 'Default views'],
    permission: 'session',
    output: z.record(z.string(), z.string()),
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

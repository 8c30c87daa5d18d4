import { z } from 'zod'
import { type Call, get, id, post } from '../kernel/call.ts'
import { type AnyEntity, entity, entityPath, entityPermission } from '../kernel/entity.ts'
import type { Refusal } from '../kernel/fault.ts'
import { code, ref, text } from '../kernel/field.ts'
import type { Action } from '../kernel/permission.ts'

/** Of one record. */
export const photosMax = 20
export const photoFaults = {
  tooMany: {
    code: 42833,
    text: ['每张单据最多上传{max}张照片', 'A document holds at most {max} photos'],
  },
} as const satisfies Record<string, Refusal>

/** 照片: what somebody saw at a document, as evidence. It is never changed; whose it is, is its document's to say. */
export const photo = entity('sys', 'photo', {
  title: ['照片', 'Photo'],
  scope: 'org',
  fields: {
    subject: code(['对象', 'Of what kind'], { required: true, max: 64 }),
    subjectId: ref(['单据', 'Document'], 'sys.org', { required: true, loose: true }),
    /** What of its document it shows, where that asks for it: a row of that. */
    partId: ref(['部分', 'Part'], 'sys.org', { loose: true }),
    fileId: ref(['文件', 'File'], 'sys.file', { required: true, derived: true }),
  },
  indexes: [['subject', 'subjectId']],
  actions: [],
})
/** What the log of a document tells of its photos. */
export const photoDetails = { photo: text(['照片', 'Photo']) }

const shown = z.object({
  id: z.string(),
  name: z.string(),
  createTime: z.string(),
  creatorName: z.string().nullable(),
  partId: z.string().nullable(),
})
export type Photo = z.output<typeof shown>
const one = z.object({ id, photoId: id })
const added = z.object({ id, partId: id.optional() })

/** Photos of a kind of document: whoever sees it sees them. */
export interface PhotoCalls {
  readonly of: AnyEntity
  /** Who may add and remove some. */
  readonly by: Action
  readonly list: Call<{ id: string }, Photo[]>
  readonly show: Call<z.output<typeof one>, unknown>
  readonly add: Call<z.output<typeof added>, { id: string }>
  readonly remove: Call<z.output<typeof one>, null>
}
export function photosOf(of: AnyEntity, by: Action): PhotoCalls {
  const at = `${entityPath(of)}/photo`
  const view = { permission: entityPermission(of, 'view') }
  const change = { permission: entityPermission(of, by) }
  const [zh, en] = of.title
  return {
    of,
    by,
    list: get(`${at}/list`, {
      title: [`${zh}的照片`, `Photos of ${en}`],
      ...view,
      input: z.object({ id }),
      output: z.array(shown),
    }),
    show: get(at, { title: [`查看${zh}的照片`, `View a photo of ${en}`], ...view, input: one, binary: true }),
    add: post(`${at}/add`, {
      title: [`上传${zh}的照片`, `Add a photo to ${en}`],
      ...change,
      input: added,
      output: z.object({ id: z.string() }),
      upload: true,
    }),
    remove: post(`${at}/discard`, {
      title: [`删除${zh}的照片`, `Remove a photo of ${en}`],
      ...change,
      input: one,
      output: z.null(),
    }),
  }
}

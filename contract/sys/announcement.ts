import { z } from 'zod'
import { get, id, pageOf, post, seen } from '../kernel/call.ts'
import { entity, entityPath, entityPermission } from '../kernel/entity.ts'
import type { Refusal } from '../kernel/fault.ts'
import { choice, computed, instant, int, note, ref, text } from '../kernel/field.ts'

/** 公告: what people of an organisation and all below it shall read, and who has. */
export const announcement = entity('sys', 'announcement', {
  title: ['公告', 'Announcement'],
  scope: 'tenant',
  fields: {
    title: text(['标题', 'Title'], { required: true, max: 100, filter: true }),
    level: choice(
      ['级别', 'Level'],
      { INFO: ['通知', 'Notice'], WARN: ['重要', 'Important'], URGENT: ['紧急', 'Urgent'] },
      { required: true, initial: 'INFO', filter: true },
    ),
    orgId: ref(['发给', 'For'], 'sys.org', {
      required: true,
      filter: true,
      hint: ['该组织及其下级组织的用户', 'Users of this organisation and below'],
    }),
    state: choice(
      ['状态', 'Status'],
      { DRAFT: ['草稿', 'Draft'], PUBLISHED: ['已发布', 'Published'], WITHDRAWN: ['已撤回', 'Withdrawn'] },
      { required: true, initial: 'DRAFT', derived: true, filter: true },
    ),
    publishedAt: instant(['发布时间', 'Published at'], { derived: true }),
    validTo: instant(['有效期至', 'Shown until']),
    readCount: computed(int(['已读人数', 'Read by'])),
    body: note(['内容', 'Text'], { required: true, max: 4_000 }),
  },
  list: ['title', 'level', 'state', 'orgId', 'publishedAt', 'validTo', 'readCount'],
  form: ['title', 'level', 'orgId', 'validTo', 'body'],
  label: { code: 'title', name: 'title' },
  actions: ['create', 'update', 'remove', 'release', 'cancel', 'export'],
  verbs: { publish: ['发布', 'Publish'], withdraw: ['撤回', 'Withdraw'] },
  sort: '-id',
  found: false,
})

/** 已读: that somebody has read it, and when. */
export const announcementRead = entity('sys', 'announcementRead', {
  title: ['公告已读', 'Read receipt'],
  scope: 'tenant',
  fields: {
    announcementId: ref(['公告', 'Announcement'], 'sys.announcement', { required: true }),
    userId: ref(['用户', 'User'], 'sys.user', { required: true }),
    readAt: instant(['阅读时间', 'Read at'], { required: true }),
  },
  unique: [['announcementId', 'userId']],
  actions: [],
})

export const announcementFaults = {
  published: {
    code: 42870,
    text: ['公告已发布，请先撤回再修改', 'This announcement is published: withdraw it to change it'],
  },
  notPublished: { code: 42871, text: ['公告未发布', 'This announcement is not published'] },
  wasRead: {
    code: 42872,
    text: ['已有人阅读的公告不能删除，可以撤回', 'Somebody has read it: withdraw it instead of deleting it'],
  },
} as const satisfies Record<string, Refusal>

const at = (verb: string) => `${entityPath(announcement)}/${verb}`
const changed = z.object({ id: z.string(), version: z.number() })
const receipt = z.object({
  userId: z.string(),
  username: z.string(),
  realName: z.string(),
  orgName: z.string(),
  /** Null: not yet. */
  readAt: z.string().nullable(),
})
export type Receipt = z.output<typeof receipt>

export const announcementCalls = {
  publish: post(at('publish'), {
    title: ['发布公告', 'Publish an announcement'],
    permission: entityPermission(announcement, 'release'),
    input: seen,
    output: changed,
  }),
  withdraw: post(at('withdraw'), {
    title: ['撤回公告', 'Withdraw an announcement'],
    permission: entityPermission(announcement, 'cancel'),
    input: seen,
    output: changed,
  }),
  /** Of those for whom it is, who has read it, and who has not. */
  receipts: get(at('receipts'), {
    title: ['公告阅读情况', 'Who has read an announcement'],
    permission: entityPermission(announcement, 'view'),
    input: z.object({
      id,
      unread: z.enum(['true', 'false']).optional(),
      page: z.coerce.number().int().min(1).max(10_000).default(1),
      pageSize: z.coerce.number().int().min(1).max(200).default(20),
    }),
    output: pageOf(receipt),
  }),
} as const

import { z } from 'zod'
import { get, id, post, seen } from '../kernel/call.ts'
import { type AnyEntity, entity, entityPath, entityPermission } from '../kernel/entity.ts'
import type { Refusal } from '../kernel/fault.ts'
import { choice, choices, computed, date, flag, instant, int, note, ref, text } from '../kernel/field.ts'
import type { Text } from '../kernel/text.ts'
import { view } from '../kernel/view.ts'
import { soldModules } from './entitlement.ts'

/**
 * 产品资料: what is written for people who use a page, and opened from there. The platform's are copied to the tenants they
 * are for; a tenant writes his own beside them.
 */
export const guidance = entity('sys', 'guidance', {
  title: ['产品资料', 'Guidance'],
  scope: 'tenant',
  fields: {
    title: text(['标题', 'Title'], { required: true, max: 100, filter: true }),
    kind: choice(
      ['类型', 'Type'],
      { ARTICLE: ['文章', 'Article'], VIDEO: ['视频', 'Video'], PDF: ['文档', 'PDF'], LINK: ['链接', 'Link'] },
      { required: true, initial: 'ARTICLE', filter: true },
    ),
    product: choice(['产品线', 'Product'], { ...soldModules, all: ['通用', 'All'] } as const, {
      required: true,
      initial: 'all',
      filter: true,
    }),
    edition: text(['版本', 'Edition'], { max: 20 }),
    audience: choices(
      ['受众', 'For'],
      { PLAT: ['平台', 'Platform'], AGENT: ['代理商', 'Agents'], TENANT: ['租户', 'Tenants'] },
      { initial: ['TENANT'], filter: true },
    ),
    /** Entries of the menu, as `<sub-system>/<name>`, with blanks between. */
    pages: text(['相关页面', 'About the pages'], {
      max: 1_000,
      hint: ['用户在这些页面可直接打开', 'It can be opened from these pages'],
    }),
    state: choice(
      ['状态', 'Status'],
      { DRAFT: ['草稿', 'Draft'], PUBLISHED: ['已发布', 'Published'], WITHDRAWN: ['已撤回', 'Withdrawn'] },
      { required: true, initial: 'DRAFT', derived: true, filter: true },
    ),
    validFrom: date(['展示开始日期', 'Shown from']),
    validTo: date(['展示截止日期', 'Shown until']),
    publishedAt: instant(['发布时间', 'Published at'], { derived: true }),
    url: text(['网址', 'Address'], { max: 500, hint: ['视频、文档和链接必填', 'Needed for all but articles'] }),
    body: note(['内容', 'Text'], { max: 20_000 }),
    /** Brought by the platform: read here, changed there. */
    isBrought: flag(['平台提供', 'By the platform'], { derived: true, filter: true }),
    readCount: computed(int(['已读人数', 'Read by'])),
  },
  label: { code: 'title', name: 'title' },
  actions: [],
  verbs: { publish: ['发布', 'Publish'], withdraw: ['撤回', 'Withdraw'] },
  sort: '-id',
  found: false,
})

/** 已读: that somebody has opened it. */
export const guidanceRead = entity('sys', 'guidanceRead', {
  title: ['资料已读', 'Guidance read'],
  scope: 'tenant',
  fields: {
    guidanceId: ref(['资料', 'Guidance'], 'sys.guidance', { required: true }),
    userId: ref(['用户', 'User'], 'sys.user', { required: true }),
    readAt: instant(['阅读时间', 'Read at'], { required: true }),
  },
  unique: [['guidanceId', 'userId']],
  actions: [],
})

const refusal = (number: number, zh: string, en: string): Refusal => ({ code: number, text: [zh, en] })
export const guidanceFaults = {
  published: refusal(42875, '资料已发布，请先撤回再修改', 'This material is published: withdraw it to change it'),
  notPublished: refusal(42876, '资料未发布', 'This material is not published'),
  brought: refusal(42877, '平台提供的资料不能修改', 'What the platform provides is not changed here'),
  noText: refusal(42878, '请填写{field}', 'Fill in: {field}'),
  badUrl: refusal(42879, '网址必须以https://开头', 'The address has to begin with https://'),
} as const satisfies Record<string, Refusal>

/** The page of an area over them. */
export const guidanceIn = (area: string, o: { readonly title: Text }): AnyEntity =>
  view(guidance, area, 'guidance', {
    ...o,
    module: 'guidance.material',
    list: ['title', 'kind', 'product', 'state', 'audience', 'edition', 'publishedAt', 'validTo', 'readCount'],
    form: ['title', 'kind', 'product', 'edition', 'audience', 'pages', 'validFrom', 'validTo', 'url', 'body'],
    actions: ['create', 'update', 'remove', 'release', 'cancel', 'export'],
  })

const changed = z.object({ id: z.string(), version: z.number() })
/** Shown to whom it is for, and no more. */
export const publishCalls = (of: AnyEntity) => ({
  publish: post(`${entityPath(of)}/publish`, {
    title: ['发布资料', 'Publish a material'],
    permission: entityPermission(of, 'release'),
    input: seen,
    output: changed,
  }),
  withdraw: post(`${entityPath(of)}/withdraw`, {
    title: ['撤回资料', 'Withdraw a material'],
    permission: entityPermission(of, 'cancel'),
    input: seen,
    output: changed,
  }),
})

const mine = z.object({
  id: z.string(),
  title: z.string(),
  kind: z.string(),
  pages: z.array(z.string()),
  isRead: z.boolean(),
})
export type OwnGuidance = z.output<typeof mine>
export const ownGuidance = {
  /** What is shown to the caller where he works, latest first; of each its pages. */
  mine: get('/fw/api/sys/guidance/mine', {
    title: ['我的资料', 'My guidance'],
    permission: 'session',
    reads: ['sys.guidance'],
    output: z.array(mine),
  }),
  open: post('/fw/api/sys/guidance/open', {
    title: ['打开资料', 'Open a material'],
    permission: 'session',
    input: z.object({ id }),
    output: z.object({ title: z.string(), url: z.string().nullable(), body: z.string().nullable() }),
  }),
} as const

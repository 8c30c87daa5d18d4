// engine: takes applications from companies that have no account

import { createHash } from 'node:crypto'
import { faults, refuse } from '@lading/contract/kernel/fault.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { applyCalls, applyDaily, confirmCalls, confirmDays } from '@lading/contract/saas/applying.ts'
import { saasFaults } from '@lading/contract/saas/faults.ts'
import { tenantApplication } from '@lading/contract/saas/tenantApplication.ts'
import { soldModules } from '@lading/contract/sys/entitlement.ts'
import sql from 'sql-template-tag'
import { z } from 'zod'
import { createRow } from '../../kernel/crud.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { type Shown, type Sign, type SignedPage, signedPath } from '../../platform/signed/signedPages.ts'
import type { Administration } from '../asks.ts'
import { applicationRules, demandLicence } from './rules.ts'
import { moveTenant } from './state.ts'

const dayMs = 86_400_000
const texts = {
  title: ['申请试用', 'Apply for a trial'],
  how: [
    '填写后请按邮件中的链接确认，我们审核后为您开通。',
    'Confirm by the link that we send you; once we have looked at it your company is set up.',
  ],
  sent: ['确认邮件已发送至{to}，请在{n}天内点击其中的链接。', 'A link was sent to {to}: follow it within {n} days.'],
  send: ['提交申请', 'Apply'],
  mail: ['请确认您的申请', 'Please confirm your application'],
  mailBody: [
    '{company}：\n您申请了试用。请在{n}天内打开链接确认，确认后我们开始审核。如果不是您本人操作，请忽略此邮件。',
    '{company}:\nyou applied for a trial. Open the link within {n} days to confirm; then we look at it. If it was not you, ignore this mail.',
  ],
  confirm: ['确认申请', 'Confirm the application'],
  confirmed: ['申请已确认，审核结果将另行通知。', 'Your application is confirmed. You will hear from us.'],
  ended: ['该申请已结束，请重新提交。', 'This application has ended: please apply again.'],
  unknown: ['链接无效或已过期', 'This link is not valid any more'],
  unknownWhy: ['请重新提交申请。', 'Please apply again.'],
} as const satisfies Record<string, Text>

/** Whose form it is: the platform's or an agent's. */
const whose = z.object({ o: z.string() })
const few = z
  .string()
  .trim()
  .regex(/^\d{1,2}$/)
  .transform(Number)
  .pipe(z.number().min(0).max(50))
const word = (max: number) => z.string().trim().min(1).max(max)
const typed = z.object({
  company: word(60),
  licenceNo: word(32),
  contact: word(32),
  phone: word(20),
  email: z.email().max(100),
  region: z.string().trim().max(32).default(''),
  modules: z.enum(['wms', 'tms', 'wms,tms', 'wms,tms,dps']),
  dcs: few,
  tcs: few,
})
type Typed = z.output<typeof typed>

const several = (...names: (keyof typeof soldModules)[]): Text => [
  names.map((name) => soldModules[name][0]).join('、'),
  names.map((name) => soldModules[name][1]).join(', '),
]
const f = tenantApplication.header.fields
const form: NonNullable<Shown['form']> = {
  fields: [
    { name: 'company', title: f.company.title, required: true, max: 60 },
    { name: 'licenceNo', title: f.licenceNo.title, required: true, max: 32 },
    { name: 'contact', title: f.contact.title, required: true, max: 32 },
    { name: 'phone', title: f.phone.title, required: true, type: 'tel', max: 20 },
    { name: 'email', title: f.email.title, required: true, type: 'email', max: 100 },
    { name: 'region', title: f.region.title, max: 32 },
    {
      name: 'modules',
      title: f.modules.title,
      required: true,
      value: 'wms',
      choices: {
        wms: several('wms'),
        tms: several('tms'),
        'wms,tms': several('wms', 'tms'),
        'wms,tms,dps': several('wms', 'tms', 'dps'),
      },
    },
    { name: 'dcs', title: f.dcs.title, required: true, type: 'number', value: '1' },
    { name: 'tcs', title: f.tcs.title, required: true, type: 'number', value: '0' },
  ],
  press: texts.send,
}

const hash = (...parts: readonly unknown[]): string => createHash('sha256').update(JSON.stringify(parts)).digest('hex')

/** Refuses what comes too often from one network. @returns the network as nobody can read it */
async function demandFew(ctx: Ctx, secret: string, networkOf: Administration['networkOf']): Promise<string> {
  const network = hash(secret, 'application', networkOf(ctx.ip))
  // Of two at once the second waits for the first to be counted.
  await ctx.tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${network}, 0))`)
  const { n } = await ctx.tx.one<{ n: number }>(sql`
    select count(*)::int as n from saas_tenant_application
    where tenant_id = ${ctx.tenantId} and network = ${network} and created_at > ${new Date(ctx.now().getTime() - dayMs)}`)
  if (n >= applyDaily) refuse(saasFaults.manyForms)
  return network
}

async function apply(ctx: Ctx, given: Typed, secret: string, asks: Administration): Promise<void> {
  if (!(await asks.canWrite(ctx))) refuse(saasFaults.noMail)
  const sentKey = hash(ctx.org.id, given)
  const known = await ctx.tx.maybe(sql`
    select 1 from saas_tenant_application where tenant_id = ${ctx.tenantId} and sent_key = ${sentKey} and state = 'DRAFT'`)
  if (known) return
  const network = await demandFew(ctx, secret, asks.networkOf)
  const { modules, region, ...rest } = given
  const input = { ...rest, region: region || null, modules: modules.split(',') }
  const { id } = await createRow(ctx, tenantApplication.header, input, applicationRules)
  await ctx.tx.run(sql`
    update saas_tenant_application set source = 'FORM', network = ${network}, sent_key = ${sentKey}
    where tenant_id = ${ctx.tenantId} and id = ${id}`)
  const until = new Date(ctx.now().getTime() + confirmDays * dayMs)
  const args = { company: given.company, n: confirmDays }
  asks.write(ctx, {
    to: given.email,
    title: texts.mail,
    body: [fill(texts.mailBody[0], args), fill(texts.mailBody[1], args)],
    path: signedPath(secret, confirmPage, { tenantId: ctx.tenantId, about: { a: id } }, until),
    language: ctx.language,
  })
}
const fill = (text: string, args: Readonly<Record<string, unknown>>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => String(args[name]))

/** Where a company applies. */
export const applyPage = (secret: string, asks: Administration): SignedPage<z.output<typeof whose>, Typed> => ({
  kind: 'tenant application',
  fields: whose,
  orgOf: ({ o }) => o,
  calls: applyCalls,
  typed,
  show: async () => ({ title: texts.title, paragraphs: [texts.how], form }),
  press: async (ctx, _about, given) => {
    if (given.dcs + given.tcs === 0)
      refuse(faults.required, { field: [`${f.dcs.title[0]}/${f.tcs.title[0]}`, f.dcs.title[1]] })
    await apply(ctx, given, secret, asks)
    const args = { to: given.email, n: confirmDays }
    return { title: texts.title, paragraphs: [[fill(texts.sent[0], args), fill(texts.sent[1], args)]] }
  },
  unknown: { title: texts.unknown, paragraphs: [texts.unknownWhy] },
})

const which = z.object({ a: z.string() })
type Applied = RowOf<typeof tenantApplication.header, 'company' | 'licenceNo' | 'confirmedAt'> & {
  readonly state: string
}
const readApplied = (ctx: Ctx, id: string): Promise<Applied | undefined> =>
  ctx.tx.maybe<Applied>(sql`
    select company, licence_no, state, confirmed_at from saas_tenant_application
    where tenant_id = ${ctx.tenantId} and id = ${id} for no key update`)
const saidOf = ({ company, state, confirmedAt }: Applied): Shown => {
  if (state === 'DRAFT') return { title: texts.confirm, paragraphs: [company], form: { press: texts.confirm } }
  return { title: texts.confirm, paragraphs: [company, confirmedAt === null ? texts.ended : texts.confirmed] }
}

/** Where whoever applied shows that the address is his. Pressed again it only says so. */
export const confirmPage: SignedPage<z.output<typeof which>, object> = {
  kind: 'tenant application confirm',
  fields: which,
  calls: confirmCalls,
  typed: z.object({}),
  show: async (ctx, { a }) => {
    const row = await ctx.tx.maybe<Applied>(sql`
      select company, licence_no, state, confirmed_at from saas_tenant_application where tenant_id = ${ctx.tenantId} and id = ${a}`)
    return row && saidOf(row)
  },
  press: async (ctx, { a }) => {
    const row = await readApplied(ctx, a)
    if (row?.state !== 'DRAFT') return row && saidOf(row)
    await demandLicence(ctx, row.licenceNo, a)
    await moveTenant(ctx, a, 'confirm', { confirmedAt: ctx.now() })
    return saidOf({ ...row, state: 'APPLIED', confirmedAt: ctx.now() })
  },
  unknown: { title: texts.unknown, paragraphs: [texts.unknownWhy] },
}

/** 申请链接 of the caller's organisation, good for ever. @throws Fault noMail where nobody could confirm */
export const applyAddress = (sign: Sign, asks: Administration) => async (ctx: Ctx) => {
  if (!(await asks.canWrite(ctx))) refuse(saasFaults.noMail)
  // Only what the form is of is in its address; what it does is the page's.
  return { address: await sign(ctx, applyPage('', asks), { o: ctx.org.id }, 'ever') }
}

/** What nobody confirmed in time is over, so that its licence is free. @returns how many */
export async function forgetUnconfirmed(ctx: Ctx): Promise<number> {
  const before = new Date(ctx.now().getTime() - confirmDays * dayMs)
  const rows = await ctx.tx.query<{ id: string }>(sql`
    select id from saas_tenant_application where tenant_id = ${ctx.tenantId} and state = 'DRAFT' and source = 'FORM' and created_at < ${before}`)
  for (const { id } of rows) await moveTenant(ctx, id, 'forget')
  return rows.length
}

import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { refuse } from '@lading/contract/kernel/fault.ts'
import { mailFaults } from '@lading/contract/sys/email.ts'
import { emailProof } from '@lading/contract/sys/mail.ts'
import { mailProblems } from '@lading/contract/sys/mailProblems.ts'
import { user } from '@lading/contract/sys/user.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { OutsideRequest } from '../../kernel/http/serve.ts'
import { insert } from '../../kernel/insert.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { postLetter } from './post.ts'
import { demandQuota } from './quota.ts'
import { demandClosed, isMailOn, readMailServer } from './settings.ts'
import { writeCode } from './words.ts'

const validMinutes = 15
const againMs = 60_000
/** Of six digits, so many guesses of one code are none. */
const triesMax = 5

const self = (ctx: Ctx): string => ctx.userId ?? '0'
/** Six digits are found by trying all; not without the installation's secret. */
const hashOf = (ctx: Ctx, address: string, code: string, secret: string): string =>
  createHmac('sha256', secret)
    .update(`email ${ctx.tenantId} ${self(ctx)} ${address} ${code}`)
    .digest('hex')

type Own = RowOf<typeof user, 'email' | 'emailConfirmedAt'>
const lockOwn = (ctx: Ctx): Promise<Own> =>
  ctx.tx.one<Own>(sql`
    select email, email_confirmed_at from sys_user where tenant_id = ${ctx.tenantId} and id = ${self(ctx)} for update`)

/** Another address is nobody's until its owner has said so. */
export async function forgetProof(ctx: Ctx, userId: string, email: unknown): Promise<void> {
  const changed = await ctx.tx.run(sql`
    update sys_user set email_confirmed_at = null
    where tenant_id = ${ctx.tenantId} and id = ${userId} and email is distinct from ${email}`)
  if (changed > 0)
    await ctx.tx.run(sql`delete from sys_email_proof where tenant_id = ${ctx.tenantId} and user_id = ${userId}`)
}

export async function ownEmail(ctx: Ctx) {
  const { email, emailConfirmedAt } = await ctx.tx.one<Own>(sql`
    select email, email_confirmed_at from sys_user where tenant_id = ${ctx.tenantId} and id = ${self(ctx)}`)
  return { email, isConfirmed: emailConfirmedAt !== null, isOn: await isMailOn(ctx) }
}

export async function setOwn(ctx: Ctx, { email }: { email: string | null }) {
  const before = await lockOwn(ctx)
  if (before.email === email) return { isConfirmed: before.emailConfirmedAt !== null }
  await forgetProof(ctx, self(ctx), email)
  await ctx.tx.run(sql`
    update sys_user set email = ${email}, version = version + 1, updated_at = ${ctx.now()}, updated_by = ${self(ctx)}
    where tenant_id = ${ctx.tenantId} and id = ${self(ctx)}`)
  const told = { subject: user.key, subjectId: self(ctx), subjectNo: ctx.username, action: 'setEmail' }
  ctx.audit({ ...told, before: { email: before.email }, after: { email } })
  return { isConfirmed: false }
}

/** The code goes to the address at once, and who asked hears what the mail server says. */
export async function sendCode(request: OutsideRequest, secret: string): Promise<null> {
  const { server, letter } = await request.perform(async (ctx) => {
    const { email, emailConfirmedAt } = await lockOwn(ctx)
    if (email === null) return refuse(mailFaults.noAddress)
    if (emailConfirmedAt !== null) refuse(mailFaults.isConfirmed)
    const server = (await readMailServer(ctx, secret)) ?? refuse(mailFaults.notSetUp)
    demandClosed(server)
    const since = new Date(ctx.now().getTime() - againMs)
    const last = await ctx.tx.query(sql`
      select 1 from sys_email_proof where tenant_id = ${ctx.tenantId} and user_id = ${self(ctx)} and made_at > ${since}`)
    if (last.length > 0) refuse(mailFaults.soon)
    await demandQuota(ctx, server)
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    await ctx.tx.run(sql`delete from sys_email_proof where tenant_id = ${ctx.tenantId} and user_id = ${self(ctx)}`)
    const hash = hashOf(ctx, email, code, secret)
    await insert(ctx, emailProof, [{ userId: self(ctx), address: email, madeAt: ctx.now(), hash }])
    const reader = { language: ctx.language, timeZone: ctx.org.timeZone, ...server.sender }
    const written = writeCode(code, validMinutes, reader)
    return { server, letter: { id: `lading-${ctx.newId()}`, to: email, at: ctx.now(), ...written } }
  })
  const { problem, answer } = await postLetter(server, letter)
  if (problem === null) return null
  // Nothing has come: he may try again at once.
  await request.perform((ctx) =>
    ctx.tx.run(sql`delete from sys_email_proof where tenant_id = ${ctx.tenantId} and user_id = ${self(ctx)}`),
  )
  return refuse(mailFaults.notSent, { answer: server.way === 'OWN' ? answer : mailProblems[problem] })
}

/** A guess is counted before it is looked at: of many at once no more are looked at than of many in turn. */
const countGuess = (ctx: Ctx): Promise<number> =>
  ctx.tx.run(sql`
    update sys_email_proof set tries = tries + 1
    where tenant_id = ${ctx.tenantId} and user_id = ${self(ctx)} and tries < ${triesMax}`)

async function tryCode(ctx: Ctx, code: string, secret: string, isCounted: boolean): Promise<void> {
  const { email, emailConfirmedAt } = await lockOwn(ctx)
  if (email === null) return refuse(mailFaults.noAddress)
  if (emailConfirmedAt !== null) return
  if (!isCounted) refuse(mailFaults.wrongCode)
  const since = new Date(ctx.now().getTime() - validMinutes * 60_000)
  const proof = await ctx.tx.maybe<{ hash: string }>(sql`
    select hash from sys_email_proof where tenant_id = ${ctx.tenantId} and user_id = ${self(ctx)}
      and address = ${email} and made_at > ${since}`)
  const given = Buffer.from(hashOf(ctx, email, code.replace(/\s/g, ''), secret))
  if (!proof || !timingSafeEqual(given, Buffer.from(proof.hash))) refuse(mailFaults.wrongCode)
  await ctx.tx.run(sql`
    update sys_user set email_confirmed_at = ${ctx.now()}, version = version + 1, updated_at = ${ctx.now()}, updated_by = ${self(ctx)}
    where tenant_id = ${ctx.tenantId} and id = ${self(ctx)}`)
  await ctx.tx.run(sql`delete from sys_email_proof where tenant_id = ${ctx.tenantId} and user_id = ${self(ctx)}`)
  ctx.audit({ subject: user.key, subjectId: self(ctx), subjectNo: ctx.username, action: 'confirmEmail' })
}

/** A wrong code stays counted although all else of it is taken back. */
export async function confirmEmail(request: OutsideRequest, code: string, secret: string): Promise<null> {
  const counted = await request.perform(countGuess)
  await request.perform((ctx) => tryCode(ctx, code, secret, counted > 0))
  return null
}

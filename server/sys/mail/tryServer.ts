import { refuse } from '@lading/contract/kernel/fault.ts'
import { mailFaults } from '@lading/contract/sys/email.ts'
import type { MailTried } from '@lading/contract/sys/mail.ts'
import { option } from '@lading/contract/sys/option.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import type { OutsideRequest } from '../../kernel/http/serve.ts'
import { postLetter } from './post.ts'
import { demandQuota } from './quota.ts'
import { demandClosed, type MailServer } from './settings.ts'
import { writeTest } from './words.ts'

/**
 * Shows whoever sets a mail server up what that says; of the platform's server a tenant hears in our words only.
 * @param subject what the log tells it of
 * @param serverOf undefined: there is none
 */
export async function tryServer(
  request: OutsideRequest,
  to: string,
  subject: string,
  serverOf: (ctx: Ctx) => Promise<MailServer | undefined>,
): Promise<MailTried> {
  const { server, letter } = await request.perform(async (ctx) => {
    const server = (await serverOf(ctx)) ?? refuse(mailFaults.notSetUp)
    demandClosed(server)
    await demandQuota(ctx, server)
    const reader = { language: ctx.language, timeZone: ctx.org.timeZone, ...server.sender }
    return { server, letter: { id: `lading-${ctx.newId()}`, to, at: ctx.now(), ...writeTest(reader) } }
  })
  const began = performance.now()
  const { isTaken, problem, answer: said } = await postLetter(server, letter)
  const ms = Math.round(performance.now() - began)
  const answer = server.way === 'OWN' ? said : ''
  await request.perform(async (ctx) =>
    ctx.audit({
      subject,
      subjectId: '0',
      subjectNo: subject === option.key ? 'mail_host' : '',
      action: 'testMail',
      after: { to, ...(problem === null ? { answer } : { problem, answer: answer || null }) },
    }),
  )
  return { isTaken, problem, answer, ms }
}

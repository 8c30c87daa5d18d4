import { refuse } from '@lading/contract/kernel/fault.ts'
import { emailCalls, mailFaults } from '@lading/contract/sys/email.ts'
import { mailCalls as calls, mail } from '@lading/contract/sys/mail.ts'
import { option } from '@lading/contract/sys/option.ts'
import { type OutsideRequest, type Served, serve, serveOutside } from '../../kernel/http/serve.ts'
import { listRecords } from '../../kernel/listQuery.ts'
import { resend, seenMails } from './deliver.ts'
import { confirmEmail, ownEmail, sendCode, setOwn } from './own.ts'
import { postLetter } from './post.ts'
import { demandClosed, readMailServer } from './settings.ts'
import { writeTest } from './words.ts'

/** Shows whoever sets a mail server up what that says. */
async function test(request: OutsideRequest, to: string, secret: string) {
  const { server, letter } = await request.perform(async (ctx) => {
    const server = (await readMailServer(ctx, secret)) ?? refuse(mailFaults.notSetUp)
    demandClosed(server)
    const reader = { language: ctx.language, timeZone: ctx.org.timeZone, company: server.from.name, site: server.site }
    return { server, letter: { id: `lading-${ctx.newId()}`, to, at: ctx.now(), ...writeTest(reader) } }
  })
  const began = performance.now()
  const { isTaken, answer } = await postLetter(server, letter)
  const ms = Math.round(performance.now() - began)
  await request.perform(async (ctx) =>
    ctx.audit({
      subject: option.key,
      subjectId: '0',
      subjectNo: 'mail_host',
      action: 'testMail',
      after: { to, answer },
    }),
  )
  return { isTaken, answer, ms }
}

/** @param secret the installation's */
export const mailServed = (secret: string): Served[] => [
  serve(emailCalls.mine, ownEmail),
  serve(emailCalls.setOwn, setOwn),
  serveOutside(emailCalls.sendCode, (request) => sendCode(request, secret)),
  serveOutside(emailCalls.confirm, (request, { code }) => confirmEmail(request, code, secret)),
  serve(calls.query, (ctx, input) => listRecords(ctx, mail, input, seenMails(ctx)) as never),
  serve(calls.resend, resend),
  serveOutside(calls.test, (request, { to }) => test(request, to, secret)),
]

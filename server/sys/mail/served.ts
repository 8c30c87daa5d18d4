import { emailCalls } from '@lading/contract/sys/email.ts'
import { mailCalls as calls, mail } from '@lading/contract/sys/mail.ts'
import { option } from '@lading/contract/sys/option.ts'
import { type Served, serve, serveList, serveOutside } from '../../kernel/http/serve.ts'
import { listRecords } from '../../kernel/listQuery.ts'
import { type Signing, signedServed } from '../../platform/signed/signedPages.ts'
import { resend, seenMails } from './deliver.ts'
import { leavePage } from './leave.ts'
import { page, preview, show } from './look.ts'
import { confirmEmail, ownEmail, sendCode, setOwn } from './own.ts'
import { readMailServer } from './settings.ts'
import { tryServer } from './tryServer.ts'

/** @param secret the installation's */
export const mailServed = (secret: string): Served[] => [
  serve(emailCalls.mine, ownEmail),
  serve(emailCalls.setOwn, setOwn),
  serveOutside(emailCalls.sendCode, (request) => sendCode(request, secret)),
  serveOutside(emailCalls.confirm, (request, { code }) => confirmEmail(request, code, secret)),
  serveList(calls.query, (ctx, input) => listRecords(ctx, mail, input, seenMails(ctx))),
  serve(calls.resend, resend),
  serveOutside(calls.test, (request, { to }) =>
    tryServer(request, to, option.key, (ctx) => readMailServer(ctx, secret)),
  ),
  serve(calls.show, (ctx, { id }) => show(ctx, id, secret)),
  serve(calls.preview, (ctx, { kind }) => preview(ctx, kind, secret)),
]

/** What mails lead to without a log-in: it opens its own transactions, in the tenant that its token names. */
export const mailPagesServed = (o: Signing): Served[] => [
  serveOutside(calls.page, (request, { token }) => page(o.kernel, o.secret, request, token)),
  ...signedServed(o, leavePage),
]

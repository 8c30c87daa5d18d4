import { isIP } from 'node:net'
import { Fault } from '@lading/contract/kernel/fault.ts'
import { mailFaults } from '@lading/contract/sys/email.ts'
import type { MailProblem } from '@lading/contract/sys/mailProblems.ts'
import { createTransport, type SendMailOptions } from 'nodemailer'
import { addressOf } from '../outbound/reach.ts'
import { demandClosed, type MailServer } from './settings.ts'
import type { Written } from './words.ts'

/** A letter as it goes out. */
export interface Letter extends Written {
  /** The same with every try: a mail system that has taken it keeps one of them. */
  readonly id: string
  readonly to: string
  readonly at: Date
  /** Where mail of its kind is ended with one press, by a mail program too; left out: it is not. */
  readonly leave?: string | undefined
}
export interface Answered {
  readonly isTaken: boolean
  /** Null: it was taken. */
  readonly problem: MailProblem | null
  /** What the server said, without addresses and passwords. */
  readonly answer: string
  /** It says that it never will. */
  readonly isFinal: boolean
}
/** How long a server may be silent, and how long it may take for the whole of a letter however busily it talks. */
interface Patience {
  readonly waitMs: number
  readonly wholeMs: number
}
const usual: Patience = { waitMs: 15_000, wholeMs: 60_000 }

const answerMax = 300
/** Servers repeat addresses, and some what they were sent: a record that others read has neither. */
const plain = (answer: string, server: MailServer): string => {
  const { user, pass } = server.login ?? { user: '', pass: '' }
  const base64 = (s: string) => Buffer.from(s).toString('base64')
  let text = answer.replace(/\s+/g, ' ')
  for (const word of [pass, base64(pass), base64(`\0${user}\0${pass}`)])
    if (word !== '') text = text.replaceAll(word, '***')
  return text.replace(/[^\s<>@]+@/g, '***@').slice(0, answerMax)
}

/**
 * Hands a letter to a mail server and says what that answered; never throws. The server is only one that connections may go
 * to, and is held to the name on its certificate.
 */
export async function postLetter(server: MailServer, letter: Letter, o: Patience = usual): Promise<Answered> {
  try {
    demandClosed(server)
    const address = await addressOf(server.host)
    const transport = createTransport({
      host: address,
      port: server.port,
      secure: server.security === 'tls',
      requireTLS: server.security === 'starttls',
      ignoreTLS: server.security === 'none',
      ...(server.login && { auth: server.login }),
      tls: { rejectUnauthorized: true, ...(isIP(server.host) === 0 && { servername: server.host }) },
      connectionTimeout: o.waitMs,
      greetingTimeout: o.waitMs,
      socketTimeout: o.waitMs,
      // A text is a text: nothing in it names a file or an address to be fetched.
      disableFileAccess: true,
      disableUrlAccess: true,
    })
    try {
      const { response } = await transport.sendMail({
        ...mailOf(server, letter),
        signal: AbortSignal.timeout(o.wholeMs),
      })
      return { isTaken: true, problem: null, answer: plain(response, server), isFinal: true }
    } finally {
      transport.close()
    }
  } catch (error) {
    const problem = problemOf(error)
    const { message } = error as Error
    // A wrong password, or a server that is set up wrong, is put right by somebody; a letter that is refused is not.
    return { isTaken: false, problem, answer: plain(message, server), isFinal: problem === 'REFUSED' }
  }
}

interface Failed {
  readonly code?: string
  /** The system's or the handshake's own word, which nodemailer keeps beside its own. */
  readonly originalCode?: string
  readonly responseCode?: number
  readonly message?: string
}
const aboutCertificates = /CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS_CERT|certificate|altnames/i
const aboutReach = /ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|EHOSTDOWN/
/** Who may not send, or has not said who he is: RFC 4954. */
const aboutLogin: readonly number[] = [530, 534, 535, 538]

/** Why a letter did not go, from what nodemailer, the system or our own rules threw. */
function problemOf(error: unknown): MailProblem {
  if (error instanceof Fault) return error.refusal.code === mailFaults.open.code ? 'OPEN' : 'NOT_ALLOWED'
  const { code = '', originalCode = '', responseCode = 0, message = '' } = error as Failed
  if (responseCode >= 400 && responseCode < 500) return 'LATER'
  if (code === 'EAUTH' || aboutLogin.includes(responseCode)) return 'LOGIN'
  if ((code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode >= 500) return 'REFUSED'
  if (code === 'ETIMEDOUT' || code === 'EABORT' || /timed? ?out/i.test(message)) return 'SILENT'
  if (aboutCertificates.test(`${originalCode} ${message}`)) return 'CERTIFICATE'
  if (code === 'ETLS') return 'NO_TLS'
  if (code === 'EDNS' || aboutReach.test(`${code} ${originalCode} ${message}`)) return 'UNREACHABLE'
  if (code === 'ECONNECTION' || code === 'ESOCKET') return 'CUT'
  return 'OTHER'
}

/** Nothing of it comes from a header that somebody typed: addresses were checked, and names are given apart from them. */
const mailOf = ({ from }: MailServer, { id, to, subject, text, html, at, leave }: Letter): SendMailOptions => ({
  from,
  to: { name: '', address: to },
  subject: subject.replace(/[\r\n]+/g, ' '),
  text,
  html,
  date: at,
  messageId: `<${id}@${from.address.split('@')[1]}>`,
  headers: {
    'auto-submitted': 'auto-generated',
    ...(leave !== undefined && {
      'list-unsubscribe': { prepared: true, value: `<${leave}>` },
      'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
    }),
  },
})

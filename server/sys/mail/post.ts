import { isIP } from 'node:net'
import { createTransport, type SendMailOptions } from 'nodemailer'
import { addressOf } from '../outbound/reach.ts'
import { demandClosed, type MailServer } from './settings.ts'

/** A letter as it goes out. */
export interface Letter {
  /** The same with every try: a mail system that has taken it keeps one of them. */
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly at: Date
}
export interface Answered {
  readonly isTaken: boolean
  /** What the server said, without addresses and passwords. */
  readonly answer: string
  /** It says that it never will. */
  readonly isFinal: boolean
}

const waitMs = 15_000
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
 * Hands a letter to the tenant's mail server and says what that answered; never throws. The server is only one that
 * connections may go to, and is held to the name on its certificate.
 */
export async function postLetter(server: MailServer, letter: Letter): Promise<Answered> {
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
      connectionTimeout: waitMs,
      greetingTimeout: waitMs,
      socketTimeout: waitMs,
      // A text is a text: nothing in it names a file or an address to be fetched.
      disableFileAccess: true,
      disableUrlAccess: true,
    })
    try {
      const { response } = await transport.sendMail(mailOf(server, letter))
      return { isTaken: true, answer: plain(response, server), isFinal: true }
    } finally {
      transport.close()
    }
  } catch (error) {
    const { message, responseCode, code } = error as Error & { responseCode?: number; code?: string }
    // A wrong password, or a server that is set up wrong, is put right by somebody; a receiver that there is not, is not.
    const isFinal = (responseCode ?? 0) >= 550 && (code === 'EENVELOPE' || code === 'EMESSAGE')
    return { isTaken: false, answer: plain(message, server), isFinal }
  }
}

/** Nothing of it comes from a header that somebody typed: addresses were checked, and names are given apart from them. */
const mailOf = ({ from }: MailServer, { id, to, subject, text, at }: Letter): SendMailOptions => ({
  from,
  to: { name: '', address: to },
  subject: subject.replace(/[\r\n]+/g, ' '),
  text,
  date: at,
  messageId: `<${id}@${from.address.split('@')[1]}>`,
  headers: { 'auto-submitted': 'auto-generated' },
})

import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { key, signed } from './mailCertificates.ts'

/** What came in: to whom, and what. */
export interface Got {
  readonly to: readonly string[]
  readonly raw: string
}
interface Reply {
  readonly code: number
  readonly text: string
}
export interface MailServerOptions {
  readonly security?: 'starttls' | 'tls' | 'none'
  readonly cert?: string
  /** Who may log in; left out: anybody may send. */
  readonly login?: { readonly user: string; readonly pass: string; readonly methods?: readonly string[] }
}
export interface TestMailServer {
  readonly port: number
  /** What has been taken, in order. */
  readonly got: Got[]
  /** How somebody has logged in, by the mechanism's name. */
  readonly logins: string[]
  /** What is answered to the next receivers instead of taking them. */
  readonly refusals: Reply[]
  /** What is answered to the next letters, once they are there. */
  readonly afterData: Reply[]
  /** How many of the next connections are broken off in the middle of a letter. */
  cuts: number
  close(): Promise<void>
}

/** A real mail server on this machine, that does what a test says. */
export async function openMailServer(o: MailServerOptions = {}): Promise<TestMailServer> {
  const { security = 'none', login } = o
  const got: Got[] = []
  const logins: string[] = []
  const refusals: Reply[] = []
  const afterData: Reply[] = []
  const fault = ({ code, text }: Reply) => Object.assign(new Error(text), { responseCode: code })
  const options: SMTPServerOptions = {
    secure: security === 'tls',
    ...(security !== 'none' && { key, cert: o.cert ?? signed }),
    authOptional: login === undefined,
    authMethods: [...(login?.methods ?? ['PLAIN', 'LOGIN'])],
    disabledCommands: [...(security === 'starttls' ? [] : ['STARTTLS']), ...(login ? [] : ['AUTH'])],
    onAuth: ({ method, username, password }, _session, done) => {
      logins.push(method)
      const isRight = username === login?.user && password === login?.pass
      done(isRight ? null : fault({ code: 535, text: `wrong: ${username} ${password}` }), { user: username ?? '' })
    },
    onRcptTo: (_address, _session, done) => {
      const no = refusals.shift()
      done(no && fault(no))
    },
    onData: (stream, session, done) => {
      const parts: Buffer[] = []
      if (answer.cuts > 0) {
        answer.cuts -= 1
        for (const connection of server.connections) (connection as { _socket: { destroy(): void } })._socket.destroy()
        return
      }
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const no = afterData.shift()
        if (no) return done(fault(no))
        got.push({ to: session.envelope.rcptTo.map((r) => r.address), raw: Buffer.concat(parts).toString('utf8') })
        done()
      })
    },
  }
  const server = new SMTPServer(options)
  // Whoever does not trust it hangs up: that is the test.
  server.on('error', () => undefined)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.server.address() as AddressInfo
  const answer: TestMailServer = {
    port,
    got,
    logins,
    refusals,
    afterData,
    cuts: 0,
    close: () => new Promise<void>((done) => server.close(done)),
  }
  return answer
}

import { AsyncLocalStorage } from 'node:async_hooks'
import type { Call, Envelope } from '@lading/contract/kernel/call.ts'
import { entityOfId } from '../../tools/sample/rows.ts'
import type { Database } from '../kernel/database.ts'
import { declared } from './declared.ts'
import type { Rows } from './fixtures.ts'
import { inputFor } from './inputs.ts'
import type { Client, TestServer } from './server.ts'

/** What a call's transactions were opened for: of a reading one the database itself takes no write. */
export interface Opened {
  reading: number
  writing: number
}
const asking = new AsyncLocalStorage<Opened>()

/** A database that notes what transactions are opened for while a call is asked. */
export function noting(db: Database): Database {
  const begin: Database['begin'] = (tenantId, read) => {
    const opened = asking.getStore()
    if (opened) opened[read ? 'reading' : 'writing'] += 1
    return db.begin(tenantId, read)
  }
  return { ...db, begin }
}

/** Everything about one answer that proofs look at. */
export interface Told {
  readonly call: Call
  /** Of the envelope; 0 for a file. */
  readonly code: number
  readonly text: string
  readonly disposition: string | undefined
  readonly opened: Opened
}

/** The shortest input that names given rows; of a file in several formats the one that can be read as text. */
export const shortInput = (call: Call, rows: Rows): Record<string, unknown> => ({
  ...inputFor(call, { id: (path) => rows.get(entityOfId(call, path)?.key ?? '') ?? '1', short: true }),
  ...(call.binary && { format: 'csv' }),
})

export async function askCall(
  server: TestServer,
  client: Client,
  call: Call,
  rows: Rows,
  o: { readonly english?: boolean; readonly format?: 'csv' | 'xlsx' } = {},
): Promise<Told> {
  const { method } = call
  const input = { ...shortInput(call, rows), ...(o.format && { format: o.format }) }
  const payload = method === 'POST' ? JSON.stringify(input) : undefined
  const url = method === 'POST' ? call.path : `${call.path}?${new URLSearchParams(input as Record<string, string>)}`
  const headers = {
    ...client.sign({ method, url, body: payload }),
    'accept-language': o.english ? 'en-US' : 'zh-CN',
    ...(payload && { 'content-type': 'application/json' }),
  }
  const opened: Opened = { reading: 0, writing: 0 }
  // Waited for inside: only then is it sent.
  const answer = await asking.run(
    opened,
    async () => await server.app.inject({ method, url, headers, ...(payload && { payload }) }),
  )
  const isFile = !String(answer.headers['content-type']).startsWith('application/json')
  if (!isFile) declared(call, answer.json())
  const disposition = answer.headers['content-disposition']
  return {
    call,
    code: isFile ? 0 : (answer.json() as Envelope<unknown>).code,
    text: answer.body,
    disposition: disposition === undefined ? undefined : String(disposition),
    opened,
  }
}

/** Whether the i-th reading call is asked. */
type Asks = (call: Call, i: number) => boolean

/** Asks the calls that only read, once. */
export async function askReading(server: TestServer, client: Client, rows: Rows, asks: Asks): Promise<readonly Told[]> {
  const told: Told[] = []
  const reading = server.served.map((s) => s.call).filter((c) => !c.writes && c.permission !== 'open')
  for (const [i, call] of reading.entries())
    if (asks(call, i)) told.push(await askCall(server, client, call, rows, { english: i % 2 === 1 }))
  return told
}

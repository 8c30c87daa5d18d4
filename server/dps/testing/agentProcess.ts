import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as agentCalls from '@lading/contract/dps/agent.ts'
import * as calls from '@lading/contract/dps/calls.ts'
import sql, { type Sql } from 'sql-template-tag'
import { bareEnv } from '../../testing/spawn.ts'
import type { AgentHub } from '../agent/hub.ts'
import { openLine } from './line.ts'
import { openRackDesk, type RackDesk, type RackSpec } from './rackDesk.ts'
import { until } from './wire.ts'

export interface AgentProcess {
  /** Everything it said so far. */
  output(): string
  /** Sends the signal and waits for the end. @returns exit code, or the signal that ended it */
  end(signal: NodeJS.Signals): Promise<number | string | null>
}

/** The agent as an installation starts it, `npm run dps:agent`, once it says that it runs. */
export async function startAgentProcess(o: { server: string; key: string; folder: string }): Promise<AgentProcess> {
  const main = join(import.meta.dirname, '../../agent.ts')
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', main, '--server', o.server, '--key', o.key, '--data', o.folder],
    { env: bareEnv, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  // A test that fails in the middle leaves nothing running.
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  child.once('exit', () => process.off('exit', kill))
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      text += chunk
    })
  const ended = new Promise<number | string | null>((resolve) =>
    child.once('close', (code, signal) => resolve(code ?? signal)),
  )
  const isOver = () => child.exitCode !== null || child.signalCode !== null
  await until(async () => isOver() || text.includes('The agent of lights is running'), 6_000)
  if (isOver()) throw new Error(`the agent ended: ${text}`)
  return {
    output: () => text,
    end: (signal) => {
      child.kill(signal)
      return ended
    },
  }
}

/** A rack of one point whose controller an agent speaks to, as a process of its own over a line that can be cut. */
export interface AgentDesk {
  readonly desk: RackDesk
  readonly line: Awaited<ReturnType<typeof openLine>>
  readonly key: string
  start(): Promise<AgentProcess>
  textOf(node: number): string
  /** Presses what is lit, once it is; its own key makes a tag dark. */
  press(node: number): Promise<void>
  /** The numbers that stand in the journal, booked or not. */
  journalled(): number[]
  /** How many lights stand in the site that it keeps, which it writes a moment after they have changed. */
  keptLights(): number
  texts(query: (tenantId: string) => Sql): Promise<string[]>
  /** Keys in the order in which they were booked: node and outcome. */
  booked(): Promise<string[]>
  /** What left each bin by picks, in the order of the ledger. */
  moved(): Promise<string[]>
  link(): Promise<string | undefined>
  /** Until all that the agent has told is booked. */
  settled(): Promise<void>
  close(): Promise<void>
}

export async function openAgentDesk(spec: RackSpec): Promise<AgentDesk> {
  const desk = await openRackDesk(spec)
  await desk.gateway.stop()
  // An agent that is told of a simulated controller would make one of its own.
  await desk.inside((ctx) =>
    ctx.tx.run(sql`update dps_controller set driver = 'ABLEPICK' where tenant_id = ${ctx.tenantId}`),
  )
  await desk.clerk.call(agentCalls.setAgent, { isOn: true })
  const key = (await desk.clerk.call(agentCalls.agentKey, {})).key ?? ''
  await desk.server.app.listen({ port: 0, host: '127.0.0.1' })
  const hub = desk.server.others[agentCalls.agent.key] as AgentHub
  hub.start()
  await desk.clerk.call(calls.signOn, { pointCode: 'P1' })
  const address = desk.server.app.server.address()
  const line = await openLine(typeof address === 'object' && address ? address.port : 0)
  const folder = mkdtempSync(join(tmpdir(), 'lading-agent-'))
  const textOf = (node: number): string => desk.sim.snapshot()[node - 1]?.text ?? ''
  const texts: AgentDesk['texts'] = async (query) =>
    (await desk.inside((ctx) => ctx.tx.query<{ text: string }>(query(ctx.tenantId)))).map(({ text }) => text)
  return {
    ...{ desk, line, key, textOf, texts, settled: () => hub.settled() },
    start: () => startAgentProcess({ server: line.url, key, folder }),
    press: async (node) => {
      await until(async () => textOf(node) !== '', 3_000)
      desk.sim.press({ bus: 1, node })
      await until(async () => textOf(node) === '', 3_000)
    },
    journalled: () =>
      readFileSync(join(folder, 'journal.jsonl'), 'utf8')
        .split('\n')
        .slice(1, -1)
        .map((text) => (JSON.parse(text) as { n: number }).n),
    keptLights: () => {
      const { shown } = JSON.parse(readFileSync(join(folder, 'site.json'), 'utf8')) as {
        shown: Record<string, object[]>
      }
      return Object.values(shown).flat().length
    },
    booked: () =>
      texts(
        (t) => sql`
          select node || ' ' || outcome as text from dps_event where tenant_id = ${t} and kind in ('CONFIRM', 'KEY') order by id`,
      ),
    moved: () =>
      texts(
        (t) => sql`
          select b.code || ' ' || (-g.delta)::int as text from wms_ledger g join wms_posting p on p.tenant_id = g.tenant_id and p.id = g.posting_id and p.biz_type = 'PICK'
          join wms_bin b on b.tenant_id = g.tenant_id and b.id = g.bin_id and b.usage = 'PICK' where g.tenant_id = ${t} order by g.id`,
      ),
    link: async () => (await texts((t) => sql`select state as text from dps_link where tenant_id = ${t}`))[0],
    close: async () => {
      await line.close()
      await desk.close()
      rmSync(folder, { recursive: true })
    },
  }
}

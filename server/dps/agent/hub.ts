import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { agentPath } from '@lading/contract/dps/agent.ts'
import { WebSocketServer } from 'ws'
import type { Kernel } from '../../kernel/perform.ts'
import type { Door, Worker } from '../../platform/due/worker.ts'
import { siteOf, tellOffline, type Wanted, wantedControllers } from '../gateway/book.ts'
import { createGateway, type Gateway } from '../gateway/gateway.ts'
import type { Warehouse } from '../warehouse/asks.ts'
import { enter, stillThere } from './book.ts'
import { Connection } from './connection.ts'
import { closing, messageMax } from './wire.ts'

const lookMs = 3_000
const pingMs = 5_000
const offlineMs = 10_000
/** One per centre; what is more is nobody's. */
const connectionsMax = 1_000
const enteringMax = 20

/** Where agents knock. What they speak to is this process's for as long as their connection lasts. */
export interface AgentHub extends Worker {
  readonly door: Door
  /** Until all that agents have told is booked and what follows is sent. */
  settled(): Promise<void>
}

/** A centre whose agent is away, and since when. */
interface Gone {
  readonly since: number
  readonly site: readonly Wanted[]
}

export function createAgentHub(kernel: Kernel, warehouse: Warehouse): AgentHub {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: messageMax })
  const connections = new Map<string, Connection>()
  const gateway = gatewayOver(kernel, warehouse, connections)
  const { tick, left, looked } = createLook(kernel, connections, gateway)
  let timer: NodeJS.Timeout | undefined
  let pinger: NodeJS.Timeout | undefined

  const welcome = async (connection: Connection): Promise<void> => {
    const { id } = connection.known.org
    connections.get(id)?.close(closing.replaced, 'the agent has connected anew')
    connections.set(id, connection)
    // One that is under way may have begun before.
    await tick()
    await tick()
    await gateway.tick()
  }
  /** Keys cost a look into the database each: no more than so many at once. */
  let entering = 0
  const admit = async (key: string) => {
    if (connections.size >= connectionsMax || entering >= enteringMax) return undefined
    entering += 1
    return enter(kernel, key).finally(() => {
      entering -= 1
    })
  }
  const enterAt = async (request: IncomingMessage, stream: Duplex, head: Buffer): Promise<void> => {
    const [, key = ''] = /^Bearer (\S{1,200})$/.exec(request.headers.authorization ?? '') ?? []
    const known = await admit(key)
    if (!known) return refuse(stream)
    sockets.handleUpgrade(request, stream, head, (socket) => {
      const connection = new Connection(kernel, known, socket, request.socket.remoteAddress ?? '', {
        welcome: () => welcome(connection),
        left: () => left(connection),
        again: tick,
      })
    })
  }
  return {
    door: { path: agentPath, enter: enterAt },
    start: () => {
      timer ??= setInterval(tick, lookMs).unref()
      pinger ??= setInterval(() => {
        for (const one of connections.values()) one.ping()
      }, pingMs).unref()
    },
    nudge: gateway.nudge,
    tick,
    settled: async () => {
      for (const one of connections.values()) await one.settled()
      await gateway.settled()
    },
    stop: async () => {
      clearInterval(timer)
      clearInterval(pinger)
      for (const one of connections.values()) one.close(1001, 'the server ends')
      await looked()
      await gateway.stop()
      sockets.close()
    },
  }
}

/** What speaks to the controllers of the centres whose agents are connected. */
const gatewayOver = (kernel: Kernel, warehouse: Warehouse, connections: ReadonlyMap<string, Connection>): Gateway =>
  createGateway({
    kernel,
    warehouse,
    holder: `agents ${randomUUID()}`,
    wants: async (holder) => {
      if (connections.size === 0) return []
      const all = await wantedControllers(kernel, holder, [...connections.keys()])
      return all.flatMap((c) => {
        const own = connections.get(c.org.id)
        return own?.isWelcome && own.known.tenantId === c.tenantId ? [{ ...c, via: own.id }] : []
      })
    },
    open: (c) => {
      const own = connections.get(c.org.id)
      if (!own || own.id !== c.via) throw new Error('the agent of the centre is gone')
      return own.open(c.id)
    },
  })

/** Looks after the agents: whoever has no right to be there any more, what each is to speak to, and who has been away for long. */
function createLook(kernel: Kernel, connections: Map<string, Connection>, gateway: Gateway) {
  const gone = new Map<string, Gone>()
  let looking: Promise<void> | undefined
  const lookAfter = async (one: Connection): Promise<void> => {
    const refused = await stillThere(kernel, one.known, one.address)
    if (refused) one.close(closing[refused], whyNot[refused])
    else one.tellSite(await siteOf(kernel, one.known.org.id))
  }
  const miss = async (orgId: string, { since, site }: Gone): Promise<void> => {
    if (connections.has(orgId)) gone.delete(orgId)
    else if (kernel.now().getTime() - since >= offlineMs) {
      gone.delete(orgId)
      const still = new Set((await siteOf(kernel, orgId)).map((c) => c.id))
      for (const c of site) if (still.has(c.id)) await tellOffline(kernel, c, 'the agent is not connected')
    }
  }
  const look = async (): Promise<void> => {
    for (const one of connections.values()) await lookAfter(one)
    for (const [orgId, one] of gone) await miss(orgId, one)
    await gateway.tick()
  }
  return {
    looked: async () => looking,
    left: (connection: Connection): void => {
      const { org } = connection.known
      if (connections.get(org.id) !== connection) return
      connections.delete(org.id)
      gone.set(org.id, { since: kernel.now().getTime(), site: connection.site })
      void gateway.tick()
    },
    tick: (): Promise<void> => {
      looking ??= look()
        .catch((error: unknown) => kernel.log.warn({ err: error }, 'agents could not be looked after'))
        .finally(() => {
          looking = undefined
        })
      return looking
    },
  }
}
const whyNot = { revoked: 'the key was revoked', notAgent: 'the server speaks to the controllers itself' } as const

function refuse(stream: Duplex): void {
  stream.end('HTTP/1.1 401 Refused\r\nconnection: close\r\ncontent-length: 0\r\n\r\n')
}

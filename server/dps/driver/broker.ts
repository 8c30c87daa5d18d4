import { createServer, type Server, type Socket } from 'node:net'
import { Aedes, type Client } from 'aedes'
import { idPrefix, sitePrefix } from './mqttWords.ts'

/** The site that a client belongs to: it sees and says nothing outside of it. */
export interface BrokerSite {
  readonly tenant: string
  readonly dc: string
  /** A tag of this controller: it says what it has to tell, and hears what it is to show, of that controller alone. */
  readonly tagOf?: string
}
export interface BrokerOptions {
  /** Where it listens: a named address, not all of them. */
  readonly host: string
  readonly port: number
  /** Whose name and word these are; undefined for nobody's. */
  allow(username: string, password: string): Promise<BrokerSite | undefined>
}
export interface Broker {
  readonly port: number
  /** Ends the connections of a controller's tags: what they logged in with counts no more. */
  drop(site: BrokerSite): void
  /** Ends all connections. */
  close(): Promise<void>
}

/**
 * An MQTT broker for sites that have none. What it retains is in memory: after a restart the gateway, which connects anew,
 * shows every light again. Each client sees the topics of its site only, with three walls: what it may say, what it may
 * ask for, and what is handed to it. Sessions that outlive their connection are refused, since what waits for their return
 * would grow without an end.
 */
export async function openBroker({ host, port, allow }: BrokerOptions): Promise<Broker> {
  const clients = new Map<Client, BrokerSite>()
  const mayUse = (client: Client | null, topic: string, tagKinds: readonly string[]): boolean => {
    const site = client && clients.get(client)
    if (!site) return false
    const prefix = sitePrefix(site.tenant, site.dc)
    if (site.tagOf === undefined) return topic.startsWith(prefix)
    return tagKinds.some((kind) => topic.startsWith(`${prefix}${site.tagOf}/${kind}/`))
  }
  const broker = await Aedes.createBroker({
    maxClientsIdLength: 200,
    authenticate: (client, username, password, done) => {
      allow(username ?? '', password?.toString('utf8') ?? '').then(
        (site) => {
          const isHis = !!site && client.clean && mayBeCalled(site, client.id)
          if (site && isHis) clients.set(client, site)
          done(null, isHis)
        },
        // Whoever cannot be known now is nobody.
        () => done(null, false),
      )
    },
    authorizePublish: (client, { topic }, done) =>
      done(mayUse(client, topic, tagSays) ? null : new Error('not his topic')),
    authorizeSubscribe: (client, subscription, done) =>
      done(null, mayUse(client, subscription.topic, tagHears) ? subscription : null),
    authorizeForward: (client, packet) => (mayUse(client, packet.topic, tagHears) ? packet : null),
  })
  broker.on('clientDisconnect', (client) => clients.delete(client))
  const server = createServer((socket) => {
    socket.setNoDelay(true)
    broker.handle(socket)
  })
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  await listening(server, host, port)
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : port,
    drop: (site) => {
      for (const [client, own] of clients) if (isSame(own, site)) client.close()
    },
    close: async () => {
      await new Promise<void>((resolve) => broker.close(() => resolve()))
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

const tagSays = ['evt', 'hb']
const tagHears = ['cmd', 'ack']
const isSame = (a: BrokerSite, b: BrokerSite): boolean => a.tenant === b.tenant && a.dc === b.dc && a.tagOf === b.tagOf
/** A broker closes whoever has the id of one that comes: tags are called by their node, and never as the gateway is. */
function mayBeCalled({ tenant, dc, tagOf }: BrokerSite, id: string): boolean {
  const prefix = idPrefix(tenant, dc)
  if (tagOf === undefined) return id.startsWith(prefix)
  return id.startsWith(`${prefix}${tagOf}/`) && /^\d{1,3}$/.test(id.slice(`${prefix}${tagOf}/`.length))
}

const listening = (server: Server, host: string, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })

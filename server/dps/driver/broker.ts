import { createServer, type Server, type Socket } from 'node:net'
import { Aedes } from 'aedes'
import { idPrefix, sitePrefix } from './mqttWords.ts'

/** The site that a client belongs to: it sees and says nothing outside of it. */
export interface BrokerSite {
  readonly tenant: string
  readonly dc: string
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
  const sites = new WeakMap<object, BrokerSite>()
  const mayUse = (client: object | null, topic: string): boolean => {
    const site = client && sites.get(client)
    return !!site && topic.startsWith(sitePrefix(site.tenant, site.dc))
  }
  const broker = await Aedes.createBroker({
    maxClientsIdLength: 200,
    authenticate: (client, username, password, done) => {
      allow(username ?? '', password?.toString('utf8') ?? '').then(
        (site) => {
          const isHis = !!site && client.clean && client.id.startsWith(idPrefix(site.tenant, site.dc))
          if (site && isHis) sites.set(client, site)
          done(null, isHis)
        },
        // Whoever cannot be known now is nobody.
        () => done(null, false),
      )
    },
    authorizePublish: (client, { topic }, done) => done(mayUse(client, topic) ? null : new Error('not his topic')),
    authorizeSubscribe: (client, subscription, done) =>
      done(null, mayUse(client, subscription.topic) ? subscription : null),
    authorizeForward: (client, packet) => (mayUse(client, packet.topic) ? packet : null),
  })
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
    close: async () => {
      await new Promise<void>((resolve) => broker.close(() => resolve()))
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

const listening = (server: Server, host: string, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })

import { randomBytes } from 'node:crypto'
import { isHashOf } from '../agent/keys.ts'
import { type Broker, type BrokerSite, openBroker } from '../driver/broker.ts'
import type { Wanted } from './book.ts'

export interface BrokerAddress {
  readonly host: string
  readonly port: number
}
let address: BrokerAddress = { host: '127.0.0.1', port: 1883 }
/** Where this process's own broker listens, once a controller needs it. */
export const brokerAt = (at: BrokerAddress): void => {
  address = at
}

/** The name of a controller's tags at the broker: as their topics go on. */
export const loginOf = (c: {
  readonly tenantId: string
  readonly org: { readonly code: string }
  readonly code: string
}): string => `${c.tenantId}/${c.org.code}/${c.code}`

/** How the driver of a controller reaches the broker. */
export interface OwnLogin extends BrokerAddress {
  readonly username: string
  readonly password: string
}
/** The product's own MQTT broker: it runs while a controller of this process has no other, and knows the tags of these alone. */
export interface OwnBroker {
  /** @throws Error where its port cannot be opened */
  use(c: Wanted): Promise<OwnLogin>
  release(c: Wanted): Promise<void>
}

const tagsOf = (c: Wanted): BrokerSite => ({ tenant: c.tenantId, dc: c.org.code, tagOf: c.code })

export function createOwnBroker(): OwnBroker {
  /** Ours alone, and new with each process: no tag can be taken for the gateway. */
  const own = { username: 'gateway', password: randomBytes(32).toString('base64url') }
  const used = new Map<string, Wanted>()
  let opened: Promise<Broker> | undefined
  const allow = async (username: string, password: string): Promise<BrokerSite | undefined> => {
    const [kind, id = ''] = username.split(':')
    const c = kind === own.username ? used.get(id) : [...used.values()].find((one) => loginOf(one) === username)
    if (!c) return undefined
    if (kind === own.username) return password === own.password ? { tenant: c.tenantId, dc: c.org.code } : undefined
    return isHashOf(c.loginHash, password) ? tagsOf(c) : undefined
  }
  const close = async (): Promise<void> => {
    const broker = opened
    opened = undefined
    await (await broker)?.close()
  }
  return {
    use: async (c) => {
      used.set(c.id, c)
      opened ??= openBroker({ ...address, allow })
      try {
        const { port } = await opened
        return { host: address.host, port, username: `${own.username}:${c.id}`, password: own.password }
      } catch (error) {
        // The next one tries again.
        opened = undefined
        used.delete(c.id)
        const { host, port } = address
        throw new Error(
          `the broker cannot listen on ${host}:${port}: ${error instanceof Error ? error.message : error}`,
        )
      }
    },
    release: async (c) => {
      used.delete(c.id)
      if (used.size === 0) await close()
      else (await opened)?.drop(tagsOf(c))
    },
  }
}

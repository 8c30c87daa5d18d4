import type { LightDriver, TagAt } from '../driver/driver.ts'
import { openDriver } from '../driver/open.ts'
import { SimController } from '../sim/controller.ts'
import { ScriptedPicker } from '../sim/picker.ts'
import type { Wanted } from './book.ts'
import { createOwnBroker, type OwnBroker } from './ownBroker.ts'

/** What may be done by hand to a simulated rack. */
export interface Simulated {
  /** @param qty what the tag is changed to before its key is pressed */
  simulate(verb: string, at: TagAt, qty: number | null): void
}
/** What an agent in the centre knows of a connection that the server has just been told of. */
export interface Resumed {
  /** Nothing was lost on it: what is shown still stands. */
  isKept(): boolean
  /** All tags but these are dark. */
  only(tags: readonly TagAt[]): void
}
/** A driver, of a simulated rack with what stands for its workers, and of an agent with what it knows. */
export type OpenDriver = LightDriver & Partial<Simulated> & Partial<Resumed>

/** As many as a controller has at most: whatever is wired to a simulated one is there. */
const simulated = { buses: 2, nodes: 250 }

/** The address to connect to. @throws where connections must not go */
export type AddressOf = (host: string) => Promise<string>

/** The driver of a controller, not started yet. A simulated rack comes into being with it, on this machine alone. */
export const openControllers =
  (addressOf: AddressOf, own: OwnBroker = createOwnBroker()) =>
  async (c: Wanted): Promise<OpenDriver> => {
    if (c.driver === 'MQTT_JSON' && !c.host) return openOwn(c, own)
    if (c.driver !== 'SIM') {
      const names = { tenant: c.tenantId, dc: c.org.code, controller: c.code }
      return openDriver({ driver: c.driver, host: await addressOf(c.host ?? ''), port: c.port, options: names })
    }
    const sim = new SimController(simulated)
    const port = await sim.listen()
    const driver = openDriver({ driver: 'SIM', host: '127.0.0.1', port, options: { buses: simulated.buses } })
    const picker = new ScriptedPicker(sim, { shortage: 0.02 })
    const stop = async (): Promise<void> => {
      void picker.stop()
      await driver.stop()
      await sim.close()
    }
    return { ...methodsOf(driver), stop, simulate: simulate(sim, picker) }
  }

/** Tags without a broker of their own speak to ours. */
async function openOwn(c: Wanted, own: OwnBroker): Promise<OpenDriver> {
  const { host, port, username, password } = await own.use(c)
  const names = { tenant: c.tenantId, dc: c.org.code, controller: c.code }
  const driver = openDriver({ driver: 'MQTT_JSON', host, port, options: { ...names, username, password } })
  const stop = async (): Promise<void> => {
    await driver.stop()
    await own.release(c)
  }
  return { ...methodsOf(driver), stop }
}

/** All that a driver does, so that one of its methods may be another's. */
const methodsOf = (driver: LightDriver): LightDriver => ({
  caps: driver.caps,
  start: () => driver.start(),
  stop: () => driver.stop(),
  show: (shows) => driver.show(shows),
  off: (tags) => driver.off(tags),
  clear: () => driver.clear(),
  range: (bus, node) => driver.range(bus, node),
  ask: () => driver.ask(),
  address: (tag) => driver.address(tag),
  reset: (tag) => driver.reset(tag),
  onEvent: (f) => driver.onEvent(f),
  onState: (f) => driver.onState(f),
  onFrame: (f) => driver.onFrame(f),
})

/** Keys of a tag change its figure one by one. */
const countMax = 999
const simulate =
  (sim: SimController, picker: ScriptedPicker) =>
  (verb: string, at: TagAt, qty: number | null): void => {
    const shown = (): string => sim.snapshot().find((t) => t.bus === at.bus && t.node === at.node)?.text ?? ''
    const count = (): void => {
      for (let n = 0; n < countMax && qty !== null && shown() !== '' && Number(shown()) > qty; n++) sim.minus(at)
    }
    const deeds: Readonly<Record<string, () => void>> = {
      PRESS: () => {
        count()
        sim.press(at)
      },
      SHORT: () => {
        count()
        sim.short(at)
      },
      CALL: () => sim.longFn(at),
      DEAD: () => sim.setDead(at, true),
      ALIVE: () => {
        sim.setDead(at, false)
        sim.powerCycle(at)
      },
      HELD: () => sim.setHeld(at, true),
      FREE: () => sim.setHeld(at, false),
      CUT: () => sim.cut(),
      AUTO: () => picker.start(),
      HAND: () => picker.stop(),
    }
    deeds[verb]?.()
  }

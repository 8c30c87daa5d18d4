import { connectAsync, type IClientOptions } from 'mqtt'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MqttTag } from '../sim/mqttTag.ts'
import { ManualClock, settled, until } from '../testing/clock.ts'
import { type Broker, type BrokerSite, openBroker } from './broker.ts'
import type { DeviceEvent, EventListener, LightDriver, Show } from './driver.ts'
import { openDriver } from './open.ts'

const here = { tenant: 'acme', dc: 'DC01', controller: 'C1' } as const
const words: Readonly<Record<string, BrokerSite>> = {
  'acme-1': { tenant: 'acme', dc: 'DC01' },
  'acme-2': { tenant: 'acme', dc: 'DC02' },
  'rival-1': { tenant: 'rival', dc: 'DC01' },
}
let broker: Broker
let clock: ManualClock
const ends: (() => unknown)[] = []
const openHere = (port: number): Promise<Broker> =>
  openBroker({
    host: '127.0.0.1',
    port,
    allow: async (username, password) => (password === 'word' ? words[username] : undefined),
  })
beforeEach(async () => {
  clock = new ManualClock()
  broker = await openHere(0)
})
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
  await broker.close()
})

interface Bench {
  readonly driver: LightDriver
  readonly events: DeviceEvent[]
  readonly states: string[]
  /** What the driver heard, in words. */
  readonly heard: string[]
}
async function gateway(
  take?: EventListener,
  place: { tenant: string; dc: string; controller: string } = here,
): Promise<Bench> {
  const options = { ...place, username: `${place.tenant}-${place.dc.slice(-1)}`, password: 'word' }
  const driver = openDriver({ driver: 'MQTT_JSON', host: '127.0.0.1', port: broker.port, options }, clock)
  const bench: Bench = { driver, events: [], states: [], heard: [] }
  driver.onEvent((event) => {
    bench.events.push(event)
    return take?.(event)
  })
  driver.onState((state, why) => bench.states.push(why === undefined ? state : `${state}: ${why}`))
  driver.onFrame((direction, _, __, text) => direction === 'rx' && bench.heard.push(text))
  ends.push(() => driver.stop())
  driver.start()
  await until(() => bench.states[0] === 'up')
  driver.range(1, 3)
  return bench
}
async function tagAt(node: number, more: object = {}): Promise<MqttTag> {
  const at = { host: '127.0.0.1', port: broker.port, node, deps: clock, username: 'acme-1', password: 'word', ...here }
  const tag = new MqttTag({ ...at, ...more })
  ends.push(() => tag.turnOff())
  await tag.turnOn()
  return tag
}
const light = (node: number, qty: number, more: Partial<Show> = {}): Show => ({
  token: `light ${node}`,
  bus: 1,
  node,
  qty,
  style: 'steady',
  ...more,
})
const at = (node: number) => ({ bus: 1, node })

describe('tags that speak MQTT', () => {
  it('show what they are told and name the light that was pressed, until that is acknowledged', async () => {
    const { driver, events } = await gateway()
    const [one, two] = [await tagAt(1), await tagAt(2)]
    driver.show([light(1, 12, { color: 'green', editable: true }), light(2, 3, { text: 'E1', style: 'recheck' })])
    await until(() => one.shown.token !== null && two.shown.token !== null)
    expect(one.shown).toEqual({
      v: 1,
      token: 'light 1',
      qty: 12,
      text: null,
      color: 'green',
      style: 'steady',
      keys: ['CONFIRM', 'SHORT'],
      editable: true,
    })
    expect(two.shown).toMatchObject({ text: 'E1', style: 'recheck' })
    one.press('CONFIRM', { qty: 10 })
    one.press('CONFIRM')
    one.press('FN', { long: true })
    two.press('SHORT')
    two.scan('6901234567892')
    await until(() => events.length === 5 && one.waiting + two.waiting === 0)
    expect(events.filter(({ node }) => node === 1)).toMatchObject([
      { kind: 'CONFIRM', ...at(1), qty: 10, token: 'light 1' },
      { kind: 'KEY', key: 'CONFIRM' },
      { kind: 'KEY', key: 'FN', long: true },
    ])
    expect(events.filter(({ node }) => node === 1)[1]).not.toHaveProperty('token')
    expect(events.filter(({ node }) => node === 2)).toMatchObject([
      { kind: 'SHORT', ...at(2), qty: 3, token: 'light 2' },
      { kind: 'SCAN', code: '6901234567892' },
    ])
    driver.show([light(1, 1), light(2, 1)])
    driver.off([at(1)])
    await until(() => two.shown.qty === 1)
    driver.clear()
    await until(() => one.shown.token === null && two.shown.token === null)
    driver.address(at(1))
    await until(() => one.isShowingAddress)
  })

  it('repeat what nobody took; the owner has it once', async () => {
    const kept: DeviceEvent[] = []
    const failing: (() => Promise<void>)[] = [async () => Promise.reject(new Error('no database'))]
    const gate = Promise.withResolvers<void>()
    const { driver, heard } = await gateway(async (event) => {
      await (failing.shift() ?? (() => gate.promise))()
      kept.push(event)
    })
    const tag = await tagAt(1)
    driver.show([light(1, 12)])
    await until(() => tag.shown.token !== null)
    tag.press('CONFIRM')
    await until(() => heard.includes('evt 1 was not taken: Error: no database'))
    tag.repeat()
    tag.repeat()
    await until(() => heard.filter((text) => text.startsWith('evt 1 {')).length === 3)
    await settled()
    // Nobody has it yet.
    expect(tag.waiting).toBe(1)
    gate.resolve()
    await until(() => tag.waiting === 0)
    tag.repeat()
    await settled()
    expect(kept).toHaveLength(1)
    expect(kept[0]).toMatchObject({ kind: 'CONFIRM', token: 'light 1', qty: 12 })
  })

  it('are acknowledged once more when the acknowledgement was lost, and count once', async () => {
    const { events } = await gateway()
    const options: IClientOptions = { clientId: 'acme/DC01/C1/2', username: 'acme-1', password: 'word' }
    const client = await connectAsync(`mqtt://127.0.0.1:${broker.port}`, options)
    ends.push(() => client.endAsync(true))
    const acks: string[] = []
    client.on('message', (_, payload) => acks.push(payload.toString()))
    await client.subscribeAsync('dps/acme/DC01/C1/ack/2', { qos: 1 })
    const say = (more: object) =>
      client.publishAsync('dps/acme/DC01/C1/evt/2', JSON.stringify({ v: 1, token: 'a', key: 'CONFIRM', ...more }), {
        qos: 1,
      })
    await say({ boot: 7, seq: 381 })
    await until(() => acks.length === 1)
    await say({ boot: 7, seq: 381 })
    await until(() => acks.length === 2)
    expect(JSON.parse(acks[1] ?? '')).toEqual({ v: 1, boot: 7, seq: 381 })
    expect(events).toHaveLength(1)
    // Another start of the tag counts anew.
    await say({ boot: 8, seq: 381 })
    await until(() => acks.length === 3)
    expect(events).toHaveLength(2)
    for (const wrong of ['{', '[]', '{"v":2}', '{"v":1,"boot":1,"seq":-1,"key":"CONFIRM"}', '{"v":1,"boot":1,"seq":1}'])
      await client.publishAsync('dps/acme/DC01/C1/evt/2', wrong, { qos: 1 })
    await until(() => events.length === 7)
    expect(events.slice(2).every(({ kind }) => kind === 'ILLEGAL')).toBe(true)
    expect(acks).toHaveLength(3)
  })

  it('recover alone after their power was gone, and the owner hears of both', async () => {
    const { driver, events } = await gateway()
    const tag = await tagAt(1)
    driver.show([light(1, 12)])
    await until(() => tag.shown.token !== null)
    tag.turnOff()
    await until(() => events.length === 1)
    expect(events[0]).toMatchObject({ kind: 'NO_RESPONSE', ...at(1), token: 'light 1' })
    driver.ask()
    clock.advance(500)
    expect(events[1]).toMatchObject({ kind: 'STATUS', ...at(0), missing: [1, 2, 3] })
    await tag.turnOn()
    await until(() => tag.shown.token === 'light 1' && events.length === 3)
    expect(events[2]).toMatchObject({ kind: 'RESET', ...at(1), token: 'light 1' })
    driver.ask()
    clock.advance(500)
    expect(events[3]).toMatchObject({ kind: 'STATUS', missing: [2, 3] })
    driver.reset(at(1))
    await until(() => events.filter(({ kind }) => kind === 'RESET').length === 2)
    await until(() => tag.shown.token === 'light 1')
  })

  it('that give no sign of life for 30 s are missing', async () => {
    const { driver, events, heard } = await gateway()
    const missing = () => {
      driver.ask()
      clock.advance(500)
      return events.at(-1)?.missing
    }
    await tagAt(1)
    // Its clock stands still: it says that it is there, and never again.
    await tagAt(2, { deps: new ManualClock() })
    const beats = () => heard.filter((text) => text.startsWith('hb')).length
    await until(() => beats() === 2)
    expect(missing()).toEqual([3])
    clock.advance(29_000)
    await until(() => beats() === 4)
    expect(missing()).toEqual([3])
    clock.advance(1_000)
    expect(missing()).toEqual([2, 3])
  })
})

describe('the connection', () => {
  it('is made again after the broker was gone, and the owner shows every light anew', async () => {
    const { driver, states } = await gateway()
    driver.show([light(1, 12)])
    const { port } = broker
    await broker.close()
    await until(() => states.length === 2)
    expect(states[1]).toMatch(/^down: /)
    driver.show([light(1, 99)])
    broker = await openHere(port)
    clock.advance(clock.untilNext)
    await until(() => states.length === 3)
    // Nothing of what was said before, or meanwhile, is kept.
    const tag = await tagAt(1)
    await settled()
    expect(tag.shown.token).toBeNull()
    driver.show([light(1, 12, { style: 'recheck' })])
    await until(() => tag.shown.qty === 12)
  })

  it('is refused to who has no place, and a place with separators is none', async () => {
    const options = { ...here, username: 'acme-1', password: 'wrong' }
    const driver = openDriver({ driver: 'MQTT_JSON', host: '127.0.0.1', port: broker.port, options }, clock)
    const states: string[] = []
    driver.onState((state, why) => states.push(`${state}: ${why}`))
    ends.push(() => driver.stop())
    driver.start()
    await until(() => states.length === 1)
    expect(states[0]).toMatch(/^down: /)
    for (const wrong of [
      { ...here, dc: 'DC/1' },
      { ...here, tenant: '+' },
      { tenant: 'acme', dc: 'DC01' },
    ])
      expect(() => openDriver({ driver: 'MQTT_JSON', host: '', port: 1, options: wrong }, clock)).toThrow(RangeError)
  })
})

describe('sites behind one broker', () => {
  const come = async (clientId: string, username: string, more: IClientOptions = {}) => {
    const options = { clientId, username, password: 'word', reconnectPeriod: 0, ...more }
    const client = await connectAsync(`mqtt://127.0.0.1:${broker.port}`, options)
    ends.push(() => client.endAsync(true))
    return client
  }

  it.each(['acme-2', 'rival-1'])('are closed to each other: %s', async (username) => {
    const { driver, events } = await gateway()
    const tag = await tagAt(1)
    driver.show([light(1, 12)])
    await until(() => tag.shown.token !== null)
    const site = username === 'acme-2' ? 'acme/DC02' : 'rival/DC01'
    const heard: string[] = []
    const stranger = await come(`${site}/C1/1`, username)
    stranger.on('message', (topic) => heard.push(topic))
    for (const topic of [
      'dps/acme/DC01/C1/cmd/1',
      'dps/+/+/+/+/+',
      'dps/acme/#',
      '#',
      '$SYS/#',
      `dps/${site}0/C1/evt/1`,
    ]) {
      const granted = await stranger.subscribeAsync(topic, { qos: 1 }).catch(() => [{ qos: 128 }])
      expect(granted.map(({ qos }) => Number(qos))).toEqual([128])
    }
    expect((await stranger.subscribeAsync(`dps/${site}/#`, { qos: 1 })).map(({ qos }) => Number(qos))).toEqual([1])
    const word = JSON.stringify({ v: 1, boot: 1, seq: 1, token: 'light 1', key: 'CONFIRM', qty: 12 })
    const closed = new Promise<void>((resolve) => stranger.once('close', () => resolve()))
    stranger.publish('dps/acme/DC01/C1/evt/1', word, { qos: 1 }, () => {})
    await closed
    // On his own topics, which nobody here hears.
    const again = await come(`${site}/C1/1`, username)
    await again.publishAsync(`dps/${site}/C1/evt/1`, word, { qos: 1 })
    await settled()
    expect(events).toEqual([])
    expect(heard).toEqual([])
    tag.press('CONFIRM')
    await until(() => events.length === 1)
  })

  it("cannot end another one's connection with its name, nor leave a last will there", async () => {
    const { events, states } = await gateway()
    await tagAt(1)
    await expect(come('acme/DC01/C1/gateway', 'rival-1')).rejects.toThrow()
    const topic = 'dps/acme/DC01/C1/hb/1'
    const will = { topic, payload: Buffer.from('{"v":1,"state":"offline"}'), qos: 1, retain: true } as const
    const stranger = await come('rival/DC01/x', 'rival-1', { will })
    stranger.stream.destroy()
    await settled()
    expect(states).toEqual(['up'])
    expect(events).toEqual([])
  })

  it('keep nothing for who comes back: sessions without end are refused', async () => {
    await expect(come('acme/DC01/C1/9', 'acme-1', { clean: false })).rejects.toThrow()
  })
})

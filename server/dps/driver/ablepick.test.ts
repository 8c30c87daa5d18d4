import { createServer, Socket } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { SimController } from '../sim/controller.ts'
import { ManualClock, settled, until } from '../testing/clock.ts'
import { tell } from './ablepickWords.ts'
import type { DeviceEvent, DriverOptions, LightDriver, Show } from './driver.ts'
import { openDriver } from './open.ts'

const ends: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

interface Bench {
  readonly clock: ManualClock
  readonly driver: LightDriver
  readonly events: DeviceEvent[]
  readonly states: string[]
  /** What the driver sent and heard, in words. */
  readonly sent: string[]
  readonly heard: string[]
}
function benchAt(port: number, options: DriverOptions = {}): Bench {
  const clock = new ManualClock()
  const driver = openDriver({ driver: 'SIM', host: 'nowhere', port, options }, clock)
  const bench: Bench = { clock, driver, events: [], states: [], sent: [], heard: [] }
  driver.onEvent((event) => void bench.events.push(event))
  driver.onState((state, why) => bench.states.push(why === undefined ? state : `${state}: ${why}`))
  driver.onFrame((direction, _, __, text) => (direction === 'tx' ? bench.sent : bench.heard).push(text))
  ends.push(() => driver.stop())
  return bench
}
async function withSim(nodes: number, options?: DriverOptions) {
  const sim = new SimController({ nodes, buses: options?.buses ?? 1 })
  const port = await sim.listen()
  ends.push(() => sim.close())
  const bench = benchAt(port, options)
  bench.driver.start()
  await until(() => bench.states.includes('up'))
  const tag = (node: number, bus = 1) => sim.snapshot().find((t) => t.bus === bus && t.node === node)!
  return { sim, tag, port, ...bench }
}
const light = (node: number, qty: number, more: Partial<Show> = {}): Show => ({
  token: `light ${node}`,
  bus: 1,
  node,
  qty,
  style: 'steady',
  ...more,
})
const at = (node: number, bus = 1) => ({ bus, node })

describe('lights', () => {
  it('go on with one write, in colour and style, and tell which one was confirmed', async () => {
    const { driver, tag, sim, events, sent } = await withSim(3)
    expect(sent).toEqual([])
    const write = vi.spyOn(Socket.prototype, 'write')
    driver.show([
      light(1, 12, { color: 'green' }),
      light(2, 7, { color: 'green', style: 'blink', editable: true }),
      light(3, 999, { color: 'green', style: 'recheck' }),
    ])
    expect(write).toHaveBeenCalledTimes(1)
    await until(() => tag(3).style === 'recheck')
    expect(tag(1)).toMatchObject({ text: '12', color: 'green', style: 'steady', isEditable: false })
    expect(tag(2)).toMatchObject({ text: '7', color: 'green', style: 'blink', isEditable: true })
    expect(tag(3)).toMatchObject({ text: '999', color: 'orange' })

    sim.minus(at(2))
    sim.press(at(2))
    sim.short(at(1))
    await until(() => events.length === 2)
    expect(events).toMatchObject([
      { kind: 'CONFIRM', ...at(2), qty: 6, token: 'light 2' },
      { kind: 'SHORT', ...at(1), qty: 12, token: 'light 1' },
    ])
    expect(tag(2).style).toBe('dark')
  })

  it('that are out confirm nothing', async () => {
    const { driver, tag, sim, events } = await withSim(1)
    driver.show([light(1, 12)])
    await until(() => tag(1).text === '12')
    sim.press(at(1))
    sim.press(at(1))
    sim.longFn(at(1))
    await until(() => events.length === 3)
    expect(events[1]).toMatchObject({ kind: 'KEY', key: 'CONFIRM' })
    expect(events[2]).toMatchObject({ kind: 'KEY', key: 'FN', long: true })
    expect(events[1]).not.toHaveProperty('token')
  })

  it('send colour and digits only when they change, and again after the tag was reset', async () => {
    const { driver, sent, sim, events, tag } = await withSim(1)
    const once = async (qty: number) => {
      sent.splice(0)
      driver.show([light(1, qty, { color: 'green' })])
      await until(() => tag(1).text === String(qty))
      return sent.map((text) => text.split(' ')[0])
    }
    expect(await once(5)).toEqual(['configure', 'configure', 'show', 'ledOn'])
    expect(await once(6)).toEqual(['show', 'ledOn'])
    sim.powerCycle(at(1))
    await until(() => events.length === 1)
    expect(events[0]).toMatchObject({ kind: 'RESET', ...at(1), token: 'light 1' })
    expect(await once(7)).toEqual(['configure', 'configure', 'show', 'ledOn'])
  })

  it('go out one by one and all at once, and the tag can show its address', async () => {
    const { driver, tag, events, sim } = await withSim(3, { buses: 2 })
    driver.show([light(1, 1), light(2, 2), light(3, 3, { bus: 2 })])
    await until(() => tag(3, 2).text === '3')
    driver.off([at(1)])
    driver.address(at(2))
    await until(() => tag(1).style === 'dark' && tag(2).text === '002')
    sim.press(at(2))
    await until(() => events.length === 1)
    expect(events[0]).not.toHaveProperty('token')
    driver.clear()
    await until(() => tag(3, 2).style === 'dark')
  })

  it('with more than a tag can show, or where there is none, are refused before anything is sent', async () => {
    const { driver, sent } = await withSim(2)
    for (const wrong of [light(2, 1_000_000), light(2, -1), light(2, 1.5), light(2, 1, { text: 'too long' })])
      expect(() => driver.show([light(1, 1), wrong])).toThrow(RangeError)
    for (const nowhere of [light(0, 1), light(251, 1), light(1, 1, { bus: 2 })])
      expect(() => driver.show([light(1, 1), nowhere])).toThrow(RangeError)
    expect(sent).toEqual([])
  })

  it('are not kept while there is no connection', async () => {
    const { driver, sim, states, clock, sent, tag } = await withSim(1)
    sim.cut()
    await until(() => states.length === 2)
    driver.show([light(1, 1)])
    clock.advance(clock.untilNext)
    await until(() => states.length === 3)
    await settled()
    expect(states).toEqual(['up', 'down: the controller closed the connection', 'up'])
    expect(sent).toEqual([])
    expect(tag(1).style).toBe('dark')
  })
})

describe('a tag whose key is held', () => {
  it('hears its light again after 200 ms, three times, and then it is told', async () => {
    const { driver, sim, events, clock, sent, heard } = await withSim(1)
    sim.setHeld(at(1), true)
    driver.show([light(1, 12)])
    const shows = () => sent.filter((text) => text.startsWith('show')).length
    for (const times of [1, 2, 3]) {
      // Each of the three frames is refused by itself.
      await until(() => heard.length === 3 * times)
      expect(shows()).toBe(times)
      clock.advance(199)
      expect(shows()).toBe(times)
      clock.advance(1)
      expect(shows()).toBe(times + 1)
    }
    expect(events).toEqual([])
    await until(() => heard.length === 12)
    expect(events).toHaveLength(1)
    expect(events[0]).toMatchObject({ kind: 'LOCKED', ...at(1), token: 'light 1' })
    expect(shows()).toBe(4)
    // Nothing is left that would be sent one day.
    clock.advance(2_000)
    expect(shows()).toBe(4)
  })

  it('shows the newest light once it is free, and what it tells before names none', async () => {
    const { driver, sim, events, clock, tag, sent, heard } = await withSim(1)
    driver.show([light(1, 12, { token: 'first' })])
    await until(() => tag(1).text === '12')
    sim.setHeld(at(1), true)
    driver.show([light(1, 8, { token: 'second' })])
    await until(() => heard.length === 2)
    sent.splice(0)
    driver.show([light(1, 9, { token: 'third' })])
    expect(sent).toEqual([])
    sim.setHeld(at(1), false)
    sim.press(at(1))
    await until(() => events.length === 1)
    expect(events[0]).toMatchObject({ kind: 'CONFIRM', qty: 12 })
    expect(events[0]).not.toHaveProperty('token')
    clock.advance(200)
    await until(() => tag(1).text === '9')
    sim.press(at(1))
    await until(() => events.length === 2)
    expect(events[1]).toMatchObject({ kind: 'CONFIRM', qty: 9, token: 'third' })
  })
})

it('a light that was confirmed is never shown again, whatever the tag refuses later', async () => {
  const { driver, tag, sim, events, sent, clock } = await withSim(1)
  driver.show([light(1, 12)])
  await until(() => tag(1).text === '12')
  sim.press(at(1))
  await until(() => events.length === 1)
  sent.splice(0)
  sim.tellRaw(tell.fault(1, 1, 0x0d))
  await until(() => events.length === 2)
  expect(events[1]).toMatchObject({ kind: 'LOCKED', ...at(1) })
  expect(events[1]).not.toHaveProperty('token')
  clock.advance(1_000)
  expect(sent).toEqual([])
})

describe('the controller', () => {
  it('tells which tags are missing, up to the highest that it asks', async () => {
    const { driver, sim, events } = await withSim(5)
    sim.setDead(at(2), true)
    driver.range(1, 4)
    driver.ask()
    await until(() => events.length === 1)
    expect(events[0]).toMatchObject({ kind: 'STATUS', ...at(0), missing: [2] })
    driver.show([light(2, 1)])
    await until(() => events.length > 1)
    expect(events[1]).toMatchObject({ kind: 'NO_RESPONSE', ...at(2), token: 'light 2' })
  })

  it('that says nothing for 30 s is left and found again', async () => {
    const { sim, clock, states, events, sent } = await withSim(1)
    clock.advance(15_000)
    expect(sent).toEqual(['status 1'])
    await until(() => events.length === 1)
    sim.setUnplugged(true)
    clock.advance(15_000)
    expect(states).toEqual(['up'])
    clock.advance(15_000)
    expect(states).toEqual(['up', 'down: no byte for 30 s'])
    sim.setUnplugged(false)
    clock.advance(clock.untilNext)
    await until(() => states.length === 3)
  })

  it('that says what is no frame is left; what it said before counts', async () => {
    const chunks = [Buffer.concat([tell.confirm(1, 1, '5'), Uint8Array.of(1, 0)]), tell.confirm(1, 2, '6')]
    const server = createServer((socket) => void socket.on('error', () => {}).write(chunks.shift() ?? new Uint8Array()))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    ends.push(() => new Promise((resolve) => server.close(() => resolve())))
    const address = server.address()
    const { driver, states, events, clock } = benchAt(typeof address === 'object' && address ? address.port : 0)
    driver.start()
    await until(() => states.length === 2)
    expect(states).toEqual(['up', 'down: a frame of 1 bytes'])
    expect(events).toMatchObject([{ kind: 'CONFIRM', node: 1, qty: 5 }])
    clock.advance(clock.untilNext)
    await until(() => events.length === 2)
  })

  it('that is not there is asked for with growing pauses', async () => {
    const sim = new SimController({ nodes: 1 })
    const port = await sim.listen()
    await sim.close()
    const { driver, states, clock } = benchAt(port)
    driver.start()
    const pauses: number[] = []
    for (let attempt = 1; attempt <= 7; attempt += 1) {
      await until(() => states.length === attempt)
      pauses.push(clock.untilNext)
      clock.advance(clock.untilNext)
    }
    expect(new Set(states)).toEqual(new Set(['down: ECONNREFUSED']))
    // Half of each pause is chance.
    expect(pauses).toEqual([100, 200, 400, 800, 1_600, 2_500, 2_500])
  })

  it('is left for good by stop, which can be said again', async () => {
    const { driver, states, events, clock, sim } = await withSim(1)
    await driver.stop()
    sim.press(at(1))
    clock.advance(60_000)
    await driver.stop()
    await settled()
    expect(states).toEqual(['up'])
    expect(events).toEqual([])
  })
})

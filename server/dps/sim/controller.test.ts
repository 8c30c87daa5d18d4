import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { describe, say } from '../driver/ablepickWords.ts'
import { FrameReader } from '../driver/ccb.ts'
import { ManualClock, settled, until } from '../testing/clock.ts'
import { chanceOf } from './chance.ts'
import { SimController, type SimOptions } from './controller.ts'
import { ScriptedPicker } from './picker.ts'
import type { TagView } from './tag.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})
let clock: ManualClock
beforeEach(() => {
  clock = new ManualClock()
})

/** A host that sends bytes and hears words. */
async function hostOf(port: number): Promise<{ readonly socket: Socket; readonly heard: string[] }> {
  const socket = connect({ host: '127.0.0.1', port })
  const heard: string[] = []
  const reader = new FrameReader('controller')
  socket.on('data', (chunk) => heard.push(...reader.push(chunk).frames.map(describe)))
  socket.on('error', () => socket.destroy())
  await new Promise<void>((resolve) => socket.once('connect', () => resolve()))
  ends.push(() => socket.destroy())
  return { socket, heard }
}
async function open(options: SimOptions) {
  const sim = new SimController({ deps: clock, ...options })
  const port = await sim.listen()
  ends.push(() => sim.close())
  const changes: TagView[] = []
  sim.onChange((views) => changes.push(...views))
  return { sim, port, changes, ...(await hostOf(port)) }
}
const at = (node: number, bus = 1) => ({ bus, node })
const isLit = (views: readonly TagView[], node: number) => views.some((tag) => tag.node === node && tag.isLedOn)

it('a quantity is changed with + and −, as far as its digits may', async () => {
  const { sim, socket, heard, changes } = await open({ nodes: 1 })
  socket.write(Buffer.concat([say.editDigits(1, 1, 2), say.show(1, 1, '99'), say.ledOn(1, 1)]))
  await until(() => isLit(changes, 1))
  sim.plus(at(1))
  expect(sim.snapshot()[0]).toMatchObject({ text: '99', isEditable: true })
  sim.minus(at(1))
  sim.minus(at(1))
  sim.plus(at(1))
  sim.press(at(1))
  await until(() => heard.length === 1)
  expect(heard).toEqual(['confirm 1-1 "98"'])
  socket.write(Buffer.concat([say.editNone(1, 1), say.show(1, 1, '5'), say.ledOn(1, 1)]))
  await until(() => sim.snapshot()[0]?.text === '5')
  sim.minus(at(1))
  expect(sim.snapshot()[0]).toMatchObject({ text: '5', isEditable: false })
})

it('a dark tag tells which key it was, and locked keys tell nothing', async () => {
  const { sim, socket, heard } = await open({ nodes: 1 })
  sim.press(at(1))
  sim.short(at(1))
  sim.plus(at(1))
  sim.minus(at(1))
  sim.longFn(at(1))
  await until(() => heard.length === 4)
  expect(heard).toEqual(['special 1-1 00 16', 'special 1-1 00 43', 'special 1-1 00 25', 'special 1-1 00 04'])
  socket.write(Buffer.concat([say.lockConfirm(1, 1), say.lockShort(1, 1), say.buzzerOn(1, 1)]))
  await until(() => sim.snapshot()[0]?.isBuzzing === true)
  sim.press(at(1))
  sim.short(at(1))
  socket.write(
    Buffer.concat([say.unlockConfirm(1, 1), say.buzzerOff(1, 1), say.pressConfirm(1, 1), say.pressShort(1, 1)]),
  )
  await until(() => heard.length === 6)
  expect(heard.slice(4)).toEqual(['special 1-1 00 16', 'special 1-1 00 43'])
})

it('what a tag cannot do is told, of one tag and not of all', async () => {
  const { sim, socket, heard } = await open({ nodes: 2, buses: 2 })
  sim.setDead(at(1), true)
  sim.setHeld(at(2), true)
  const write = (...frames: readonly Uint8Array[]) => socket.write(Buffer.concat(frames))
  write(say.clear(1, 0xfc), say.show(1, 1, '1'), say.show(1, 2, '2'), say.show(1, 3, '3'), say.stockMode(2, 1))
  await until(() => heard.length === 4)
  expect(heard).toEqual(['timeout 1-1', 'locked 1-2', 'timeout 1-3', 'illegal 2-1'])
  sim.press(at(1))
  sim.powerCycle()
  write(say.range(2, 1), say.ask(2))
  await until(() => heard.length === 8)
  expect(heard.slice(4, 7)).toEqual([
    'resetDone 1-2 02 01 73 02 08',
    'resetDone 2-1 02 01 73 02 08',
    'resetDone 2-2 02 01 73 02 08',
  ])
  // Nobody asks the second tag there any more, so it is missing, and its keys are not heard.
  expect(heard[7]).toMatch(/^status 2 missing 2 3 /)
  sim.press(at(2, 2))
  sim.press(at(1, 2))
  await until(() => heard.length === 9)
  expect(heard[8]).toBe('special 2-1 00 16')
})

it('each press meets the fate that it is given', async () => {
  const { sim, port, socket, heard } = await open({ nodes: 8 })
  const light = (node: number) => Buffer.concat([say.show(1, node, String(node)), say.ledOn(1, node)])
  socket.write(Buffer.concat([1, 2, 3, 4, 5, 6].map(light)))
  await until(() => sim.snapshot()[5]?.isLedOn === true)
  sim.press(at(1), 'lost')
  sim.press(at(2), 'twice')
  sim.press(at(3), 'again')
  sim.press(at(4), 'held')
  clock.advance(150)
  await until(() => heard.length === 5)
  expect(heard).toEqual([
    'confirm 1-2 "2"',
    'confirm 1-2 "2"',
    'confirm 1-3 "3"',
    'confirm 1-4 "4"',
    'special 1-3 00 16',
  ])
  expect(
    sim
      .snapshot()
      .map(({ isHeld }) => isHeld)
      .indexOf(true),
  ).toBe(3)
  clock.advance(500)
  expect(sim.snapshot().some(({ isHeld }) => isHeld)).toBe(false)
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  sim.press(at(5), 'cutAfter')
  await closed
  expect(heard[5]).toBe('confirm 1-5 "5"')
  const next = await hostOf(port)
  const closedNext = new Promise<void>((resolve) => next.socket.once('close', () => resolve()))
  next.socket.write(light(7))
  await until(() => sim.snapshot()[6]?.isLedOn === true)
  sim.press(at(6), 'storm')
  await until(() => next.heard.length === 9)
  expect(sim.snapshot().every(({ style }) => style === 'dark')).toBe(true)
  sim.press(at(7), 'cutBefore')
  await closedNext
  expect(next.heard).toHaveLength(9)
})

it('frames wait on the bus, both ways, and a second host takes the place of the first', async () => {
  const { sim, port, socket, heard } = await open({ nodes: 1, latencyMs: 5 })
  socket.write(Buffer.concat([say.show(1, 1, '7'), say.ledOn(1, 1)]))
  await until(() => clock.untilNext === 5)
  expect(sim.snapshot()[0]?.style).toBe('dark')
  clock.advance(5)
  expect(sim.snapshot()[0]?.style).toBe('steady')
  sim.press(at(1))
  await settled()
  expect(heard).toEqual([])
  clock.advance(5)
  await until(() => heard.length === 1)
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  await hostOf(port)
  await closed
})

it('the same seed is the same chance', () => {
  const [one, same, other] = [chanceOf(1), chanceOf(1), chanceOf(2)]
  const first = Array.from({ length: 1_000 }, one)
  expect(Array.from({ length: 1_000 }, same)).toEqual(first)
  expect(Array.from({ length: 1_000 }, other)).not.toEqual(first)
  expect(first.every((n) => n >= 0 && n < 1)).toBe(true)
  expect(first.reduce((sum, n) => sum + n, 0) / 1_000).toBeCloseTo(0.5, 1)
})

it('a scripted picker takes what is lit, finds some bins empty, and takes nothing twice that is in the tote', async () => {
  const { sim, socket, heard } = await open({ nodes: 60 })
  const nodes = Array.from({ length: 60 }, (_, i) => i + 1)
  const lights = nodes.flatMap((node) => [
    say.show(1, node, '3'),
    ...(node > 30 ? [say.flashDigits(1, node), say.flashLed(1, node)] : [say.ledOn(1, node)]),
  ])
  socket.write(Buffer.concat(lights))
  await until(() => sim.snapshot()[59]?.isLedOn === true)
  sim.setDead(at(1), true)
  const taken: number[] = []
  const picker = new ScriptedPicker(sim, {
    shortage: 0.2,
    onTake: ({ node }, qty) => taken.push(node * qty),
    isInTote: ({ node }) => node > 45,
    deps: clock,
  })
  picker.start()
  clock.advance(60 * 2_500)
  picker.stop()
  await until(() => heard.length === 59)
  const told = (word: string) =>
    heard.filter((text) => text.startsWith(word)).map((text) => Number(/-(\d+) /.exec(text)?.[1]))
  expect(told('short').length).toBeGreaterThan(0)
  expect(told('short').every((node) => node <= 45)).toBe(true)
  expect(taken.toSorted()).toEqual(
    told('confirm')
      .filter((node) => node <= 45)
      .map((node) => node * 3)
      .toSorted(),
  )
})

import { expect, describe as group, it } from 'vitest'
import { eventOf } from './ablepickEvents.ts'
import { charsOf, describe, missingIn, say, tell } from './ablepickWords.ts'
import { encode, FrameReader, type ReadFrame } from './ccb.ts'

const bytesOf = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex'))
const hexOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes).toString('hex').replace(/../g, '$& ').trim().toUpperCase()
const read = (hex: string): ReadFrame => {
  const { frames, broken } = new FrameReader('controller').push(bytesOf(hex))
  expect(broken).toBeUndefined()
  expect(frames).toHaveLength(1)
  return frames[0]!
}

group('commands, byte for byte', () => {
  const digits = '20 20 20 20 31 32'
  it.each([
    ['00H characters', say.show(1, 5, '12'), `0F 00 60 00 00 00 00 05 ${digits} 00`, 'show 1-5 "12"'],
    ['00H with points', say.show(1, 5, '12', 0x02), `0F 00 60 00 00 00 00 05 ${digits} 02`, 'show 1-5 "12"'],
    [
      '00H at the second port',
      say.show(2, 250, 'E1'),
      '0F 00 61 00 00 00 00 FA 20 20 20 20 45 31 00',
      'show 2-250 "E1"',
    ],
    ['01H dark', say.clear(1, 0xfc), '08 00 60 00 00 00 01 FC', 'clear 1-*'],
    ['02H LED on', say.ledOn(1, 1), '08 00 60 00 00 00 02 01', 'ledOn 1-1'],
    ['03H LED off', say.ledOff(1, 1), '08 00 60 00 00 00 03 01', 'ledOff 1-1'],
    ['04H buzzer on', say.buzzerOn(1, 1), '08 00 60 00 00 00 04 01', 'buzzerOn 1-1'],
    ['05H buzzer off', say.buzzerOff(1, 1), '08 00 60 00 00 00 05 01', 'buzzerOff 1-1'],
    ['08H range', say.range(1, 75), '0B 00 60 00 00 00 08 4B 00 00 00', 'range 1-75 00 00 00'],
    ['09H states, without a node', say.ask(1), '07 00 60 00 00 00 09', 'status 1'],
    ['10H digits flash', say.flashDigits(1, 1), '08 00 60 00 00 00 10 01', 'flashDigits 1-1'],
    ['11H LED flashes', say.flashLed(1, 1), '08 00 60 00 00 00 11 01', 'flashLed 1-1'],
    ['12H ½ s', say.flashPace(1, 1, 2), '0A 00 60 00 00 00 12 01 00 02', 'flashPace 1-1 00 02'],
    ['13H own address', say.address(1, 1), '08 00 60 00 00 00 13 01', 'address 1-1'],
    ['14H reset', say.reset(1, 1), '08 00 60 00 00 00 14 01', 'reset 1-1'],
    ['15H shortage locked', say.lockShort(1, 1), '08 00 60 00 00 00 15 01', 'lockShort 1-1'],
    ['16H shortage free', say.unlockShort(1, 1), '08 00 60 00 00 00 16 01', 'unlockShort 1-1'],
    ['17H as if confirmed', say.pressConfirm(1, 1), '08 00 60 00 00 00 17 01', 'pressConfirm 1-1'],
    ['18H as if short', say.pressShort(1, 1), '08 00 60 00 00 00 18 01', 'pressShort 1-1'],
    ['19H stock mode', say.stockMode(1, 1), '08 00 60 00 00 00 19 01', 'stockMode 1-1'],
    ['1AH pick mode', say.pickMode(1, 1), '08 00 60 00 00 00 1A 01', 'pickMode 1-1'],
    ['1BH confirm locked', say.lockConfirm(1, 1), '08 00 60 00 00 00 1B 01', 'lockConfirm 1-1'],
    ['1CH confirm free', say.unlockConfirm(1, 1), '08 00 60 00 00 00 1C 01', 'unlockConfirm 1-1'],
    ['1EH six digits to edit', say.editDigits(1, 1, 6), '09 00 60 00 00 00 1E 01 06', 'editDigits 1-1 06'],
    ['1FH no digit to edit', say.editNone(1, 1), '0A 00 60 00 00 00 1F 01 01 00', 'configure 1-1 01 00'],
    ['1FH orange', say.color(1, 1, 'orange'), '0A 00 60 00 00 00 1F 01 00 02', 'configure 1-1 00 02'],
    ['1FH cyan', say.color(1, 1, 'cyan'), '0A 00 60 00 00 00 1F 01 00 05', 'configure 1-1 00 05'],
  ])('%s', (_, bytes, hex, text) => {
    expect(hexOf(bytes)).toBe(hex)
    expect(new FrameReader('host').push(bytes).frames.map(describe)).toEqual([text])
  })

  it('colours never end with 55H, which would wear out the EEPROM', () => {
    for (const color of ['red', 'green', 'orange', 'blue', 'pink', 'cyan'] as const)
      expect([...say.color(1, 1, color)].slice(8)).not.toContain(0x55)
  })

  it('seven segments show no more than six characters, and a dash for what is none of theirs', () => {
    expect(Buffer.from(charsOf('→03')).toString()).toBe('   -03')
    expect(() => charsOf('1234567')).toThrow(RangeError)
  })
})

group('what a controller tells', () => {
  const shown = '20 20 20 20 31 32'
  const bits = (first: string): string => `2B 00 60 00 00 00 09 00 00 00 00 ${first} ${'00 '.repeat(30)}80`
  it.each<[string, string, object | string]>([
    ['06H', `0F 00 60 00 00 00 06 05 ${shown} 00`, { kind: 'CONFIRM', bus: 1, node: 5, qty: 12 }],
    [
      '06H with leading noughts',
      '0F 00 60 00 00 00 06 05 30 30 30 30 31 32 00',
      { kind: 'CONFIRM', bus: 1, node: 5, qty: 12 },
    ],
    ['06H of letters', '0F 00 60 00 00 00 06 05 20 20 20 20 45 31 00', { kind: 'CONFIRM', bus: 1, node: 5 }],
    [
      '06H of twelve digits',
      `14 00 60 00 00 00 06 05 20 20 20 20 20 20 ${shown}`,
      { kind: 'CONFIRM', bus: 1, node: 5, qty: 12 },
    ],
    ['24H for 06H', `0F 00 60 00 00 00 24 05 ${shown} 00`, { kind: 'CONFIRM', bus: 1, node: 5, qty: 12 }],
    ['07H with 14 bytes', `0E 00 60 00 00 00 07 05 ${shown}`, { kind: 'SHORT', bus: 1, node: 5, qty: 12 }],
    ['07H with 15 bytes', `0F 00 61 00 00 00 07 05 ${shown} 00`, { kind: 'SHORT', bus: 2, node: 5, qty: 12 }],
    ['09H', bits('05'), { kind: 'STATUS', bus: 1, node: 0, missing: [1, 3] }],
    ['0AH', '08 00 60 00 00 00 0A 05', { kind: 'NO_RESPONSE', bus: 1, node: 5 }],
    ['0BH', '08 00 60 00 00 00 0B 05', { kind: 'MALFUNCTION', bus: 1, node: 5 }],
    ['0CH', '08 00 60 00 00 00 0C 05', { kind: 'ILLEGAL', bus: 1, node: 5 }],
    ['0DH', '08 00 60 00 00 00 0D 05', 'LOCKED'],
    ['0EH of old tags', '08 00 60 00 00 00 0E 05', { kind: 'RESET', bus: 1, node: 5 }],
    ['0FH', `0F 00 60 00 00 00 0F 05 ${shown} 00`, { kind: 'KEY', bus: 1, node: 5, qty: 12, code: 'COUNT 12' }],
    ['64H confirm', '0A 00 60 00 00 00 64 05 00 16', { kind: 'KEY', bus: 1, node: 5, code: '16', key: 'CONFIRM' }],
    ['64H down', '0A 00 60 00 00 00 64 05 00 43', { kind: 'KEY', bus: 1, node: 5, code: '43', key: 'SHORT' }],
    ['64H up', '0A 00 60 00 00 00 64 05 00 25', { kind: 'KEY', bus: 1, node: 5, code: '25', key: 'FN' }],
    [
      '64H two keys',
      '0A 00 60 00 00 00 64 05 00 04',
      { kind: 'KEY', bus: 1, node: 5, code: '04', key: 'FN', long: true },
    ],
    ['64H other keys', '0A 00 60 00 00 00 64 05 00 14', { kind: 'KEY', bus: 1, node: 5, code: '14' }],
    ['64H function key', '0A 00 60 00 00 00 64 05 04 01', { kind: 'KEY', bus: 1, node: 5, code: '01', key: 'FN' }],
    ['64H busy', '09 00 60 00 00 00 64 05 01', 'BUSY'],
    ['FCH', '0D 00 60 00 00 00 FC 05 02 01 73 02 08', { kind: 'RESET', bus: 1, node: 5 }],
    ['FCH of all', '08 00 60 00 00 00 FC FC', { kind: 'RESET', bus: 1, node: 0 }],
  ])('%s', (_, hex, meaning) => {
    const event = eventOf(read(hex), 200)
    expect(event).toEqual(typeof meaning === 'string' ? meaning : { ...meaning, raw: bytesOf(hex) })
  })

  it('what it does not know means nothing', () => {
    expect(eventOf(read('10 00 60 00 00 00 FA 05 41 54 35 30 35 20 20 20'), 200)).toBeUndefined()
    expect(eventOf(read('09 00 60 00 00 00 64 05 03'), 200)).toBeUndefined()
  })

  it('states reach up to the highest node that is asked, and node 256 has the last bit', () => {
    const { data } = read(hexOf(tell.status(1, (node) => node > 74)))
    expect(missingIn(data, 75)).toEqual([75])
    expect(missingIn(read(bits('00')).data, 256)).toEqual([256])
  })

  it('the simulator speaks the same bytes', () => {
    expect(hexOf(tell.confirm(1, 5, '12'))).toBe(`0F 00 60 00 00 00 06 05 ${shown} 00`)
    expect(hexOf(tell.short(1, 5, '12'))).toBe(`0F 00 60 00 00 00 07 05 ${shown} 00`)
    expect(hexOf(tell.fault(1, 5, 0x0d))).toBe('08 00 60 00 00 00 0D 05')
    expect(hexOf(tell.key(1, 5, 0x25))).toBe('0A 00 60 00 00 00 64 05 00 25')
    expect(hexOf(tell.resetDone(1, 5))).toBe('0D 00 60 00 00 00 FC 05 02 01 73 02 08')
    expect(tell.status(1, () => false)).toHaveLength(43)
  })
})

group('a stream', () => {
  const three = [tell.confirm(1, 1, '5'), tell.short(1, 2, '7'), tell.status(1, (n) => n === 3)]
  const stream = Buffer.concat(three)

  it('is cut into the same frames wherever it was split', () => {
    for (let at = 0; at <= stream.length; at += 1) {
      const reader = new FrameReader('controller')
      const taken = [stream.subarray(0, at), stream.subarray(at)].flatMap((chunk) => reader.push(chunk).frames)
      expect(taken.map(({ raw }) => hexOf(raw))).toEqual(three.map(hexOf))
    }
  })

  it('comes byte by byte as well', () => {
    const reader = new FrameReader('controller')
    const taken = [...stream].flatMap((byte) => reader.push(Uint8Array.of(byte)).frames)
    expect(taken.map(({ raw }) => hexOf(raw))).toEqual(three.map(hexOf))
  })

  it.each([
    ['7 bytes', '07 00 60 00 00 00 09'],
    ['no byte', '00 00'],
    ['264 bytes', '08 01'],
  ])('is lost at a frame of %s, and what stood before it counts', (_, hex) => {
    const { frames, broken } = new FrameReader('controller').push(Buffer.concat([three[0]!, bytesOf(hex)]))
    expect(frames).toHaveLength(1)
    expect(broken).toMatch(/a frame of \d+ bytes/)
  })

  it('may hold the longest frame', () => {
    const longest = encode({ bus: 1, sub: 0x37, node: 1, data: new Uint8Array(255) })
    expect(new FrameReader('controller').push(longest).frames).toHaveLength(1)
  })
})

import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Journal } from './journal.ts'
import { asTold, fromAgent, read } from './wire.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lading-journal-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const press = (node: number) => ({ c: '7', at: 1, e: { kind: 'CONFIRM' as const, bus: 1, node, raw: '06' } })
const text = () => readFileSync(join(folder, 'journal.jsonl'), 'utf8')
const linesOf = () => text().trimEnd().split('\n').length - 1
const numbers = (journal: Journal) => journal.open.map(({ n, e }) => `${n}:${e.node}`)

describe('the journal of an agent', () => {
  it('keeps what is not acknowledged, in order and under its number, however often it is opened', () => {
    const first = new Journal(folder)
    for (const node of [4, 5, 6]) first.append(press(node))
    first.close()
    const second = new Journal(folder)
    expect([second.name, numbers(second)]).toEqual([first.name, ['1:4', '2:5', '3:6']])
    second.acknowledge(2)
    expect(numbers(second)).toEqual(['3:6'])
    expect(second.append(press(9)).n).toBe(4)
    second.close()
  })

  it('keeps what no tag should say so that it is read again, and so that the server takes it', () => {
    const e = asTold({ kind: 'CONFIRM', bus: 1, node: 4, qty: 123_456_789_012, raw: new Uint8Array(9_000) })
    const first = new Journal(folder)
    first.append({ c: '7', at: 1, e })
    first.close()
    const second = new Journal(folder)
    expect(numbers(second)).toEqual(['1:4'])
    expect(read(fromAgent, JSON.stringify({ t: 'event', c: '7', n: 1, at: 1, e }))).toBeDefined()
    second.close()
  })

  it('is trimmed of what is acknowledged and of nothing else; its numbers go on', () => {
    const journal = new Journal(folder, 3)
    for (let node = 1; node <= 5; node++) journal.append(press(node))
    journal.acknowledge(2)
    expect(linesOf()).toBe(5)
    journal.acknowledge(4)
    expect([linesOf(), numbers(journal)]).toEqual([1, ['5:5']])
    journal.acknowledge(5)
    journal.close()
    const again = new Journal(folder, 3)
    expect([numbers(again), linesOf(), again.last]).toEqual([['5:5'], 1, 5])
    again.acknowledge(5)
    again.close()
    const trimmed = new Journal(folder, 1)
    trimmed.acknowledge(5)
    expect([linesOf(), trimmed.append(press(8)).n]).toEqual([0, 6])
    trimmed.close()
  })

  it('leaves out a last line that was cut off, and does not start over damage before it', () => {
    const journal = new Journal(folder)
    journal.append(press(1))
    journal.close()
    appendFileSync(join(folder, 'journal.jsonl'), '{"n":2,"c":"7","at":1,"e":{"kind":"CONF')
    const after = new Journal(folder)
    expect([numbers(after), after.append(press(2)).n]).toEqual([['1:1'], 2])
    after.close()
    writeFileSync(join(folder, 'journal.jsonl'), text().replace('"n":1', '"n":x'))
    expect(() => new Journal(folder)).toThrow('damaged at line 2')
  })

  it('goes on under a new name where the server has booked more than it ever held', () => {
    const journal = new Journal(folder)
    for (const node of [1, 2]) journal.append(press(node))
    const before = journal.name
    journal.acknowledge(1)
    journal.renew()
    expect(journal.name).not.toBe(before)
    expect(numbers(journal)).toEqual(['1:2'])
    journal.close()
  })
})

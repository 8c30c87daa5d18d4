import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Between, joinTabs } from './leader.ts'
import { fakeBrowser, fakeSockets } from './testing/fakes.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const pass = (ms = 10) => vi.advanceTimersByTimeAsync(ms)
/** The longest wait before a line that follows another. */
const calmMs = 1_000
const session = 'one/sid/1'

function server() {
  const { dial, sockets, last, refuse } = fakeSockets()
  const browser = fakeBrowser()
  const tab = (
    o: { name?: string; topics?: string[]; hasMissed?: boolean; isSeen?: boolean; between?: Between } = {},
  ) => {
    const { name = session, topics = ['a', 'b'], hasMissed = false, isSeen = true } = o
    const heard: string[] = []
    const at = { isSeen, isStill: false }
    const member = joinTabs(
      {
        ...{ name, topics, hasMissed, dial },
        isSeen: () => at.isSeen,
        hear: (word) => heard.push(`${word.type} ${'topics' in word ? word.topics.join() : word.topic}`),
        missed: (told) => heard.push(`missed ${told.join()}`),
        ended: () => heard.push('ended'),
      },
      o.between ?? browser.betweenOf(() => at.isStill),
    )
    return { ...member, heard, at }
  }
  /** The last line is answered. */
  const answer = (...topics: string[]) => {
    last().open()
    last().say({ type: 'topics', topics })
  }
  return { tab, sockets, last, refuse, answer, browser }
}

/** Three tabs, of which the first leads. */
async function three() {
  const s = server()
  const tabs = [s.tab(), s.tab(), s.tab()] as const
  await pass()
  s.answer('a', 'b')
  await pass()
  return { ...s, tabs, heard: () => tabs.map((t) => t.heard.splice(0)) }
}
const each = (...heard: string[]) => [heard, heard, heard]

describe('tabs of one session', () => {
  test('open one line, and each hears each word of it once', async () => {
    const { sockets, last, heard } = await three()
    expect(sockets).toHaveLength(1)
    // Nobody was told anything that he had not read himself.
    expect(heard()).toEqual(each())
    last().say({ type: 'changed', topics: ['a'] })
    last().say({ type: 'rights', topics: ['a'] })
    last().say({ type: 'message', id: '7', topic: 'sys.message', kind: 'X', at: '' })
    await pass()
    expect(heard()).toEqual(each('changed a', 'rights a', 'message sys.message'))
    expect(last().sent).toEqual([{ topics: ['a', 'b'] }, { ack: ['7'] }])
  })

  test('pass the line on when its tab goes, and all that stay have missed what was between', async () => {
    const { sockets, last, answer, tabs, heard } = await three()
    tabs[0].leave()
    expect(last().isClosed).toBe(true)
    await pass(400)
    expect(sockets).toHaveLength(1)
    await pass(calmMs)
    expect(sockets).toHaveLength(2)
    answer('a', 'b')
    await pass()
    expect(heard()).toEqual([[], ['missed a,b'], ['missed a,b']])
    last().say({ type: 'changed', topics: ['b'] })
    await pass()
    expect(heard()).toEqual([[], ['changed b'], ['changed b']])
  })

  test('that come while nobody has a line yet have missed what was since, those that find one nothing', async () => {
    const { tab, answer, tabs, last } = await three()
    tabs[0].leave()
    await pass(100)
    const early = tab()
    await pass(calmMs)
    answer('a', 'b')
    await pass()
    expect(early.heard.splice(0)).toEqual(['missed a,b'])
    const late = tab()
    await pass()
    last().say({ type: 'changed', topics: ['a'] })
    await pass()
    expect([early.heard, late.heard]).toEqual([['changed a'], ['changed a']])
    // And they know the line: the next one is another.
    last().close(1006)
    await pass(calmMs)
    answer('a', 'b')
    await pass()
    expect(late.heard).toEqual(['changed a', 'missed a,b'])
  })

  test('that were laid aside have missed something, even where the line stands', async () => {
    const { tab, heard, sockets } = await three()
    const back = tab({ hasMissed: true })
    await pass()
    expect([back.heard, ...heard(), sockets.length]).toEqual([['missed a,b'], [], [], [], 1])
  })

  test('opened out of sight know the line as well', async () => {
    const s = server()
    const first = s.tab()
    await pass()
    s.answer('a', 'b')
    const hidden = s.tab({ isSeen: false })
    await pass()
    first.leave()
    await pass(calmMs)
    s.answer('a', 'b')
    await pass()
    expect(hidden.heard).toEqual(['missed a,b'])
  })

  test('try again where the line breaks, and each has missed what was between', async () => {
    const { sockets, last, answer, refuse, heard } = await three()
    refuse(2)
    last().close(1006)
    await pass(3_000)
    expect([sockets.length, heard()]).toEqual([1, each()])
    await pass(4_000)
    answer('a', 'b')
    await pass()
    expect([sockets.length, heard()]).toEqual([2, each('missed a,b')])
  })

  test('hear at once that their session has ended, and none calls again', async () => {
    const { sockets, last, tabs, heard, browser } = await three()
    last().close(4401)
    await pass()
    expect(heard()).toEqual(each('ended'))
    tabs[0].leave()
    for (const t of tabs) t.look()
    await pass(600_000)
    expect([sockets.length, browser.held(), browser.waiting(), browser.joined()]).toEqual([1, 0, 0, 0])
    expect(heard()).toEqual(each())
    expect(vi.getTimerCount()).toBe(0)
  })

  test('that want more, as those of another build, are told of it, and nobody has missed anything', async () => {
    const { tab, last, sockets, heard } = await three()
    const newer = tab({ topics: ['b', 'c'] })
    await pass()
    expect(last().sent.at(-1)).toEqual({ topics: ['a', 'b', 'c'] })
    last().say({ type: 'topics', topics: ['a', 'b', 'c'] })
    await pass()
    expect([sockets.length, newer.heard, ...heard()]).toEqual([1, [], [], [], []])
    // More than a client may ask for would end the line.
    tab({ topics: Array.from({ length: 300 }, (_, i) => `t${i}`) })
    await pass()
    expect(last().sent.at(-1)).toEqual({ topics: expect.objectContaining({ length: 200 }) })
  })
})

test('tabs of another session, or at another organisation, share nothing', async () => {
  const { tab, sockets, answer, last } = server()
  const one = tab()
  await pass()
  answer('a', 'b')
  const others = [tab({ name: 'one/sid/2' }), tab({ name: 'one/other/1' }), tab({ name: 'two/sid/1' })]
  await pass()
  expect(sockets).toHaveLength(4)
  sockets[0]?.say({ type: 'changed', topics: ['a'] })
  last().close(4401)
  await pass()
  expect([one.heard, ...others.map((t) => t.heard)]).toEqual([['changed a'], [], [], ['ended']])
})

describe('a tab that leads', () => {
  test('and stands still is replaced by one that is looked at; when it moves again, it follows', async () => {
    const { tabs, sockets, answer, last, heard } = await three()
    const [stuck, seen, hidden] = tabs
    stuck.at.isStill = true
    hidden.at.isSeen = false
    await pass(9_000)
    expect(sockets).toHaveLength(1)
    // It asks twice a minute, and ten seconds are enough for an answer.
    await pass(31_000 + calmMs)
    expect(sockets).toHaveLength(2)
    answer('a', 'b')
    stuck.at.isStill = false
    await pass(31_000)
    expect(sockets[0]?.isClosed).toBe(true)
    expect(heard()).toEqual(each('missed a,b'))
    last().say({ type: 'changed', topics: ['a'] })
    await pass()
    expect(heard()).toEqual(each('changed a'))
    seen.leave()
    await pass(calmMs)
    expect(sockets).toHaveLength(3)
  })

  test('out of sight lets one that is looked at call again, and two of those do not take it from each other', async () => {
    const { tabs, sockets, last, refuse, answer, heard } = await three()
    tabs[0].at.isSeen = false
    last().close(1006)
    refuse(4)
    // Four waits, the longest of which takes sixteen seconds, after a calm one.
    await pass(35_000)
    answer('a', 'b')
    await pass()
    expect([sockets.length, heard()]).toEqual([2, each('missed a,b')])
  })

  test('answers in time and is left alone, however long nothing happens', async () => {
    const { sockets, heard, browser } = await three()
    await pass(3_600_000)
    expect([sockets.length, heard()]).toEqual([1, each()])
    expect([browser.held(), browser.waiting()]).toEqual([1, 2])
  })
})

test('where the browser has no locks, no channel, or refuses them, each tab has a line of its own', async () => {
  const refusing: Between = {
    locks: { request: () => Promise.reject(new DOMException('not here', 'SecurityError')) },
    channel: () => ({ post: () => undefined, close: () => undefined }),
  }
  const { locks, channel } = fakeBrowser().betweenOf(() => false)
  for (const between of [{ locks: undefined, channel }, { locks, channel: undefined }, refusing]) {
    const { tab, sockets, answer, last } = server()
    const tabs = [tab({ between }), tab({ between })]
    await pass()
    expect(sockets).toHaveLength(2)
    answer('a')
    last().say({ type: 'changed', topics: ['a'] })
    expect(tabs.map((t) => t.heard)).toEqual([[], ['changed a']])
    last().close(1006)
    await pass(calmMs)
    answer('a')
    expect(tabs[1]?.heard).toEqual(['changed a', 'missed a'])
    for (const t of tabs) t.leave()
    await pass(600_000)
    expect(sockets).toHaveLength(3)
    expect(vi.getTimerCount()).toBe(0)
  }
})

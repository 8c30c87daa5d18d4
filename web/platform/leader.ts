import { keepLine, type LineOwner, type Word } from './line.ts'

/** What the tabs of one session tell each other: what the server said, and how the line is. Nothing else goes here. */
export type Said =
  /** A tab has come, or was not looked at: how is the line, and this is to be heard on it. */
  | { readonly type: 'ask'; readonly topics: readonly string[] }
  /** The line stands, and of these topics it tells. Each connection has a name of its own. */
  | { readonly type: 'up'; readonly line: string; readonly topics: readonly string[] }
  | { readonly type: 'opening' }
  /** It is lost; who leads tries again, slowly where nobody looks at his tab. */
  | { readonly type: 'down'; readonly isSeen: boolean }
  | { readonly type: 'word'; readonly word: Word }
  | { readonly type: 'ended' }

/** What of the browser's Web Locks is used. */
export interface Locks {
  request(name: string, o: LockOptions, held: () => Promise<void> | undefined): Promise<unknown>
}
/** To all other tabs that have joined under the name. */
interface Channel {
  post(said: Said): void
  close(): void
}

/** Where the page has no locks or no channel, each tab leads itself. */
export interface Between {
  readonly locks: Locks | undefined
  readonly channel: ((name: string, hear: (said: Said) => void) => Channel) | undefined
}

export interface Tab {
  /** What its tabs have in common, and no other: tenant, session and working organisation. */
  readonly name: string
  readonly topics: readonly string[]
  /** It was not there for a while: what happened meanwhile it has missed. */
  readonly hasMissed: boolean
  readonly isSeen: () => boolean
  readonly dial: LineOwner['dial']
  readonly hear: (word: Word) => void
  /** What happened while there was no line, nobody told. */
  readonly missed: (topics: readonly string[]) => void
  /** Somebody has ended the session. */
  readonly ended: () => void
}

export interface Member {
  /** To be called when the tab comes into sight: a line that does not stand is not waited for. */
  look(): void
  leave(): void
}

/** `wsWanted` allows no more. */
const topicsMax = 200
/** So often a tab that is looked at asks how the line is. */
const askMs = 30_000
/** Who leads answers within it; a tab that stands still (its print dialog is open) keeps the others from nothing. */
const silenceMs = 10_000

/**
 * Hears what the server says, with all tabs that join under the same name: one of them holds the line and hands on each
 * word. When it goes, the line falls to another, and each reads again what it may have missed.
 */
export function joinTabs(tab: Tab, { locks, channel: open }: Between): Member {
  const wanted = new Set(tab.topics)
  const ear = listen(tab, () => leave())
  let leading: Lead | undefined
  let giveUp = (): void => undefined
  let silence: ReturnType<typeof setTimeout> | undefined
  const waitNoMore = (): void => {
    clearTimeout(silence)
    silence = undefined
  }
  const hearOthers = (said: Said): void => {
    if (said.type === 'ask') {
      leading?.answer(said.topics)
      return
    }
    waitNoMore()
    ear.take(said)
    if (said.type === 'down' && !said.isSeen && tab.isSeen() && !leading) takeOver()
  }
  const channel = locks && open?.(tab.name, hearOthers)
  const tell = (said: Said): void => {
    channel?.post(said)
    ear.take(said)
  }
  const begin = (): void => {
    waitNoMore()
    leading = lead(tab, wanted, tell, ear.isBehind())
  }
  const end = (): void => {
    leading?.end()
    leading = undefined
  }
  const stand = (isForced: boolean): (() => void) =>
    elect(channel && locks, tab.name, { isForced, begin, end, taken: join })
  const ask = (): void => {
    if (leading || ear.isOver()) return
    channel?.post({ type: 'ask', topics: tab.topics })
    if (tab.isSeen()) silence ??= setTimeout(takeOver, silenceMs)
  }
  const join = (): void => {
    giveUp = stand(false)
    ask()
  }
  const takeOver = (): void => {
    waitNoMore()
    ear.take({ type: 'down', isSeen: false })
    giveUp()
    giveUp = stand(true)
  }
  const look = (): void => void (tab.isSeen() && ask())
  const asking = setInterval(look, askMs)
  const leave = (): void => {
    ear.close()
    clearInterval(asking)
    waitNoMore()
    giveUp()
    channel?.close()
  }
  join()
  return { look, leave }
}

/** What a tab makes of what it is told, whoever tells it: it knows what it has missed. */
function listen(tab: Tab, leave: () => void) {
  let { hasMissed } = tab
  /** The line that it has heard of last. */
  let known: string | undefined
  let isOver = false
  return {
    take: (said: Said): void => {
      if (isOver) return
      if (said.type === 'word') tab.hear(said.word)
      else if (said.type === 'down') hasMissed = true
      else if (said.type === 'up') {
        const isOther = known !== undefined && known !== said.line
        if (hasMissed || isOther) tab.missed(said.topics)
        known = said.line
        hasMissed = false
      } else if (said.type === 'ended') {
        leave()
        tab.ended()
      }
    },
    /** There was a line before, or should have been. */
    isBehind: () => hasMissed || known !== undefined,
    isOver: () => isOver,
    close: () => {
      isOver = true
    },
  }
}

interface Lead {
  /** Somebody asks, and wants to hear of these, too. */
  answer(topics: readonly string[]): void
  end(): void
}

const newName = (): string => String(Math.random())

/**
 * Holds the line for all.
 * @param isNext there was one before: what has been said since is missed by all, also by who has come only now
 */
function lead(tab: Tab, wanted: Set<string>, tell: (said: Said) => void, isNext: boolean): Lead {
  let line = newName()
  let told: readonly string[] | undefined
  let isDown = isNext
  const state = (): Said =>
    told ? { type: 'up', line, topics: told } : isDown ? { type: 'down', isSeen: tab.isSeen() } : { type: 'opening' }
  const kept = keepLine(
    {
      dial: tab.dial,
      topics: () => [...wanted].slice(0, topicsMax),
      hear: (word) => {
        if (word.type === 'topics' || word.type === 'rights') told = word.topics
        tell(word.type === 'topics' ? state() : { type: 'word', word })
      },
      lost: () => {
        line = newName()
        told = undefined
        isDown = true
        tell(state())
      },
      ended: () => tell({ type: 'ended' }),
    },
    // Who ended what was before may be about to end the session, or all tabs.
    isNext,
  )
  if (isNext) tell(state())
  return {
    answer: (topics) => {
      const before = wanted.size
      for (const topic of topics) wanted.add(topic)
      // Of a newer build, perhaps.
      if (wanted.size > before) kept.ask()
      tell(state())
    },
    end: kept.hangUp,
  }
}

interface Candidate {
  /** Does not wait for who leads. */
  readonly isForced: boolean
  readonly begin: () => void
  readonly end: () => void
  /** Another one leads now. */
  readonly taken: () => void
}

/**
 * By a Web Lock, which the browser passes on when its tab is gone, however it went. Without locks each is elected.
 * @returns gives it up
 */
function elect(locks: Locks | undefined, name: string, { isForced, begin, end, taken }: Candidate): () => void {
  const waiting = new AbortController()
  let release: (() => void) | undefined
  const held = (): Promise<void> | undefined => {
    if (waiting.signal.aborted) return undefined
    begin()
    return new Promise((resolve) => {
      release = resolve
    })
  }
  if (locks)
    locks.request(name, isForced ? { steal: true } : { signal: waiting.signal }, held).catch(() => {
      if (waiting.signal.aborted) return
      // A browser that refuses the locks themselves: then this tab leads beside the others.
      if (!release) return begin()
      end()
      taken()
    })
  else begin()
  return () => {
    waiting.abort()
    end()
    release?.()
  }
}

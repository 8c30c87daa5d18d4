import type { WsMessage, WsNews } from '@lading/contract/sys/session.ts'
import { waitMs } from './gather.ts'

/** What the server says. */
export type Word = WsNews | WsMessage
/** What of a `WebSocket` is used. */
export type Socket = Pick<WebSocket, 'send' | 'close' | 'onopen' | 'onmessage' | 'onclose'>

/** Whose line it is, and what becomes of it. */
export interface LineOwner {
  /** A new socket, by a ticket of its own. Given up by the signal. */
  readonly dial: (signal: AbortSignal) => Promise<Socket>
  /** Of what it wants to hear, at the moment it is asked. */
  readonly topics: () => readonly string[]
  readonly hear: (word: Word) => void
  /** It broke, or could not be opened: it is tried again until it can be. */
  readonly lost: () => void
  /** The server has ended the session: nothing is tried again. */
  readonly ended: () => void
}
export interface Line {
  /** Says again of what it wants to hear. */
  ask(): void
  hangUp(): void
}

/** The server's word for: this session is over. */
const endedCode = 4401

/**
 * One socket after the other, the next after a growing wait. What comes is confirmed here.
 * @param isCalm begins with the first wait: nobody is the worse for it, and what has just ended may take this with it
 */
export function keepLine(owner: LineOwner, isCalm = false): Line {
  const ending = new AbortController()
  let socket: Socket | undefined
  let isOpen = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let attempt = 0
  const later = (): void => {
    timer = setTimeout(() => void open(), waitMs(attempt++))
  }
  const again = (): void => {
    isOpen = false
    if (ending.signal.aborted) return
    owner.lost()
    // Whoever hears of it may hang up.
    if (!ending.signal.aborted) later()
  }
  const ask = (): void => socket?.send(JSON.stringify({ topics: owner.topics() }))
  const hear = (text: string): void => {
    const word = JSON.parse(text) as Word // Our own server's words, as its contract says.
    // It may come twice; that the messages are read again says it once.
    if (word.type === 'message') socket?.send(JSON.stringify({ ack: [word.id] }))
    attempt = 0
    owner.hear(word)
  }
  const open = async (): Promise<void> => {
    try {
      const one = await owner.dial(ending.signal)
      if (ending.signal.aborted) return one.close()
      socket = one
      one.onopen = () => {
        isOpen = true
        ask()
      }
      // What an abandoned socket still says is the next one's to hear.
      one.onmessage = ({ data }) => {
        if (!ending.signal.aborted) hear(String(data))
      }
      one.onclose = ({ code }) => {
        if (code !== endedCode) return again()
        isOpen = false
        if (!ending.signal.aborted) owner.ended()
      }
    } catch {
      again()
    }
  }
  if (isCalm) later()
  else void open()
  return {
    ask: () => void (isOpen && ask()),
    hangUp: () => {
      ending.abort()
      clearTimeout(timer)
      socket?.close()
    },
  }
}

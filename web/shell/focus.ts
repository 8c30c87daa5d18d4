import { useEffect } from 'react'
import { useTabs } from '../client/tabStore.ts'

/** How long something that closes may take to give the focus back by itself. */
const graceMs = 50
/** Longer than a menu that is walked through by arrow keys. */
const trailMax = 30
/** Where the focus was, newest first. Weak: what has gone from the page may go from memory. */
let trail: readonly WeakRef<HTMLElement>[] = []

const isThere = (e: HTMLElement): boolean => e.isConnected && e.checkVisibility() && !e.matches(':disabled')
const isLost = (): boolean => {
  const at = document.activeElement
  return !(at instanceof HTMLElement) || at === document.body || !isThere(at)
}
const visited = (fits: (e: HTMLElement) => boolean): HTMLElement | undefined =>
  trail.map((ref) => ref.deref()).find((e): e is HTMLElement => e !== undefined && isThere(e) && fits(e))
const content = () => document.getElementById('content')
const panel = (): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>('#content .tab-panel')].find((e) => e.checkVisibility())
/** A workstation has one thing to do, and says itself where a scan goes. */
const isStation = () => panel()?.querySelector('.station') != null
const heading = () => panel()?.querySelector<HTMLElement>('h1[tabindex]')
const focusOn = (e: HTMLElement | null | undefined) => e?.focus({ preventScroll: true })

function remember({ target }: FocusEvent): void {
  if (!(target instanceof HTMLElement) || target === content()) return
  const others = trail.filter((ref) => ref.deref()?.isConnected && ref.deref() !== target)
  trail = [new WeakRef(target), ...others].slice(0, trailMax)
}

/** Back to where one was before a dialog, a row or a button went away. */
function giveBack(from: EventTarget | null): void {
  if (isLost() && !isStation()) focusOn(visited((e) => e !== from) ?? heading() ?? content())
}

/** To the link or button by which one left a page that is looked at again, else to the heading. */
function enterPage(): void {
  const at = document.activeElement
  const page = panel()
  // Arrow keys walk along the tabs; a field of the page that has taken the focus keeps it; a dialog keeps it too.
  if (!isLost() && (at?.closest('.tab-bar, [role=dialog], dialog') || page?.contains(at))) return
  const opener = isStation() ? undefined : visited((e) => e.matches('a, button') && page?.contains(e) === true)
  focusOn(opener ?? heading() ?? content())
}

/** Keys always go on from somewhere: the focus follows to each page, and back when what had it is gone. */
export function useFocus(): void {
  useEffect(() => {
    let lastKey = ''
    const key = (e: KeyboardEvent) => {
      lastKey = e.key
    }
    const pointer = () => {
      lastKey = ''
    }
    const left = ({ target, relatedTarget }: FocusEvent) => {
      if (relatedTarget) return
      setTimeout(() => {
        // Who presses beside everything with the mouse wants it nowhere; who leaves by Tab goes on to the browser's own.
        const isWished = lastKey === '' || lastKey === 'Tab'
        const isGone = target instanceof HTMLElement && !isThere(target)
        if (document.hasFocus() && (isGone || !isWished)) giveBack(target)
      }, graceMs)
    }
    const ears = new AbortController()
    const o = { capture: true, signal: ears.signal }
    document.addEventListener('keydown', key, o)
    document.addEventListener('pointerdown', pointer, o)
    document.addEventListener('focusin', remember, o)
    document.addEventListener('focusout', left, o)
    return () => ears.abort()
  }, [])
  const shown = useTabs((s) => s.active && `${s.active} ${s.list.find((tab) => tab.key === s.active)?.round}`)
  useEffect(() => {
    if (!shown) return
    enterPage()
    // The code of a page or its record may come late; whoever has gone elsewhere meanwhile stays there.
    const late = new MutationObserver(() => {
      if (document.activeElement !== content()) late.disconnect()
      else focusOn(heading())
    })
    const main = content()
    if (main) late.observe(main, { subtree: true, childList: true })
    return () => late.disconnect()
  }, [shown])
}

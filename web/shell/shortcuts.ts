import type { Text } from '@lading/contract/kernel/text.ts'
import { useEffect } from 'react'
import { lockScreen } from '../client/lockStore.ts'
import { close, go, useTabs } from '../client/tabStore.ts'
import { openDialog } from './dialogs.ts'
import { isOurAlt } from './ourAlt.ts'
import { refresh } from './refresh.ts'

/** What keys do in the frame. Those that browsers keep for themselves are left to them. */
export const shortcuts: readonly { readonly keys: string; readonly title: Text }[] = [
  { keys: 'Ctrl K', title: ['搜索菜单、操作和记录', 'Search menu, commands and records'] },
  { keys: 'Alt W', title: ['关闭当前页签', 'Close this tab'] },
  { keys: 'Alt ←  Alt →', title: ['上一个、下一个页签', 'Previous, next tab'] },
  { keys: 'Alt 1 … 9', title: ['第几个页签', 'Tab by position'] },
  { keys: 'Alt R', title: ['刷新当前页', 'Reload this page'] },
  { keys: 'Alt L', title: ['锁屏', 'Lock the screen'] },
  { keys: 'F6', title: ['顶栏、菜单、页签、内容之间移动', 'Move between header, menu, tabs and content'] },
  { keys: 'Shift F10', title: ['页签菜单', 'Menu of a tab'] },
  { keys: 'Delete', title: ['在页签上：关闭', 'On a tab: close it'] },
  { keys: '?', title: ['显示快捷键', 'Show this list'] },
]

const regions = ['.head', '.side', '.tab-bar', '.content']
const focusable = 'a[href], button:not([disabled]):not([tabindex="-1"]), input, [tabindex="0"]'

/** Moves the focus to the first control of the next region that is shown. */
function nextRegion(back: boolean): void {
  const shown = regions
    .map((selector) => document.querySelector<HTMLElement>(selector))
    .filter((region): region is HTMLElement => region !== null && region.offsetParent !== null)
  const at = shown.findIndex((region) => region.contains(document.activeElement))
  const next = shown[(at + (back ? shown.length - 1 : 1)) % shown.length]
  ;(next?.classList.contains('content') ? next : next?.querySelector<HTMLElement>(focusable))?.focus()
}

/** A scanner is a fast keyboard: what is typed into a field is never a shortcut. */
const isTyping = (e: KeyboardEvent): boolean =>
  e.target instanceof HTMLElement && (e.target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(e.target.tagName))

function onAlt(e: KeyboardEvent): boolean {
  const { list, active } = useTabs.getState()
  const at = list.findIndex((tab) => tab.key === active)
  const show = (i: number) => {
    const tab = list[(i + list.length) % list.length]
    if (tab) go(tab.place)
  }
  if (e.code === 'KeyW') void close(active ? [active] : [])
  else if (e.code === 'KeyR') void (active && refresh(active))
  else if (e.code === 'KeyL') lockScreen()
  else if (e.code === 'ArrowLeft') show(at - 1)
  else if (e.code === 'ArrowRight') show(at + 1)
  else if (/^Digit[1-9]$/.test(e.code)) {
    const tab = list[Number(e.code.slice(5)) - 1]
    if (tab) go(tab.place)
  } else return false
  return true
}

function onKey(e: KeyboardEvent): void {
  // A dialog has the keyboard to itself.
  if (e.defaultPrevented || e.isComposing || document.querySelector('.ant-modal-wrap, .ant-drawer-open, dialog[open]'))
    return
  const { altKey, ctrlKey, metaKey } = e
  if (e.key === 'F6') nextRegion(e.shiftKey)
  else if (isOurAlt(e, isTyping(e), navigator.platform)) {
    if (!onAlt(e)) return
  } else if (e.key === '?' && !altKey && !ctrlKey && !metaKey && !isTyping(e)) openDialog('shortcuts')
  else return
  e.preventDefault()
}

/** The frame's keys work while it stands. */
export function useShortcuts(): void {
  useEffect(() => {
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}

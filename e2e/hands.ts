import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** A person without a mouse: every place where the focus stands must be seen, and it must always stand somewhere. */
export function handsOf(page: Page) {
  const unseen = new Set<string>()
  const where = () => page.evaluate(() => document.activeElement?.outerHTML.slice(0, 160) ?? '')
  const press = async (key: string) => {
    await page.keyboard.press(key)
    for (const fault of await page.evaluate(lookAtFocus, key.endsWith('Tab'))) unseen.add(fault)
  }
  const isAt = (selector: string) =>
    page.evaluate(
      (s) => document.activeElement?.matches(s) === true && document.activeElement.checkVisibility(),
      selector,
    )
  return {
    unseen: () => [...unseen],
    press,
    /** Waits until the focus has come somewhere by itself. */
    arrive: async (selector: string) => {
      await expect.poll(async () => ((await isAt(selector)) ? selector : where())).toBe(selector)
    },
    goTo: async (selector: string, key = 'Tab') => {
      for (let i = 0; i < 60; i++) {
        if (await isAt(selector)) return
        await press(key)
      }
      throw new Error(`no way by ${key} to ${selector}; the focus is at ${await where()}`)
    },
  }
}

/**
 * Runs in the page after each key. What the focus has left must look otherwise than with it; what has it now must not lie
 * under something else.
 */
function lookAtFocus(isTab: boolean): string[] {
  interface Memory {
    left?: { element: Element; around: Element[]; look: string }
  }
  const memory = window as Memory
  const lookOf = (all: Element[]) =>
    all
      .map((e) => getComputedStyle(e))
      .map((s) => [s.outlineStyle, s.outlineWidth, s.boxShadow, s.borderColor, s.backgroundColor, s.top].join())
      .join('|')
  const nameOf = (e: Element) => e.outerHTML.slice(0, 140)
  const faults: string[] = []
  const { left } = memory
  const at = document.activeElement
  const isGone = left && (!left.element.isConnected || !left.element.checkVisibility())
  const box = (e: Element | null | undefined) => e?.closest('.ant-select, .ant-picker, .ant-input-affix-wrapper')
  const isSameBox = at !== null && box(left?.element)?.contains(at)
  if (left && !isGone && !isSameBox && left.element !== at && lookOf(left.around) === left.look)
    faults.push(`not to be seen with the focus: ${nameOf(left.element)}`)
  delete memory.left
  if (!at || at === document.body) return faults
  // antd marks the box around a field, and what is drawn beside a tick.
  const around = [at, at.nextElementSibling, at.parentElement, at.parentElement?.parentElement]
    .concat(box(at) ?? null)
    .filter((e): e is Element => e instanceof Element)
  memory.left = { element: at, around, look: lookOf(around) }
  // Any other key may be opening something that takes the focus in a moment.
  if (!isTab) return faults
  const { top, bottom, left: x, width } = at.getBoundingClientRect()
  const hit = document.elementFromPoint(x + Math.min(4, width / 2), (top + bottom) / 2)
  if (!hit || !around.some((e) => e.contains(hit) || hit.contains(at)))
    faults.push(`hidden with the focus: ${nameOf(at)}`)
  return faults
}

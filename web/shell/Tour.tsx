import type { Text } from '@lading/contract/kernel/text.ts'
import { Button } from 'antd'
import { useEffect, useLayoutEffect, useReducer, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { setPrefs, usePrefs } from '../client/prefs.ts'
import { useText } from '../client/text.ts'
import './tour.css'

interface Stop {
  /** What of the frame it points at: the first of them that is shown. Without one the stop is left out. */
  readonly at: readonly string[]
  readonly title: Text
  readonly text: Text
}
const stops: readonly Stop[] = [
  {
    // A narrow screen has the button that draws the menu over the page.
    at: ['.side', '.head > button'],
    title: ['菜单', 'Menu'],
    text: ['您能做的事都在这里，点击即可打开。', 'Everything you can do is listed here. Click to open it.'],
  },
  {
    at: ['.menu-search'],
    title: ['查找', 'Search'],
    text: ['按 Ctrl+K，输入名称或拼音首字母，直接到达任何页面。', 'Press Ctrl+K and type a name to jump to any page.'],
  },
  {
    at: ['.tab-row'],
    title: ['页签', 'Tabs'],
    text: [
      '打开的页面留在这里，来回切换不丢内容；右键有更多操作。',
      'Open pages stay here with everything you have typed. Right-click for more.',
    ],
  },
  {
    at: ['.head-user'],
    title: ['您自己', 'You'],
    text: [
      '个人信息、密码和帮助在这里；在“关于”中可再看一遍本引导。',
      'Your details, password and help. You can replay this tour from “About”.',
    ],
  },
]
const words = {
  skip: ['跳过 (Esc)', 'Skip (Esc)'],
  back: ['上一步', 'Back'],
  next: ['下一步', 'Next'],
  done: ['开始使用', 'Start'],
} as const satisfies Record<string, Text>

const cardWidth = 320
const gap = 12
const partOf = ({ at }: Stop): Element | undefined =>
  at
    .flatMap((name) => document.querySelector(name) ?? [])
    .find((part) => part.checkVisibility({ opacityProperty: true }))

/** Beside what is tall, below all else, and never beyond the screen. */
function besides({ left, right, top, bottom, height }: DOMRect): { left: number; top: number; maxHeight: number } {
  const isTall = height > window.innerHeight / 2
  const x = isTall ? right + gap : Math.min(left, window.innerWidth - cardWidth - gap)
  const y = (isTall ? top : bottom) + gap
  return { left: Math.max(gap, x), top: y, maxHeight: window.innerHeight - y - gap }
}

/**
 * A look around the frame, for who is new to it. The browser's own dialog keeps the focus within, closes by Esc and gives
 * the focus back; the tour that comes with the components has neither a role nor the focus.
 */
export function Tour({ onClose }: { onClose: () => void }) {
  const t = useText()
  const dialog = useRef<HTMLDialogElement>(null)
  const next = useRef<HTMLButtonElement>(null)
  const [shown] = useState(() => stops.filter(partOf))
  const [at, setAt] = useState(0)
  const [, redraw] = useReducer((n: number) => n + 1, 0)
  useLayoutEffect(() => {
    dialog.current?.showModal()
    next.current?.focus()
    // Whoever leaves in the midst of it has seen enough.
    if (usePrefs.getState().isNew) setPrefs({ isNew: false })
  }, [])
  useEffect(() => {
    window.addEventListener('resize', redraw)
    return () => window.removeEventListener('resize', redraw)
  }, [])
  const stop = shown[at]
  const box = stop && partOf(stop)?.getBoundingClientRect()
  const leave = () => dialog.current?.close()
  const isLast = at === shown.length - 1
  return createPortal(
    <dialog ref={dialog} className="tour" aria-labelledby="tour-title" aria-describedby="tour-text" onClose={onClose}>
      {box && (
        <div className="tour-ring" style={{ left: box.left, top: box.top, width: box.width, height: box.height }} />
      )}
      <div className="tour-card" style={box && { width: cardWidth, ...besides(box) }}>
        <div aria-live="polite">
          <h2 id="tour-title">{stop && t(stop.title)}</h2>
          <p id="tour-text">{stop && t(stop.text)}</p>
        </div>
        <div className="tour-foot">
          <span className="muted num">
            {at + 1} / {shown.length}
          </span>
          {!isLast && (
            <Button size="small" type="text" onClick={leave}>
              {t(words.skip)}
            </Button>
          )}
          {at > 0 && (
            <Button size="small" onClick={() => setAt(at - 1)}>
              {t(words.back)}
            </Button>
          )}
          <Button ref={next} size="small" type="primary" onClick={() => (isLast ? leave() : setAt(at + 1))}>
            {t(isLast ? words.done : words.next)}
          </Button>
        </div>
      </div>
    </dialog>,
    document.body,
  )
}

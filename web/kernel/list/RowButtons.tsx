import { Dropdown, Tooltip } from 'antd'
import { useState } from 'react'
import { useText } from '../../client/text.ts'
import { inTurn, type RowAction } from '../verbs.tsx'
import { words } from '../words.ts'

/** Room for links, in pixels, beside the button for the rest. */
const room = 112
export const linkWidth = (text: string): number =>
  12 + [...text].reduce((sum, sign) => sum + ((sign.codePointAt(0) ?? 0) > 0x2e80 ? 14 : 7.5), 0)

/** As many links as there is room for; the rest, and what the state forbids, is behind a button. */
export function RowButtons({ actions }: { actions: readonly RowAction[] }) {
  const t = useText()
  const possible = inTurn(actions.filter((a) => a.refused === undefined))
  let used = 0
  const near = possible.filter((a, i) => {
    used += linkWidth(t(a.title))
    return i === 0 || used <= room
  })
  const rest = actions.filter((a) => !near.includes(a))
  return (
    <div className="row-buttons">
      {near.map((a) => (
        <button key={a.key} type="button" className={a.danger ? 'row-button danger' : 'row-button'} onClick={a.run}>
          {t(a.title)}
        </button>
      ))}
      {rest.length > 0 && <MoreButton actions={rest} />}
    </div>
  )
}

/** Why not: said to a pointer that rests on it, and written where there is only a finger. */
const Refused = ({ title, why }: { title: string; why: string }) => (
  <Tooltip title={why}>
    <span>
      {title}
      <small className="why-not">{why}</small>
    </span>
  </Tooltip>
)

/** A menu of its own for every row would be most of what a list costs to show: it is made when it is asked for. */
export function MoreButton({ actions }: { actions: readonly RowAction[] }) {
  const t = useText()
  const [isOpen, setOpen] = useState<boolean>()
  const button = (
    <button
      type="button"
      className="row-button row-more"
      aria-label={t(words.more)}
      aria-haspopup="menu"
      // biome-ignore lint/a11y/noAutofocus: with its menu it is another element, which takes the place of the pressed one
      autoFocus={isOpen !== undefined}
      onClick={isOpen === undefined ? () => setOpen(true) : undefined}
    >
      <svg width="14" height="14" viewBox="0 0 16 16" aria-hidden="true">
        <path d="M3 8h.01M8 8h.01M13 8h.01" stroke="currentColor" strokeWidth="2.4" strokeLinecap="round" />
      </svg>
    </button>
  )
  if (isOpen === undefined) return button
  const items = actions.map((a) => ({
    key: a.key,
    danger: a.danger ?? false,
    disabled: a.refused !== undefined,
    label: a.refused ? <Refused title={t(a.title)} why={a.refused} /> : t(a.title),
    onClick: a.run,
  }))
  return (
    <Dropdown autoFocus open={isOpen} onOpenChange={setOpen} menu={{ items }} trigger={['click']}>
      {button}
    </Dropdown>
  )
}

import { EllipsisOutlined } from '@ant-design/icons'
import { Button, Dropdown, Tooltip } from 'antd'
import { useText } from '../../client/text.ts'
import type { RowAction } from '../verbs.tsx'
import { words } from '../words.ts'

/** Room for links, in pixels, beside the button for the rest. */
const room = 112
export const linkWidth = (text: string): number =>
  12 + [...text].reduce((sum, sign) => sum + ((sign.codePointAt(0) ?? 0) > 0x2e80 ? 14 : 7.5), 0)

/** As many links as there is room for; the rest, and what the state forbids, is behind a button. */
export function RowButtons({ actions }: { actions: readonly RowAction[] }) {
  const t = useText()
  const possible = actions.filter((a) => a.refused === undefined)
  let used = 0
  const near = possible.filter((a, i) => {
    used += linkWidth(t(a.title))
    return i === 0 || used <= room
  })
  const rest = actions.filter((a) => !near.includes(a))
  return (
    <div className="row-buttons">
      {near.map((a) => (
        <Button key={a.key} type="link" size="small" danger={a.danger ?? false} onClick={a.run}>
          {t(a.title)}
        </Button>
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

export function MoreButton({ actions }: { actions: readonly RowAction[] }) {
  const t = useText()
  const items = actions.map((a) => ({
    key: a.key,
    danger: a.danger ?? false,
    disabled: a.refused !== undefined,
    label: a.refused ? <Refused title={t(a.title)} why={a.refused} /> : t(a.title),
    onClick: a.run,
  }))
  return (
    <Dropdown autoFocus menu={{ items }} trigger={['click']}>
      <Button type="text" size="small" icon={<EllipsisOutlined />} aria-label={t(words.more)} />
    </Dropdown>
  )
}

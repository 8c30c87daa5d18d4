import { EllipsisOutlined } from '@ant-design/icons'
import { Button, Dropdown, Tooltip } from 'antd'
import { useText } from '../text.ts'
import type { RowAction } from '../verbs.tsx'
import { words } from '../words.ts'

const direct = 2

/** The first two actions as links, the rest behind a button. */
export function RowButtons({ actions }: { actions: readonly RowAction[] }) {
  const near = actions.length <= direct + 1 ? actions : actions.slice(0, direct)
  return (
    <div className="row-buttons">
      {near.map((a) => (
        <ActionLink key={a.key} action={a} />
      ))}
      {actions.length > near.length && <MoreButton actions={actions.slice(near.length)} />}
    </div>
  )
}

function ActionLink({ action }: { action: RowAction }) {
  const t = useText()
  const button = (
    <Button
      type="link"
      size="small"
      danger={action.danger ?? false}
      disabled={action.refused !== undefined}
      onClick={action.run}
    >
      {t(action.title)}
    </Button>
  )
  // A disabled button receives no pointer: the span around it carries the reason.
  return action.refused === undefined ? (
    button
  ) : (
    <Tooltip title={action.refused}>
      <span>{button}</span>
    </Tooltip>
  )
}

export function MoreButton({ actions }: { actions: readonly RowAction[] }) {
  const t = useText()
  const items = actions.map((a) => ({
    key: a.key,
    danger: a.danger ?? false,
    disabled: a.refused !== undefined,
    label: a.refused ? <Tooltip title={a.refused}>{t(a.title)}</Tooltip> : t(a.title),
    onClick: a.run,
  }))
  return (
    <Dropdown menu={{ items }} trigger={['click']}>
      <Button type="text" size="small" icon={<EllipsisOutlined />} aria-label={t(words.more)} />
    </Dropdown>
  )
}

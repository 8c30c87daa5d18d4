import { Button, Tooltip } from 'antd'
import { useText } from '../client/text.ts'
import { MoreButton } from './list/RowButtons.tsx'
import { useNarrow } from './useNarrow.ts'
import { inTurn, type RowAction } from './verbs.tsx'

/** What can be done with a record, as buttons: a possible step comes first and stands out, a forbidden one says why. */
export function ActionButtons({ steps = [], others }: { steps?: readonly RowAction[]; others: readonly RowAction[] }) {
  const possible = inTurn(steps.filter((s) => s.refused === undefined))
  const main = possible.find((s) => !s.danger && !s.isAside)
  const rest = [...possible, ...steps.filter((s) => s.refused !== undefined), ...others].filter((s) => s !== main)
  // A handheld, or a long row, has no room for what cannot be done: it is one tap away, with its reason.
  const isFull = useNarrow() || rest.length > 8
  const isFolded = isFull && rest.filter((a) => a.refused !== undefined).length > 1
  const [near, far] = [
    rest.filter((a) => !isFolded || a.refused === undefined),
    rest.filter((a) => a.refused !== undefined),
  ]
  return (
    <>
      {main && <ActionButton action={main} isMain />}
      {near.map((a) => (
        <ActionButton key={a.key} action={a} />
      ))}
      {isFolded && <MoreButton actions={far} />}
    </>
  )
}

function ActionButton({ action, isMain = false }: { action: RowAction; isMain?: boolean }) {
  const t = useText()
  const button = (
    <Button
      type={isMain ? 'primary' : 'default'}
      danger={action.danger ?? false}
      disabled={action.refused !== undefined}
      onClick={action.run}
    >
      {t(action.title)}
    </Button>
  )
  if (action.refused === undefined) return button
  // A disabled button receives no pointer: the span around it carries the reason.
  return (
    <Tooltip title={action.refused}>
      <span>{button}</span>
    </Tooltip>
  )
}

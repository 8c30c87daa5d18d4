import { Button, Tooltip } from 'antd'
import { useText } from './text.ts'
import type { RowAction } from './verbs.tsx'

/** What can be done with a record, as buttons: a possible step comes first and stands out, a forbidden one says why. */
export function ActionButtons({ steps = [], others }: { steps?: readonly RowAction[]; others: readonly RowAction[] }) {
  const possible = steps.filter((s) => s.refused === undefined)
  const main = possible.find((s) => !s.danger)
  const rest = [...possible, ...steps.filter((s) => s.refused !== undefined)].filter((s) => s !== main)
  return (
    <>
      {main && <ActionButton action={main} isMain />}
      {[...rest, ...others].map((a) => (
        <ActionButton key={a.key} action={a} />
      ))}
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

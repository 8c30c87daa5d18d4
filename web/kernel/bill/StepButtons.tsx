import { Button, Tooltip } from 'antd'
import { useText } from '../text.ts'
import type { RowAction } from '../verbs.tsx'

/** The steps of a bill as buttons: what can be done now comes first and stands out, the rest says why not. */
export function StepButtons({ steps, others }: { steps: readonly RowAction[]; others: readonly RowAction[] }) {
  const possible = steps.filter((s) => s.refused === undefined)
  const main = possible.find((s) => !s.danger)
  const rest = [...possible, ...steps.filter((s) => s.refused !== undefined)].filter((s) => s !== main)
  return (
    <>
      {main && <StepButton action={main} isMain />}
      {[...rest, ...others].map((a) => (
        <StepButton key={a.key} action={a} />
      ))}
    </>
  )
}

function StepButton({ action, isMain = false }: { action: RowAction; isMain?: boolean }) {
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

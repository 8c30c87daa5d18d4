import { RedoOutlined, UndoOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useText } from '../../client/text.ts'

interface Taken {
  readonly isBusy: boolean
  readonly undo: (() => void) | undefined
  readonly redo: (() => void) | undefined
}
/** Takes the last change back, and does it again. */
export function Backs({ plan }: { plan: Taken }) {
  const t = useText()
  return (
    <>
      <Button
        icon={<UndoOutlined aria-hidden />}
        aria-label={t(['撤销', 'Undo'])}
        disabled={!plan.undo || plan.isBusy}
        onClick={plan.undo}
      />
      <Button
        icon={<RedoOutlined aria-hidden />}
        aria-label={t(['重做', 'Redo'])}
        disabled={!plan.redo || plan.isBusy}
        onClick={plan.redo}
      />
    </>
  )
}

import { useText } from '../../client/text.ts'
import { Card } from '../../ui/Page.tsx'
import { OwnSwitches } from '../subscription/OwnSwitches.tsx'

/** What the user hears of. */
export function OwnMessages() {
  const t = useText()
  return (
    <Card title={t(['消息订阅', 'Messages'])}>
      <OwnSwitches />
    </Card>
  )
}

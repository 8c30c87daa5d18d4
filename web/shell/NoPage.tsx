import type { Text } from '@lading/contract/kernel/text.ts'
import { Button } from 'antd'
import { useText } from '../client/text.ts'
import { Empty } from '../ui/states.tsx'

const noPage = {
  title: ['页面不存在', 'Page not found'],
  home: ['回到首页', 'Back to home'],
} as const satisfies Record<string, Text>

/** An address that leads nowhere. */
export function NoPage() {
  const t = useText()
  return (
    <Empty title={<h1 tabIndex={-1}>{t(noPage.title)}</h1>}>
      <Button type="primary" href="#/">
        {t(noPage.home)}
      </Button>
    </Empty>
  )
}

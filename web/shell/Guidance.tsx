import { ReadOutlined } from '@ant-design/icons'
import { type OwnGuidance, ownGuidance } from '@lading/contract/sys/guidance.ts'
import { Button, Dropdown } from 'antd'
import { useState } from 'react'
import { call } from '../client/client.ts'
import { report } from '../client/errors.ts'
import { useText } from '../client/text.ts'
import { useCall } from '../kernel/useCall.ts'
import { ask } from '../ui/ask.tsx'

const openMs = 10 * 60_000

/** What is written for the page that is shown, where something is. @param page `<sub-system>/<entry>` */
export function Guidance({ page }: { page: string }) {
  const t = useText()
  const [isBusy, setBusy] = useState(false)
  const all = useCall(ownGuidance.mine, {}, { staleTime: openMs })
  const own = all.data?.filter((one) => one.pages.includes(page)) ?? []
  if (own.length === 0) return null
  const show = async ({ id }: OwnGuidance) => {
    setBusy(true)
    try {
      const { title, url, body } = await call(ownGuidance.open, { id })
      if (url) window.open(url, '_blank', 'noopener,noreferrer')
      else
        await ask({
          title: ['{title}', '{title}'],
          args: { title },
          detail: [body ?? '', body ?? ''],
          ok: ['知道了', 'Got it'],
        })
    } catch (error) {
      report(error)
    }
    setBusy(false)
  }
  const name = t(['本页资料', 'Guidance for this page'])
  const items = own.map((one) => ({ key: one.id, label: one.title, onClick: () => void show(one) }))
  return (
    <Dropdown trigger={['click']} menu={{ items }}>
      <Button
        type="text"
        size="small"
        loading={isBusy}
        icon={<ReadOutlined aria-hidden />}
        aria-label={name}
        title={name}
      />
    </Dropdown>
  )
}

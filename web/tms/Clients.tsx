import { client } from '@lading/contract/tms/client.ts'
import { takeOwners } from '@lading/contract/tms/masterCalls.ts'
import { Button, Tooltip } from 'antd'
import { call } from '../client/client.ts'
import { report } from '../client/errors.ts'
import { sayNow, useText } from '../client/text.ts'
import { changed, useVerbs } from '../kernel/verbs.tsx'
import { SheetList } from '../platform/sheet/SheetList.tsx'
import { notify } from '../ui/notices.tsx'
import { once } from '../ui/once.ts'

const take = (): Promise<void> =>
  once(takeOwners.path, async () => {
    try {
      const { count } = await call(takeOwners, {})
      notify('good', sayNow(['已新增{n}个客户', 'Clients added: {n}'], { n: count }))
    } catch (error) {
      report(error)
    }
    await changed(client)
  })

/** Whose goods are carried: typed in, or taken over from the warehouse's cargo owners. */
export function Clients() {
  const t = useText()
  const { can, refused } = useVerbs(client)
  const button = (
    <Tooltip title={refused}>
      <Button disabled={refused !== undefined} onClick={() => void take()}>
        {t(takeOwners.title)}
      </Button>
    </Tooltip>
  )
  return <SheetList of={client} tools={() => can(client, 'run') && button} />
}

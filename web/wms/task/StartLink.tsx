import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { mergeTask, startMerge } from '@lading/contract/wms/mergeCalls.ts'
import { moveTask, startMoves } from '@lading/contract/wms/moveCalls.ts'
import { putAwayTask, startPutAway } from '@lading/contract/wms/putAwayCalls.ts'
import { startUnload, unloadTask } from '@lading/contract/wms/unloadCalls.ts'
import { Button, Tooltip } from 'antd'
import { hashOf } from '../../client/location.ts'
import { useText } from '../../client/text.ts'
import { useBlocked, useMay } from '../../kernel/permission.ts'
import { useSibling } from '../../kernel/verbs.tsx'

/** Tasks that begin with stock that somebody chooses. */
const starts = new Map<string, Text>([
  [putAwayTask.key, startPutAway.title],
  [moveTask.key, startMoves.title],
  [mergeTask.key, startMerge.title],
  [unloadTask.key, startUnload.title],
])

/** The way to the stock that a task of this type begins with. */
export function StartLink({ of }: { of: AnyEntity }) {
  const t = useText()
  const may = useMay()
  const sibling = useSibling()
  const refused = useBlocked(of)
  const title = starts.get(of.key)
  if (!title || !may(of, 'create')) return null
  return (
    <Tooltip title={refused}>
      <span>
        <Button disabled={refused !== undefined} href={hashOf(sibling('Add'))}>
          {t(title)}
        </Button>
      </span>
    </Tooltip>
  )
}

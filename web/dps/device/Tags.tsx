import { commandTags } from '@lading/contract/dps/calls.ts'
import { makeTags } from '@lading/contract/dps/deviceCalls.ts'
import { commandVerbs, tag } from '@lading/contract/dps/equipment.ts'
import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { Button, Tooltip } from 'antd'
import { useState } from 'react'
import { call } from '../../client/client.ts'
import { report } from '../../client/errors.ts'
import { sayNow, useText } from '../../client/text.ts'
import type { Row } from '../../kernel/records.ts'
import { type BulkAction, useVerbs } from '../../kernel/verbs.tsx'
import { SheetListWithin } from '../../platform/sheet/SheetList.tsx'
import { notify } from '../../ui/notices.tsx'
import { MakeTags } from './MakeTags.tsx'
import { ReplaceTag } from './ReplaceTag.tsx'

/** Tags come by the span, or from a file; a page for each there is not. */
const listed: AnyEntity = { ...tag, actions: tag.actions.filter((a) => a !== 'create' && a !== 'update') }
const verbs = ['ADDRESS', 'LAMP', 'RESET'] as const

/** The tags of a controller: what they stand at, whether they answer, and what may be wanted of them. */
export function Tags({ controllerId }: { controllerId: string }) {
  const t = useText()
  const { can, refused } = useVerbs(tag)
  const [isMaking, setMaking] = useState(false)
  const [replaced, setReplaced] = useState<Row>()
  const asked: readonly BulkAction[] =
    can(tag, 'run') && refused === undefined
      ? verbs.map((verb) => ({ key: verb, title: commandVerbs[verb], run: (rows) => tell(rows, verb) }))
      : []
  const make = can(tag, 'create') && (
    <Tooltip title={refused}>
      <span>
        <Button type="primary" disabled={refused !== undefined} onClick={() => setMaking(true)}>
          {t(makeTags.title)}
        </Button>
      </span>
    </Tooltip>
  )
  return (
    <>
      <SheetListWithin
        of={listed}
        where={{ controllerId: [controllerId] }}
        omit={['controllerId']}
        link={false}
        tools={() => make}
        bulkActions={(standard) => [...asked, ...standard]}
        rowActions={(row, standard) => [
          ...(can(tag, 'update')
            ? [{ key: 'replace', title: ['替换', 'Replace'] as const, refused, run: () => setReplaced(row) }]
            : []),
          ...standard,
        ]}
      />
      {isMaking && <MakeTags controllerId={controllerId} onClose={() => setMaking(false)} />}
      {replaced && <ReplaceTag tag={replaced} controllerId={controllerId} onClose={() => setReplaced(undefined)} />}
    </>
  )
}

/** Nothing of the tags is other for it: they stay ticked for what is wanted next. */
async function tell(rows: readonly Row[], verb: (typeof verbs)[number]): Promise<boolean> {
  try {
    const { sent } = await call(commandTags, { ids: rows.map(({ id }) => id), verb })
    notify(
      'good',
      sayNow(['已发送：{verb}（{n}个标签）', 'Sent to {n} tags: {verb}'], { verb: commandVerbs[verb], n: sent }),
    )
  } catch (error) {
    report(error)
  }
  return false
}

import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { Button, Tooltip } from 'antd'
import { useState } from 'react'
import { useText } from '../../client/text.ts'
import { EntityDetail } from '../../kernel/detail/EntityDetail.tsx'
import { useMay } from '../../kernel/permission.ts'
import type { Row } from '../../kernel/records.ts'
import { type RowAction, useVerbs } from '../../kernel/verbs.tsx'
import { SheetList } from '../sheet/SheetList.tsx'
import type { RuleOptions, TryView } from './rulePage.ts'

const title: Text = ['试算', 'Simulate']

/** The button that tries a record's rules, and the drawer that it opens. */
function useTry(of: AnyEntity, View: TryView | undefined) {
  const { refused } = useVerbs(of)
  const [trying, setTrying] = useState<{ readonly row?: Row }>()
  const tryOf = (row: Row): readonly RowAction[] =>
    View ? [{ key: 'try', title, refused, run: () => setTrying({ row }) }] : []
  const drawer = View && trying && <View of={trying.row} onClose={() => setTrying(undefined)} />
  return { refused, tryOf, drawer, open: () => setTrying({}) }
}

interface Props {
  readonly of: AnyEntity
  readonly view: TryView | undefined
}

export function RuleList({ of, view, isOpenWithout }: Props & { isOpenWithout: boolean }) {
  const t = useText()
  const { refused, tryOf, drawer, open } = useTry(of, view)
  return (
    <>
      <SheetList
        of={of}
        {...(isOpenWithout && {
          tools: () => (
            <Tooltip title={refused}>
              <span>
                <Button disabled={refused !== undefined} onClick={open}>
                  {t(title)}
                </Button>
              </span>
            </Tooltip>
          ),
        })}
        rowActions={(row, standard) => [...tryOf(row), ...standard]}
      />
      {drawer}
    </>
  )
}

export function RuleDetail({ of, view, tabs }: Props & { tabs: RuleOptions['tabs'] | undefined }) {
  const t = useText()
  const may = useMay()
  const { tryOf, drawer } = useTry(of, view)
  return (
    <>
      <EntityDetail
        of={of}
        actions={(row, standard) => [...tryOf(row), ...standard]}
        tabs={(row) =>
          (tabs?.(row) ?? []).filter((tab) => may(tab.of, 'view')).map((tab) => ({ ...tab, title: t(tab.title) }))
        }
      />
      {drawer}
    </>
  )
}

import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import type { RuleTable } from '@lading/contract/kernel/ruleTable.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { Button, Tooltip } from 'antd'
import { type ComponentType, useState } from 'react'
import { useText } from '../../client/text.ts'
import { EntityDetail } from '../../kernel/detail/EntityDetail.tsx'
import type { FormShape } from '../../kernel/form/shape.ts'
import { useMay } from '../../kernel/permission.ts'
import type { Row } from '../../kernel/records.ts'
import { type RowAction, useVerbs } from '../../kernel/verbs.tsx'
import type { BillTab } from '../bill/BillDetail.tsx'
import { SheetList } from '../sheet/SheetList.tsx'

/** A drawer in which rules are tried out: those of one record, or, without one, those that would apply. */
export type TryView = ComponentType<{ readonly of?: Row | undefined; readonly onClose: () => void }>
export interface RuleOptions {
  /** Rules that are tried out by the facts that they ask about. */
  readonly table?: RuleTable
  /** A try-out of one's own, which may also be asked before any record is chosen. */
  readonly tryOut?: TryView
  readonly tabs?: (row: Row) => readonly RuleTab[]
  /** How its form answers to what is typed. */
  readonly shape?: FormShape
}
/** A tab of one's own, for who may view what it shows. */
export interface RuleTab extends BillTab {
  readonly of: AnyEntity
}

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

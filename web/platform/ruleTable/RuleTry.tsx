import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { type RuleTable, tryRules } from '@lading/contract/kernel/ruleTable.ts'
import type { Row } from '../../kernel/records.ts'
import { RuleOutcomes } from './RuleOutcomes.tsx'
import { TryOut } from './TryOut.tsx'

interface Props {
  readonly parent: AnyEntity
  readonly table: RuleTable
  readonly of?: Row | undefined
  readonly onClose: () => void
}

/** The rules of one record, tried by the facts that they ask about. */
export function RuleTry({ parent, table, of, onClose }: Props) {
  const id = of?.id ?? ''
  return (
    <TryOut
      call={tryRules(parent, table)}
      facts={table.facts}
      of={of}
      input={(facts) => ({ id, facts })}
      onClose={onClose}
    >
      {({ rows }) => <RuleOutcomes rows={rows} />}
    </TryOut>
  )
}

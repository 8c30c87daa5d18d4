import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import type { RuleTable } from '@lading/contract/kernel/ruleTable.ts'
import { type ComponentType, createElement } from 'react'
import type { FormShape } from '../../kernel/form/shape.ts'
import type { Load, PageSet } from '../../kernel/page.ts'
import type { Row } from '../../kernel/records.ts'
import type { BillTab } from '../bill/BillDetail.tsx'
import { later } from '../later.ts'

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

/** List, form and detail of what has rules: these are moved up and down in the form, and tried out where they are read. */
export const rulePage = (of: AnyEntity, { table, tryOut, tabs, shape = {} }: RuleOptions = {}): PageSet => {
  const view = tryOut ?? (table && ofTable(of, table))
  const form: Load = async () => {
    const [{ EntityForm }, { RuleRows }] = await Promise.all([
      import('../../kernel/form/EntityForm.tsx'),
      import('./RuleRows.tsx'),
    ])
    const ordered = Object.entries(of.fields).filter(([, f]) => f.rows?.entity.sort === 'seq')
    const controls = Object.fromEntries(ordered.map(([name]) => [name, RuleRows]))
    return { default: () => createElement(EntityForm, { of, shape: { ...shape, controls } }) }
  }
  return {
    entity: of,
    views: {
      List: async () => {
        const { RuleList } = await import('./RuleViews.tsx')
        return { default: () => createElement(RuleList, { of, view, isOpenWithout: tryOut !== undefined }) }
      },
      Dtl: async () => {
        const { RuleDetail } = await import('./RuleViews.tsx')
        return { default: () => createElement(RuleDetail, { of, view, tabs }) }
      },
      ...(of.actions.includes('create') && { Add: form }),
      ...(of.actions.includes('update') && { Edit: form }),
    },
  }
}

const ofTable = (parent: AnyEntity, table: RuleTable): TryView =>
  later(async () => {
    const { RuleTry } = await import('./RuleTry.tsx')
    return (p) => createElement(RuleTry, { ...p, parent, table })
  })

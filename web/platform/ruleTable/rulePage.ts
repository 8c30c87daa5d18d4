import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import type { RuleTable } from '@lading/contract/kernel/ruleTable.ts'
import { createElement } from 'react'
import type { Load, PageSet } from '../../kernel/page.ts'
import { later } from '../later.ts'
import type { RuleOptions, TryView } from './RuleViews.tsx'

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

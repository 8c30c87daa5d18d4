import type { AnyEntity } from './entity.ts'
import type { Action } from './permission.ts'
import type { Text } from './text.ts'

type Kept =
  | 'fields'
  | 'list'
  | 'form'
  | 'only'
  | 'verbs'
  | 'details'
  | 'sort'
  | 'found'
  | 'unique'
  | 'indexes'
  | 'ownerThrough'
interface ViewOptions extends Partial<Pick<AnyEntity, Kept>> {
  readonly title: Text
  /** Middle part of its permissions. */
  readonly module: string
  /** The verbs offered; `view` is always there. */
  readonly actions: readonly Action[]
}

/**
 * Declares a further menu entry over the rows of a table, which may be another area's: with a name and permissions of its
 * own, other columns and filters, or only some of the rows. What is not said is as it is there.
 */
export const view = (of: AnyEntity, area: string, noun: string, { actions, ...o }: ViewOptions): AnyEntity => ({
  ...of,
  ...o,
  key: `${area}.${noun}`,
  viewOf: of.viewOf ?? of.key,
  area,
  noun,
  permit: `${area}:${o.module}`,
  actions: ['view', ...actions.filter((action) => action !== 'view')],
})

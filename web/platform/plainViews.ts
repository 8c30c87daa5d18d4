import type { Plain } from '@lading/contract/kernel/manifest.ts'
import type { View } from '../kernel/page.ts'

/** The pages that there are of a declaration; undefined: one by itself. */
export function viewsOf(of: Plain): readonly View[] | undefined {
  if ('tiles' in of) return undefined
  const { actions } = 'header' in of ? of.header : of
  const has = (action: 'create' | 'update', view: View) => (actions.includes(action) ? [view] : [])
  return ['List', ...has('create', 'Add'), ...has('update', 'Edit'), 'Dtl']
}

import { built } from '@lading/contract/built.ts'
import { type AnyEntity, entityPermission } from '@lading/contract/kernel/entity.ts'
import { entryKey, menu, pagesIn } from '@lading/contract/menu.ts'
import { tables, views } from '@lading/contract/tables.ts'
import { touches } from '@lading/contract/touches.ts'
import type { Known } from './kernel/registry.ts'

const all = [...tables, ...views]
const named = new Set(all.flatMap((e) => Object.values(e.fields)).map((field) => field.to))
const shown = new Map(menu.flatMap(pagesIn).map((entry) => [entryKey(entry), entry]))

/** What the client knows of an entity by the menu entry of its pages, which it has anyway. */
function isInMenu(e: AnyEntity): boolean {
  const key = `${e.area}/${e.noun}List`
  const entry = shown.get(key)
  return built.includes(key) && entry?.permission === entityPermission(e, 'view') && `${entry.title}` === `${e.title}`
}
const isUsual = ({ label }: AnyEntity): boolean =>
  label.code === 'code' && label.name === 'name' && label.english === undefined
const isPlain = (e: AnyEntity): boolean => isUsual(e) && !views.includes(e) && isInMenu(e)

/**
 * What every part of the client knows of every entity, also while its declaration is not there: enough to name it, to find
 * rows of it and to lead to them. The build puts the value in place of this file, so that no declaration comes with it.
 */
export const known: readonly Known[] = all
  // Rows that nobody looks at by themselves.
  .filter((e) => (e.actions.length > 1 || named.has(e.key)) && !isPlain(e))
  .map((e) => ({
    key: e.key,
    title: e.title,
    permit: e.permit,
    ...(!isUsual(e) && { label: e.label }),
    ...(views.includes(e) && { viewOf: e.table }),
    ...(e.actions.length === 1 && { isQuiet: true }),
  }))

/** What changes with what, also of areas whose declarations are not there. */
export const along = touches

import { areas } from './areas.ts'
import { entityPermission } from './kernel/entity.ts'
import { entityOf, isBoard, keyOf, type Plain } from './kernel/manifest.ts'
import { entryKey, menu, pagesIn } from './menu.ts'

const shown = areas.flatMap(({ nouns, views = [], boards = [] }): (readonly [string, Plain])[] => [
  ...[...nouns, ...views].map((of) => [entityPermission(entityOf(of), 'view'), of] as const),
  ...boards.filter(isBoard).map((of) => [of.call.permission, of] as const),
])

/**
 * Which menu entries show a declaration and nothing else, and which one.
 * @param own entries whose pages their areas draw in their own way
 */
export const plainOnes = (own: ReadonlySet<string>): readonly (readonly [entry: string, of: Plain])[] =>
  menu.flatMap(pagesIn).flatMap((entry) => {
    const of = own.has(entryKey(entry)) ? undefined : shown.find(([permission]) => permission === entry.permission)?.[1]
    return of ? [[entryKey(entry), of] as const] : []
  })

/** In which of the files each of them is declared. @param files their texts, by path from the root of the project */
export function plainFiles(
  ones: readonly (readonly [entry: string, of: Plain])[],
  files: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  return new Map(
    ones.map(([entry, of]) => {
      const [area = '', noun = ''] = keyOf(of).split('.')
      const pattern = new RegExp(`\\w\\((?:\\w+,)?\\s*'${area}',\\s*'${noun}',`)
      const file = [...files].find(([path, text]) => path.startsWith('contract/') && pattern.test(text))
      if (!file) throw new Error(`no file of the contract declares ${area}.${noun}, which ${entry} shows`)
      return [entry, file[0]]
    }),
  )
}

/** The entries that a client's manifest names: its text says so. */
export const entriesIn = (manifest: string): readonly string[] =>
  [...manifest.matchAll(/^ {4}'(\w+\/\w+)':/gm)].map(([, entry = '']) => entry)

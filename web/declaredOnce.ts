import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { keyOf } from '@lading/contract/kernel/manifest.ts'
import { entriesIn, plainFiles, plainOnes } from '@lading/contract/plain.ts'
import type { Plugin } from 'vite'
import { along, known } from './known.ts'
import { viewsOf } from './platform/plainViews.ts'

const root = join(import.meta.dirname, '..')
const texts = (pattern: string): ReadonlyMap<string, string> =>
  new Map(
    globSync(pattern, { cwd: root }).map((path) => [
      path.replaceAll('\\', '/'),
      readFileSync(join(root, path), 'utf8'),
    ]),
  )

function plainLater(): string {
  const ones = plainOnes(new Set([...texts('web/*/manifest.ts').values()].flatMap(entriesIn)))
  const files = plainFiles(ones, texts('contract/*/*.ts'))
  const lines = ones.map(([entry, of]) => {
    const [key, views] = [keyOf(of), viewsOf(of)].map((value) => JSON.stringify(value))
    return `${JSON.stringify(entry)}: laterPages(${key}, ${views}, () => import('@lading/${files.get(entry)}')),`
  })
  return `import { laterPages } from './platform/plainPages.ts'\nexport const plain = {\n${lines.join('\n')}\n}`
}

/**
 * Puts what they say in place of `known.ts` and `plain.ts`: what these are made from, every declaration, stays out of the
 * client until a page of it is looked at.
 */
export const declaredOnce: Plugin = {
  name: 'declared-once',
  apply: 'build',
  load: (id) => {
    if (id === join(import.meta.dirname, 'plain.ts')) return plainLater()
    return id === join(import.meta.dirname, 'known.ts')
      ? `export const known = ${JSON.stringify(known)}\nexport const along = ${JSON.stringify(along)}`
      : undefined
  },
}

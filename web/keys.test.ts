import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Keys that are no entity's, each with the reason why no news could have it read again. */
const silent: Readonly<Record<string, string>> = {
  "'about'": 'versions of the program, asked when somebody looks',
  "'free'": 'whether a name is taken, asked again by the server when it is saved',
  "'image'": 'a picture by an id of its own: another picture has another id',
  'optionCalls.query.path': 'options of the frame, asked again every few minutes',
}
/** How a key of an entity is written: by its own key, by a name that holds one, or by `callKey`. */
const isOfEntity = (first: string): boolean =>
  /^(\w+\.)*key$|^'(sys|mdm|wms)\.\w+'$|^to$|^callKey\(|^\.\.\.callKey\(|^workKey\(/.test(first)

test('whatever a page keeps is kept under the key of what it shows, so that news reach it', () => {
  const root = import.meta.dirname
  const files = globSync('**/*.{ts,tsx}', { cwd: root, exclude: ['**/node_modules/**', '**/*.test.*'] })
  const keys = files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/queryKey: (\[\s*)?([^,\]\n]+)/g)].map((m) => ({
      file,
      first: (m[2] ?? '').trim(),
    })),
  )
  expect(keys.length).toBeGreaterThan(20)
  const lost = keys.filter(({ first }) => !isOfEntity(first) && !(first in silent) && first !== 'z.string()')
  expect(lost.map(({ file, first }) => `${file}: ${first}`)).toEqual([])
  const unused = Object.keys(silent).filter((key) => !keys.some(({ first }) => first === key))
  expect(unused).toEqual([])
})

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './buildWeb.ts'

/** The pages that say how something is added. */
export const guides: readonly string[] = readdirSync(join(root, 'docs')).filter((f) => /^(adding|opening)-/.test(f))

export const readGuide = (page: string): string => readFileSync(join(root, 'docs', page), 'utf8')

/** The examples of a page, by the file that each would be. */
export const examples = (page: string): readonly (readonly [file: string, text: string])[] =>
  [...readGuide(page).matchAll(/```ts file=(\S+)\n([\s\S]*?)```/g)].map((m) => [m[1] ?? '', m[2] ?? ''])

/** Writes all examples as the files that they would be. @param folder below `out/`, emptied before @returns where each is */
export function writeExamples(folder: string): readonly string[] {
  rmSync(folder, { recursive: true, force: true })
  return guides.flatMap(examples).map(([file, text]) => {
    const path = join(folder, file)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
    return path
  })
}

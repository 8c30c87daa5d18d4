import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

const isTest = (name: string): boolean => /\.test\.tsx?$/.test(name)
const mostFiles = 12

/**
 * The tests that answer first for a changed file: its own, else those of its folder, else of the nearest folder above
 * that has any. (By imports nearly every test of the server depends on nearly every file of it.)
 * @param root the folder beyond which nothing is looked for
 */
export function testsNear(root: string, file: string): string[] {
  if (isTest(file)) return existsSync(file) ? [file] : []
  const folder = dirname(file)
  const stem = basename(file).replace(/\.tsx?$/, '')
  const own = testsIn(folder).filter((path) => basename(path).startsWith(`${stem}.`))
  if (own.length > 0) return own
  for (let at = folder; at.startsWith(root) && at !== root; at = dirname(at)) {
    const found = testsIn(at)
    if (found.length > 0) return found.slice(0, mostFiles)
  }
  return []
}

const testsIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter(isTest)
        .map((name) => join(folder, name))
    : []

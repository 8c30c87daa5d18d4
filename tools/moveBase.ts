/**
 * `npm run base` moves the base to what is checked out. The first commit after a landing does so: what changed since is
 * proven by `npm test`, and what goes by turns has its next turn. Pages that changed and were more than a run presses are
 * kept as owed.
 */
import { writeFileSync } from 'node:fs'
import { built } from '@lading/contract/built.ts'
import { type Base, baseFile, changedFiles, git, readBase } from './base.ts'
import { changedPages, pressesOf } from './changedPages.ts'

const last = readBase()
if (changedFiles(last) === 'all') throw new Error(`what changed since ${last.commit} cannot be told`)
const { owed } = pressesOf(last.owed, changedPages())
const base: Base = {
  landing: last.landing + 1,
  commit: git('rev-parse', 'HEAD'),
  owed: owed.filter((entry) => built.includes(entry)),
}
const text = `${JSON.stringify(base)}\n`
if (!process.argv.includes('--print')) writeFileSync(baseFile, text)
process.stdout.write(text)

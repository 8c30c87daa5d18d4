import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../buildWeb.ts'

/** A copy of the files that git knows, with the same dependencies. */
export function copyProject(to: string): void {
  rmSync(to, { recursive: true, force: true })
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  for (const file of files.trim().split('\n')) {
    mkdirSync(dirname(join(to, file)), { recursive: true })
    cpSync(join(root, file), join(to, file))
  }
  // Linked one by one: its links to the workspaces then lead to the copy.
  execFileSync('cp', ['-al', join(root, 'node_modules'), join(to, 'node_modules')])
}

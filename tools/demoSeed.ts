import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './buildWeb.ts'

export const demoPassword = 'Demo1234x'
const kept = join(root, 'out', 'cache')
/** How passwords are kept: as the product does, or, for tests that log in all the time, at nearly no cost. */
export type Hashes = 'as served' | 'cheap'
/** Each kind is kept beside the other: what needs one must not make the other anew. */
const prefixes: Readonly<Record<Hashes, string>> = { 'as served': 'demo-', cheap: 'cheap-demo-' }

/** What makes a process of the product keep them so. */
export const argsFor = (hashes: Hashes): readonly string[] =>
  hashes === 'cheap' ? ['--import', pathToFileURL(join(root, 'server', 'testing', 'cheapHashes.ts')).href] : []

/** Over all that the demo company may come from; its orders are of today. */
function seedHash(now: Date, hashes: Hashes): string {
  const hash = createHash('sha256').update(now.toDateString()).update(demoPassword).update(hashes)
  const files = globSync(['{server,contract}/**/*.{ts,sql}', 'package-lock.json'], {
    cwd: root,
    exclude: ['**/node_modules/**', '**/*.test.ts'],
  })
  for (const file of files.sort())
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0')
  return hash.digest('hex').slice(0, 16)
}

/**
 * A data folder with the demo company, to be copied: seeding takes some fifteen seconds of a processor, copying none. It
 * is made anew when the server's code or the day has changed.
 */
export async function seededFolder(hashes: Hashes, now = new Date()): Promise<string> {
  const prefix = prefixes[hashes]
  const name = `${prefix}${seedHash(now, hashes)}`
  const folder = join(kept, name)
  if (existsSync(folder)) return folder
  mkdirSync(kept, { recursive: true })
  for (const old of readdirSync(kept)) if (old.startsWith(prefix)) rmSync(join(kept, old), { recursive: true })
  const draft = mkdtempSync(join(kept, 'draft-'))
  try {
    await seed(draft, hashes)
    // Another run may have been sooner: its folder is the same.
    if (!existsSync(folder)) renameSync(draft, folder)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
  return folder
}

function seed(dataDir: string, hashes: Hashes): Promise<void> {
  const env: Record<string, string | undefined> = {
    ...process.env,
    DATA_DIR: dataDir,
    LADING_DEMO_PASSWORD: demoPassword,
    LOG_LEVEL: 'error',
  }
  delete env.DATABASE_URL
  const child = spawn(process.execPath, [...argsFor(hashes), 'tools/seed.ts'], {
    cwd: root,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`seeding the demo ended with ${code}`))))
  })
}

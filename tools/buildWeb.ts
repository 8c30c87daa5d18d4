import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
const stampFile = join(root, 'out', 'web', '.stamp')

/** Over every file that the client is made of; tests are not. */
function sourceHash(): string {
  const hash = createHash('sha256')
  const files = globSync(['web/**/*', 'contract/**/*.ts'], {
    cwd: root,
    withFileTypes: true,
    exclude: (entry) => entry.name === 'node_modules' || /\.test\.tsx?$/.test(entry.name),
  })
  const paths = files.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  for (const path of [...paths.sort(), join(root, 'package-lock.json')])
    hash.update(path.slice(root.length)).update('\0').update(readFileSync(path)).update('\0')
  return hash.digest('hex')
}

export const isWebStale = (hash = sourceHash()): boolean =>
  !existsSync(stampFile) || readFileSync(stampFile, 'utf8') !== hash

/** Builds the web client into out/web, unless what lies there is made from the same sources. */
export async function buildWeb(): Promise<void> {
  const hash = sourceHash()
  if (!isWebStale(hash)) return
  console.log('Building the web client …')
  const { build } = await import('vite')
  rmSync(stampFile, { force: true })
  await build({
    root: join(root, 'web'),
    configFile: join(root, 'web', 'vite.config.ts'),
    logLevel: 'warn',
    build: { outDir: join(root, 'out', 'web'), emptyOutDir: true },
  })
  mkdirSync(dirname(stampFile), { recursive: true })
  writeFileSync(stampFile, hash)
}

if (import.meta.main) await buildWeb()

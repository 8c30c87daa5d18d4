import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { InlineConfig } from 'vite'
import type { Pieces } from './webStages.ts'

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

/** Packs once, as tightly as it goes, what the server would else pack for every browser. */
async function pack(folder: string): Promise<void> {
  for (const name of globSync('**/*.{js,css,svg}', { cwd: folder })) {
    const file = join(folder, name)
    const text = await readFile(file)
    await writeFile(`${file}.br`, await promisify(brotliCompress)(text))
    await writeFile(`${file}.gz`, await promisify(gzip)(text, { level: 9 }))
  }
}

/** Once to learn what is needed with what, and then in the pieces that follow from it. @returns them */
export async function buildInStages(outDir: string): Promise<Pieces> {
  const { build } = await import('vite')
  const { inStages, piecesOf, stagesOf } = await import('./webStages.ts')
  const config = (write: boolean): InlineConfig => ({
    root: join(root, 'web'),
    configFile: join(root, 'web', 'vite.config.ts'),
    logLevel: 'warn',
    build: { outDir, emptyOutDir: write, write },
  })
  const web = join(root, 'web')
  const first = piecesOf(await build(config(false)), web)
  return piecesOf(await build(inStages(config(true), stagesOf(first))), web)
}

/** Builds the web client into out/web, unless what lies there is made from the same sources. */
export async function buildWeb(): Promise<void> {
  const hash = sourceHash()
  if (!isWebStale(hash)) return
  console.log('Building the web client …')
  rmSync(stampFile, { force: true })
  await buildInStages(join(root, 'out', 'web'))
  await pack(join(root, 'out', 'web'))
  writeFileSync(stampFile, hash)
}

if (import.meta.main) await buildWeb()

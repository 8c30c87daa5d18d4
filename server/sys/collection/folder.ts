import { mkdir, readdir, readFile, realpath, rename, stat, writeFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { refuse } from '@lading/contract/kernel/fault.ts'
import { collectionFaults } from '@lading/contract/sys/collectionCalls.ts'
import { sheetFaults, sheetLimits } from '@lading/contract/sys/sheetFaults.ts'
import { readSheet } from '../../platform/sheet/read.ts'
import { plainCell } from '../../platform/sheet/rows.ts'
import { cellOf, type OutsideRecord } from './mapping.ts'

/** Somebody may still be writing a file that has changed so lately. */
export const stillMs = 5_000
/** Files of one run; the others wait for the next. */
export const filesMax = 100
const nameForm = /^[\w-]{1,40}$/

let root: string | undefined
/** Below which folder of this machine files are collected; said once, when the process starts. */
export const collectBelow = (folder: string | undefined): void => {
  root = folder
}

/** Refuses a folder that is none of a tenant's, or an installation that has no place for any. */
export function demandFolder(folder: string | null): void {
  if (root === undefined) refuse(collectionFaults.noFolder)
  if (!nameForm.test(folder ?? '')) refuse(collectionFaults.folder, { folder: folder ?? '' })
}

/**
 * A tenant's own folder, made where it is not there yet: `<root>/<tenant>/<folder>`. A link that leads elsewhere is not
 * followed.
 */
async function placeOf(tenant: string, folder: string | null): Promise<string> {
  demandFolder(folder)
  const own = join(root ?? '', tenant)
  const wanted = join(own, folder ?? '')
  await mkdir(wanted, { recursive: true })
  const [real, base] = [await realpath(wanted), await realpath(root ?? '')]
  return real === join(base, tenant, folder ?? '') && real.startsWith(base + sep)
    ? real
    : refuse(collectionFaults.folder, { folder: folder ?? '' })
}

export interface CollectedFile {
  readonly name: string
  records(): Promise<readonly OutsideRecord[]>
  /** Puts it where nobody reads it again. */
  end(to: 'done' | 'failed'): Promise<void>
}

/** Whether a file is one of those that are read. */
export const isCollected = (name: string): boolean => /^[^.].*\.csv$/i.test(name)
/** What a file is called once it has been handled. */
export const putAwayAs = (name: string, at: Date): string =>
  `${at.toISOString().slice(0, 19).replace(/\D/g, '')}-${name}`

/** The files that wait in a folder, in the order of their names. @param at by which what is put away is told apart */
export async function filesIn(tenant: string, folder: string | null, at: Date): Promise<readonly CollectedFile[]> {
  const place = await placeOf(tenant, folder)
  const entries = await readdir(place, { withFileTypes: true })
  const names = entries
    .filter((one) => one.isFile() && isCollected(one.name))
    .map(({ name }) => name)
    .sort()
  const files: CollectedFile[] = []
  for (const name of names) {
    const path = join(place, name)
    // The clock of the files, which is the machine's.
    if (Date.now() - (await stat(path)).mtimeMs < stillMs) continue
    files.push({ name, records: () => readOwn(path, name), end: (to) => putAway(place, name, to, at) })
    if (files.length === filesMax) break
  }
  return files
}

async function readOwn(path: string, name: string): Promise<readonly OutsideRecord[]> {
  if ((await stat(path)).size > sheetLimits.fileBytes) refuse(sheetFaults.tooBig)
  return recordsOfFile(name, await readFile(path))
}

/** The records of a file, named by its first row. */
export async function recordsOfFile(name: string, data: Buffer): Promise<readonly OutsideRecord[]> {
  const [head, ...rows] = await readSheet({ name, data })
  const titles = (head?.cells ?? []).map((cell) => cellOf(cell)?.trim() ?? '')
  return rows.map((row) =>
    Object.fromEntries(titles.flatMap((title, i) => (title === '' ? [] : [[title, plainCell(row, i)]]))),
  )
}

/** Puts a file into a tenant's folder, whole or not at all; one of the same name is written over. */
export async function putFile(tenant: string, folder: string | null, name: string, data: Buffer): Promise<void> {
  const place = await placeOf(tenant, folder)
  const unready = join(place, `.${name}.part`)
  await writeFile(unready, data)
  await rename(unready, join(place, name))
}

async function putAway(place: string, name: string, to: 'done' | 'failed', at: Date): Promise<void> {
  const folder = join(place, to)
  await mkdir(folder, { recursive: true })
  await rename(join(place, name), join(folder, putAwayAs(name, at)))
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What is installed, and when it was built; null where nothing tells. */
export interface Build {
  readonly version: string
  readonly buildTime: string | null
}

const read = (...path: string[]): Record<string, unknown> => JSON.parse(readFileSync(join(...path), 'utf8'))
const { version } = read(import.meta.dirname, '..', 'package.json')

/**
 * The service runs from its sources: what is built of an installation is its client, before the service starts. That
 * build's time is the service's too. Without a client there has been no build.
 */
export function buildOf(webFolder: string | undefined): Build {
  const unknown = { version: String(version), buildTime: null }
  if (webFolder === undefined) return unknown
  try {
    const { buildTime } = read(webFolder, 'child', 'wms', 'version.json')
    return { ...unknown, buildTime: typeof buildTime === 'string' ? buildTime : null }
  } catch {
    return unknown
  }
}

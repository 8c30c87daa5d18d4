import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** What the document loads that no build renames. */
const unnamed = ['/', '/boot.js', '/favicon.svg', '/manifest.webmanifest']

/** Writes `sw.js`: the service worker of a build knows the names of all that belongs to it. */
export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const parts = Object.values(bundle)
        const entry = parts.find((part) => part.type === 'chunk' && part.isEntry)
        if (!entry) return this.error('the client has no entry')
        const named = parts
          .map(({ fileName }) => `/${fileName}`)
          .filter((path) => /^\/assets\/.*\.(js|css)$/.test(path))
        const files = [...unnamed, ...named.sort()]
        const source = readFileSync(join(import.meta.dirname, 'sw.js'), 'utf8')
          .replace('__BUILD__', createHash('sha256').update(files.join('\n')).digest('hex').slice(0, 16))
          .replace('__FILES__', JSON.stringify(files))
          .replace('__ENTRY__', entry.fileName)
        this.emitFile({ type: 'asset', fileName: 'sw.js', source })
      },
    },
  }
}

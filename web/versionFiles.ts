import { menu } from '@lading/contract/menu.ts'
import type { Plugin } from 'vite'

const shape = (version: string, now: Date): string =>
  JSON.stringify({ version, buildTime: now.toISOString().slice(0, 19).replace('T', ' ') })

/** 子系统: each has a file that tells which version of its part of the client was built; today all are built as one. */
export function versionFiles(version: string, now = new Date()): Plugin {
  const names = menu.map(({ sub }) => `child/${sub}/version.json`)
  const text = shape(version, now)
  return {
    name: 'version-files',
    generateBundle() {
      for (const fileName of names) this.emitFile({ type: 'asset', fileName, source: text })
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        if (!names.includes(request.url?.split('?')[0]?.slice(1) ?? '')) return next()
        response.setHeader('Content-Type', 'application/json; charset=utf-8')
        response.setHeader('Cache-Control', 'no-cache')
        response.end(text)
      })
    },
  }
}

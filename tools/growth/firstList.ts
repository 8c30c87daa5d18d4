/** `node tools/growth/firstList.ts`: builds the client elsewhere and prints what its first list, that of owners, weighs. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { buildInStages } from '../buildWeb.ts'

const fetched = ['index.html', 'Workspace.tsx', 'wms/partner/ownerPages.ts', 'platform/sheet/SheetList.tsx']

const folder = mkdtempSync(join(tmpdir(), 'lading-web-'))
try {
  const pieces = await buildInStages(folder)
  const all = [...new Set(fetched.flatMap((file) => [...pieces.with(file)]))]
  const bytes = all.reduce((sum, { code }) => sum + gzipSync(code).length, 0)
  console.log(JSON.stringify({ scripts: all.length, bytes }))
} finally {
  rmSync(folder, { recursive: true, force: true })
}

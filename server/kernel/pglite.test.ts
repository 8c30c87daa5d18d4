import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const module = new URL('./pglite.ts', import.meta.url).href

test('the embedded database opens under node --watch, whose messages come before its own', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lading-watch-'))
  const script = join(folder, 'open.mjs')
  writeFileSync(
    script,
    `const { openEmbedded } = await import(${JSON.stringify(module)})
    await openEmbedded(undefined).then(() => console.log('opened'), (error) => console.log('refused', error))`,
  )
  const child = spawn(process.execPath, ['--watch', script], { stdio: ['ignore', 'pipe', 'ignore'] })
  try {
    const said = await new Promise<string>((resolve) => {
      let text = ''
      child.stdout.on('data', (part: Buffer) => {
        text += part.toString()
        if (/opened|refused/.test(text)) resolve(text)
      })
    })
    expect(said).toContain('opened')
  } finally {
    child.kill()
    rmSync(folder, { recursive: true, force: true })
  }
})

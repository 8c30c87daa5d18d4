import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import pg from 'pg'
import { expect, test } from 'vitest'
import { openEmbedded } from './pglite.ts'

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

test('the embedded database keeps nothing of the rows that were read', async () => {
  const made = new Promise<Worker>((resolve) => process.once('worker', resolve))
  const db = await openEmbedded(undefined)
  const worker = await made
  const pool = new pg.Pool({ ...db.poolConfig, max: 1 })
  try {
    const before = (await worker.getHeapStatistics()).used_heap_size
    for (let i = 0; i < 40; i += 1) {
      const { rows } = await pool.query(`select repeat('x', 1000) || n as x from generate_series(1, 2000) n`)
      expect(rows).toHaveLength(2000)
    }
    // 80 MB were read.
    const megabytes = ((await worker.getHeapStatistics()).used_heap_size - before) / 1_048_576
    expect(megabytes).toBeLessThan(30)
  } finally {
    await pool.end()
    await db.close()
  }
})

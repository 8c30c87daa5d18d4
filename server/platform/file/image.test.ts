import { imageFaults } from '@lading/contract/sys/file.ts'
import { expect, test } from 'vitest'
import { jpegOf, pngOf, webpOf } from '../../testing/images.ts'
import { keepImage } from './image.ts'

/** What it is refused with before anything is written; `kept` where it gets so far. */
async function codeOf(data: Buffer): Promise<number | 'kept'> {
  const ctx = { newId: () => '1', now: () => new Date(0), tx: { maybe: () => Promise.reject(new Error('kept')) } }
  return keepImage(ctx as never, { name: 'a.png', data } as never).then(
    () => 'kept' as const,
    (error) => (error.message === 'kept' ? 'kept' : error.refusal.code),
  )
}

test.each([
  ['PNG', pngOf],
  ['JPEG', (_mark: string, width = 1, height = 1) => jpegOf(width, height)],
  ['WebP', (_mark: string, width = 1, height = 1) => webpOf(width, height)],
])('T56 a %s may be as large as a photograph, and no larger, whatever its bytes', async (_kind, make) => {
  expect(await codeOf(make('a', 8_000, 5_000))).toBe('kept')
  expect(await codeOf(make('a', 8_001, 5_000))).toBe(imageFaults.tooWide.code)
  expect(await codeOf(make('a', 30_000, 30_000))).toBe(imageFaults.tooWide.code)
})

test('T56 what only begins like an image is none', async () => {
  expect(await codeOf(Buffer.from('89504e470d0a1a0a', 'hex'))).toBe(imageFaults.wrongType.code)
  expect(await codeOf(Buffer.from('ffd8ff', 'hex'))).toBe(imageFaults.wrongType.code)
  expect(await codeOf(Buffer.from('RIFF....WEBP', 'latin1'))).toBe(imageFaults.wrongType.code)
})

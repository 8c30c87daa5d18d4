import { afterAll, beforeAll, test } from 'vitest'
import { type Running, start } from './support.ts'
import { expectRoom } from './zoom.ts'

let lading: Running
beforeAll(async () => {
  lading = await start()
})
afterAll(() => lading?.close())

test('C-14 C-53 at 400 % nothing is lost and nothing but tables scrolls sideways', () =>
  expectRoom(lading, { width: 320, height: 256, language: 'en-US' }))

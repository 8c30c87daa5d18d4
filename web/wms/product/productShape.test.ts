import { expect, test } from 'vitest'
import { volumeOf } from './productShape.ts'

test.each([
  [{ lengthCm: '40', widthCm: '30', heightCm: '25' }, '0.03'],
  [{ lengthCm: '1', widthCm: '1', heightCm: '1' }, '0.000001'],
  [{ lengthCm: '40', widthCm: null, heightCm: '25' }, undefined],
  [{ lengthCm: '40', widthCm: 'x', heightCm: '25' }, undefined],
])('the volume of %j is %s m³', (sizes, volume) => {
  expect(volumeOf(sizes)).toBe(volume)
})

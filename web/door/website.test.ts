import { expect, test } from 'vitest'
import { websiteOf } from './website.ts'

test.each([
  [null, undefined],
  ['', undefined],
  ['https://lading.example/about', 'https://lading.example/about'],
  ['lading.example', 'https://lading.example/'],
  ['http://lading.example', 'http://lading.example/'],
  ['javascript:alert(1)', undefined],
  ['data:text/html,x', undefined],
  ['https://', undefined],
])('S-46 the website %j of a tenant leads to %j', (address, expected) => {
  expect(websiteOf(address)?.href).toBe(expected)
})

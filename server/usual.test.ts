import { expect, test } from 'vitest'
import { areaServed } from './areas.ts'

test('rows that have a page of their own kind are not served a second time, past what their own calls refuse', () => {
  const paths = areaServed('only to be listed').map(({ call }) => call.path)
  // Options among them are sealed, and changed only as their declaration allows.
  const past = ['option', 'platformOption', 'messageForce', 'exportDefinition', 'importTemplate', 'numberRule'].flatMap(
    (noun) => ['query', 'getById', 'update', 'import', 'remove'].map((verb) => `/fw/api/sys/${noun}/${verb}`),
  )
  expect(paths.filter((path) => past.includes(path))).toEqual([])
})

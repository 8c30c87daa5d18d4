import { expect, test } from 'vitest'
import { defaultRoles } from '../wms/defaultRoles.ts'
import { demoUsers } from './people.ts'

test('whoever picks in the demo may do all that a picker may by default', () => {
  const picker = defaultRoles.find((r) => r.name === '拣货员')
  for (const username of ['picker', 'picker2', 'picker5'])
    expect(demoUsers.find((u) => u.username === username)?.grants).toEqual(
      expect.arrayContaining([...(picker?.grants ?? [])]),
    )
})

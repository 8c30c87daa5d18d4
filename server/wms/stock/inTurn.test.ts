import { expect, test } from 'vitest'
import { inTurn, type WaitingFor } from './inTurn.ts'

const waits = (id: string, open: bigint, more: Partial<WaitingFor> = {}): WaitingFor => ({
  id,
  open,
  taskId: id,
  isElsewhere: false,
  minExpire: null,
  ...more,
})
const lying = (free: bigint, expireDate: string | null = null, id = 's') => ({ id, free, expireDate })

test.each<[string, readonly WaitingFor[], ReturnType<typeof lying>[], string]>([
  ['as they came, where there is enough', [waits('a', 5n), waits('b', 4n)], [lying(9n)], 'a b'],
  ['who can go with what there is, before who needs more', [waits('a', 13n), waits('b', 4n)], [lying(9n)], 'b a'],
  ['as they came, where nobody can go', [waits('a', 13n), waits('b', 10n)], [lying(9n)], 'a b'],
  [
    'who waits elsewhere too cannot go yet',
    [waits('a', 9n, { taskId: '1', isElsewhere: true }), waits('b', 4n, { taskId: '2' })],
    [lying(9n)],
    'b a',
  ],
  [
    'all lines of a task, or none',
    [waits('a', 5n, { taskId: '1' }), waits('b', 4n, { taskId: '2' }), waits('c', 5n, { taskId: '1' })],
    [lying(9n)],
    'b a c',
  ],
  [
    'as they came, while no work is made of it',
    [waits('a', 13n), waits('b', 4n, { taskId: null })],
    [lying(9n)],
    'a b',
  ],
  [
    'what expires too early is nothing to him',
    [waits('a', 4n, { minExpire: '2027-01-01' }), waits('b', 4n)],
    [lying(6n, '2026-12-31')],
    'b a',
  ],
])('served are %s', (_, waiting, rows, order) => {
  expect(inTurn(waiting, rows).map((w) => w.id)).toEqual(order.split(' '))
})

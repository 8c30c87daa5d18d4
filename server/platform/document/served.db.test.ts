import { shipBill } from '@lading/contract/wms/shipBill.ts'
import { expect, test } from 'vitest'
import type { Input, Rules } from '../../kernel/rules.ts'
import { openTestServer } from '../../testing/server.ts'
import { documentRules } from './served.ts'

/** Papers as the rules of their kind see them. */
const seen: Input[] = []
const look = async (inputs: readonly Input[]) => void seen.push(...inputs.map((i) => ({ ...i })))

test.each<[string, Rules]>([
  ['for many at once', documentRules(shipBill, { beforeCreateMany: (_, inputs) => look(inputs) })],
  ['for each', documentRules(shipBill, { beforeCreate: (_, input) => look([input]) })],
])('papers have number, state and day before the rules of their kind are asked: %s', async (_, rules) => {
  seen.length = 0
  const server = await openTestServer()
  const papers: Input[] = [{}, { bizDate: '2026-01-02' }]
  await server.inside('DC01', (ctx) => rules.beforeCreateMany?.(ctx, papers) ?? Promise.reject(new Error('no rule')))
  await server.close()
  const begun = { billNo: expect.stringMatching(/^ZC/), state: 'SAVED' }
  expect(seen).toEqual([
    { ...begun, bizDate: expect.stringMatching(/^\d{4}-/) },
    { ...begun, bizDate: '2026-01-02' },
  ])
  expect(new Set(seen.map((p) => p.billNo)).size).toBe(2)
  expect(papers).toEqual(seen)
})

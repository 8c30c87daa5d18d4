import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { owner } from '@lading/contract/mdm/owner.ts'
import { expect, test } from 'vitest'
import { openApi } from './openapi.ts'

test('the document says of each call whether it writes and what it needs', () => {
  const calls = Object.values(crudCalls(owner))
  const { paths } = openApi(calls, '1') as { paths: Record<string, Record<string, Record<string, unknown>>> }
  const told = Object.fromEntries(
    Object.entries(paths).map(([path, methods]) => [path.split('/').at(-1), Object.values(methods)[0]]),
  )
  expect(told.create).toMatchObject({ 'x-writes': true, 'x-permission': 'wms:basic.owner:create' })
  expect(told.query).toMatchObject({ 'x-writes': false, 'x-permission': 'wms:basic.owner:view' })
  expect(calls.map((c) => told[c.path.split('/').at(-1) ?? '']?.['x-writes'])).toEqual(calls.map((c) => c.writes))
})

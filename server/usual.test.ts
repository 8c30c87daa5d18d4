import { expect, test } from 'vitest'
import { areaServed } from './areas.ts'

test('what the administration keeps by verbs of its own has no form beside them', () => {
  const paths = new Set(areaServed('s').map(({ call }) => call.path))
  for (const noun of ['option', 'platformOption', 'messageForce', 'numberRule', 'exportDefinition', 'importTemplate'])
    for (const verb of ['query', 'getById', 'update']) expect(paths).not.toContain(`/fw/api/sys/${noun}/${verb}`)
  expect(paths).toContain('/wms/api/binType/create')
  expect(paths).toContain('/wms/api/board/dashboardOut')
})

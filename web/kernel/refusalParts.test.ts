import { expect, test } from 'vitest'
import { partsOf } from './refusalParts.ts'

const row = { key: 'wms.pickTask', id: '7', no: 'JH01' }

test('a refusal is cut where it names a row, and a row that it does not name stands behind it', () => {
  expect(partsOf('存在进行中的任务[JH01]，请先完成', [row])).toEqual([
    { text: '存在进行中的任务[' },
    { text: 'JH01', row },
    { text: ']，请先完成' },
  ])
  expect(partsOf('2 short picks', [row])).toEqual([{ text: '2 short picks' }, { text: ' ' }, { text: 'JH01', row }])
  expect(partsOf('nothing named', [])).toEqual([{ text: 'nothing named' }])
  const other = { ...row, id: '8', no: 'JH02' }
  expect(partsOf('JH01, JH02', [other, row]).map((p) => p.row?.id)).toEqual(['7', undefined, '8'])
})

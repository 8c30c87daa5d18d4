import { expect, test } from 'vitest'
import { csvOf } from './csv.ts'

test('what a spreadsheet would run is told from plain text, and cells keep their commas, quotes and lines', () => {
  const rows = [
    ['内容', '列数'],
    ['=1+1', '-5'],
    ['a,"b"', 'two\nlines'],
    ["'=x", ' spaced'],
  ]
  expect(csvOf(rows)).toBe('\uFEFF内容,列数\r\n\'=1+1,-5\r\n"a,""b""","two\nlines"\r\n\'\'=x," spaced"\r\n')
})

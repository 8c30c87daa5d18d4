import { expect, test } from 'vitest'
import { checkBarcode, wrongDigit } from './barcodeCheck.ts'

test.each([
  ['6901234567892', '中国', undefined],
  ['16901234567899', 'GTIN-14', '6901234567892'],
  ['96901234567895', '变量', undefined],
  ['2012345678903', '店内码', undefined],
  ['0212345678909', '店内码', undefined],
  ['4006381333931', '其他国家', undefined],
  ['20123451', '其他国家', undefined],
  ['COLA-1', '自编码', undefined],
])('%s is %s', (code, kind, contained) => {
  const found = checkBarcode(code)
  expect(found.kind[0]).toContain(kind)
  expect(found).toMatchObject({ wrong: undefined, contained })
})

test('a wrong check digit is told with the right one, and nothing is said of its contents', () => {
  const found = checkBarcode('16901234567890')
  expect(found.wrong?.[0]).toBe('条码校验位错误，应为9')
  expect(found.contained).toBeUndefined()
})

test('the same number is known in each of its lengths', () => {
  expect(checkBarcode('06901234567892').written).toEqual(['6901234567892', '06901234567892'])
  expect(checkBarcode('012345678905').written).toEqual(['012345678905', '0012345678905', '00012345678905'])
  expect(checkBarcode('ABC').written).toEqual(['ABC'])
})

test('the right check digit is told', () => {
  expect(wrongDigit('6901234567890')?.[0]).toBe('条码校验位错误，应为2')
  expect(wrongDigit('6901234567892')).toBeUndefined()
  expect(wrongDigit('00242')).toBeUndefined()
})

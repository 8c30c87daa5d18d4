import { expect, test } from 'vitest'
import { leakedPasswords } from './commonPasswords.ts'
import { demandPassword } from './passwordRules.ts'

const rules = { passwordLength: 8, isPasswordMixed: true }
const owner = { username: 'zhangwei', tenantCode: 'acme', tenantName: '来丁商贸' }
const codeOf = (password: string, o = rules): number => {
  try {
    demandPassword(password, o, owner)
    return 0
  } catch (error) {
    return (error as { refusal: { code: number } }).refusal.code
  }
}

test('S-68 C-45 length counts characters as they are kept, from the configured minimum to 32', () => {
  expect([codeOf('Kite5mo'), codeOf('Kite5moo')]).toEqual([42851, 0])
  expect([codeOf(`K5${'mo'.repeat(15)}`), codeOf(`K5${'mo'.repeat(15)}x`)]).toEqual([0, 42851])
  // One character each, though two units; and one that is three after normalisation.
  expect([codeOf('Kite5😀😀'), codeOf('Kite5😀😀😀')]).toEqual([42851, 0])
  expect(codeOf('Kite5㎢x')).toBe(0)
  const least = { ...rules, passwordLength: 1, isPasswordMixed: false }
  expect(['', 'x', 'x7', '123'].map((password) => codeOf(password, least))).toEqual([42851, 0, 0, 40021])
})

test('S-69 C-45 upper case, lower case and digit, when the option says so', () => {
  for (const plain of ['kitemoon7', 'KITEMOON7', 'KiteMoons']) expect(codeOf(plain), plain).toBe(42852)
  expect(codeOf('kitemoons', { ...rules, isPasswordMixed: false })).toBe(0)
  // Full-width letters are what they are normalised to.
  expect(codeOf('ＫｉｔｅＭｏｏｎ７')).toBe(0)
})

test('C-45 C-46 what everybody tries first is refused, however it is dressed up', () => {
  const loose = { ...rules, isPasswordMixed: false }
  for (const common of ['Password1', 'pAssword123!', '123Admin!!', 'Qwerty12345', 'woaini1314', '12345678', 'aaaaaaaa'])
    expect(codeOf(common, loose), common).toBe(40021)
})

test('C-46 the ten thousand that leaked most often are refused, in either case, even where little is asked for', () => {
  const least = { ...rules, passwordLength: 1, isPasswordMixed: false }
  expect(leakedPasswords).toHaveLength(10_000)
  expect(leakedPasswords.filter((password) => codeOf(password, least) !== 40021)).toEqual([])
  expect(leakedPasswords.filter((password) => codeOf(password.toUpperCase(), least) !== 40021)).toEqual([])
  // By their words: none of these stands in the list itself.
  for (const dressed of ['Jessica1987', 'Yankees2!!', '77Mustang']) expect(codeOf(dressed), dressed).toBe(40021)
})

test('C-45 C-46 a password does not hold its owner’s name or company', () => {
  for (const named of ['ZhangWei88', 'x9ACMEacme', '来丁商贸Aa1x']) expect(codeOf(named), named).toBe(40022)
})

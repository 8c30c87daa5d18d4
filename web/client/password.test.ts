import { say } from '@lading/contract/kernel/text.ts'
import { expect, test } from 'vitest'
import { type PasswordForm, passwordProblems, strengthOf } from './password.ts'

const good: PasswordForm = { oldPassword: 'old', newPassword: 'Secret12', validatePassword: 'Secret12' }
test.each<[string, Partial<PasswordForm>, keyof PasswordForm, string | undefined]>([
  ['S-67 the old one is required', { oldPassword: '' }, 'oldPassword', '请输入旧密码'],
  ['S-67 and at most 32 long', { oldPassword: 'x'.repeat(33) }, 'oldPassword', '密码长度在1到32个字符'],
  ['S-68 the new one is required', { newPassword: '' }, 'newPassword', '请输入新密码'],
  ['S-68 and of the configured length', { newPassword: 'Ab1' }, 'newPassword', '密码长度在8到32个字符'],
  [
    'S-69 and complex when the policy says so',
    { newPassword: 'secret12' },
    'newPassword',
    '密码至少包含大小写字母和数字',
  ],
  [
    'C-45 and another than the old one',
    { newPassword: 'old12345X', oldPassword: 'old12345X' },
    'newPassword',
    '新密码不能与旧密码相同',
  ],
  ['C-45 counted in characters as they are kept', { newPassword: 'Kite5😀😀' }, 'newPassword', '密码长度在8到32个字符'],
  ['S-70 the confirmation is required', { validatePassword: '' }, 'validatePassword', '请确认输入的新密码'],
  ['S-70 and equal', { validatePassword: 'Secret13' }, 'validatePassword', '密码不一致'],
  ['all is well', {}, 'newPassword', undefined],
])('%s', (_, change, field, message) => {
  const problem = passwordProblems({ ...good, ...change }, { min: 8, isComplex: true }, false)[field]
  expect(problem && say(problem.text, 'zh-CN', problem.args)).toBe(message)
})

test('S-65 an initial password is not asked for', () => {
  expect(passwordProblems({ ...good, oldPassword: '' }, { min: 1, isComplex: false }, true)).toEqual({})
})

test('C-45 the meter rises with length and variety, and repeating does not help', () => {
  expect(
    ['', 'aaaaaaaaaaaaaaaa', 'kitemoon', 'Kitemoon7', 'Kitemoon7rises', 'Kite moon 7 rises!'].map(strengthOf),
  ).toEqual([0, 1, 1, 2, 3, 4])
})

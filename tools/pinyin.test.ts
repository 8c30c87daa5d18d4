import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { pinyinFile, pinyinText, typedAs } from './pinyin.ts'

test.each([
  ['发货任务', 'fahuorenwu fhrw'],
  ['称重播种', 'chengzhongbozhong czbz'],
  ['装车单', 'zhuangchedan zcd'],
])('%s is typed %s', (title, typed) => {
  expect(typedAs(title)).toBe(typed)
})

test('contract/menuPinyin.ts is what the menu says now: `node tools/pinyin.ts` writes it', () => {
  expect(readFileSync(pinyinFile, 'utf8')).toBe(pinyinText())
})

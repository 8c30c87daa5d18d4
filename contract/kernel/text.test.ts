import { expect, test } from 'vitest'
import { plural, say, singular, type Text } from './text.ts'

test('a word follows the number beside it', () => {
  const text: Text = ['{n}天', '{n} {n|day|days} left']
  expect([0, 1, 2, '1', '11'].map((n) => say(text, 'en-US', { n }))).toEqual([
    '0 days left',
    '1 day left',
    '2 days left',
    '1 day left',
    '11 days left',
  ])
  expect(say(text, 'zh-CN', { n: 1 })).toBe('1天')
  expect(say(text, 'en-US')).toBe('{n} {n|day|days} left')
})

test('a title of one becomes that of many, and back', () => {
  for (const [one, many] of [
    ['Inbound order', 'Inbound orders'],
    ['Product category', 'Product categories'],
    ['Message key', 'Message keys'],
    ['Container loss', 'Container losses'],
    ['Box', 'Boxes'],
    ['Pick batch', 'Pick batches'],
    ['Put-away rule', 'Put-away rules'],
    ['Product packaging', 'Product packaging'],
    ['Stock', 'Stock'],
  ] as const) {
    expect(plural(one)).toBe(many)
    expect(singular(many)).toBe(one)
  }
  expect(singular('Process')).toBe('Process')
})

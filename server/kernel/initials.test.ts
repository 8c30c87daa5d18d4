import { expect, test } from 'vitest'
import { initialsOf } from './initials.ts'

test.each([
  ['可口可乐330ml', 'kkkl330ml'],
  ['鲜牛奶', 'xnn'],
  ['磷虾罐头', 'lxgt'],
  ['啊波次得鹅佛哥喝鸡科勒摸呢哦坡七日思特屋西衣子', 'abcdefghjklmnopqrstwxyz'],
  ['A4 纸（70克）', 'a4z70k'],
  ['Milk', 'milk'],
  ['', ''],
])('%s is typed %s', (name, typed) => expect(initialsOf(name)).toBe(typed))

import { expect, test } from 'vitest'
import { type Activity, isIdle, lastActive } from './idle.ts'

const now = 1_800_000_000_000
const minute = 60_000
const seen = (ago: number, sid = 'mine'): Activity => ({ sid, at: now - ago, minutes: 3 })

test.each<[string, readonly (Activity | undefined)[], number]>([
  ['nothing is known: the session begins', [undefined, undefined], 0],
  ['this tab alone', [seen(5 * minute), undefined], 5 * minute],
  ['another tab, or a window that was closed since', [undefined, seen(60 * minute)], 60 * minute],
  ['somebody works in another tab', [seen(60 * minute), seen(1_000)], 1_000],
  ['this tab has not stored its last seconds', [seen(1_000), seen(5_000)], 1_000],
  ['whoever has just logged in is not behind the session before', [seen(60 * minute, 'old'), seen(minute, 'old')], 0],
  ['the clock was set back', [seen(-60 * minute), undefined], 0],
  ['set back, and seen since', [seen(10_000), seen(-60 * minute)], 10_000],
])('C-17 when somebody was last here: %s', (_, known, ago) => expect(lastActive('mine', now, known)).toBe(now - ago))

test.each([
  ['just before the minutes are over', 3 * minute - 1, 3, false],
  ['when they are', 3 * minute, 3, true],
  ['after a night', 600 * minute, 3, true],
  ['never without the option', 600 * minute, 0, false],
])('C-17 a screen locks %s', (_, ago, minutes, expected) => expect(isIdle(now - ago, now, minutes)).toBe(expected))

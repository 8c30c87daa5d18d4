import { expect, test } from 'vitest'
import { noticesOf, type Told } from './notices.ts'

const quota = (balance: string, burn: string, granted = '36') => ({
  ...{ unit: 'ORG_MONTH', title: ['中心月', 'Centre months'] as const, nextExpiry: null },
  ...{ balance, burn, granted },
})
/** What is heard day by day, each day's plan after the one before. */
function heard(plans: readonly (Omit<Told, 'told'> & { today: string })[]): string[][] {
  let before: Told | undefined
  return plans.map(({ today, ...plan }) => {
    const { told, dues } = noticesOf(plan, before, today)
    before = { ...plan, told }
    return dues.map(({ key }) => key)
  })
}

test('a trial tells 7 and 1 days before its end, once each, and not as it begins', () => {
  const days = ['01', '07', '08', '09', '13', '14', '15']
  const trial = days.map((d) => ({ state: 'TRIAL' as const, endsOn: '2026-11-15', wallet: [], today: `2026-11-${d}` }))
  expect(heard(trial)).toEqual([...[[], [], ['term|2026-11-15|7'], [], []], ...[['term|2026-11-15|1'], []]])
})

test('a grace is told as it begins, and near its end', () => {
  const grace = (today: string) => ({ state: 'GRACE' as const, endsOn: '2026-12-15', wallet: [], today })
  const active = { state: 'ACTIVE' as const, endsOn: null, wallet: [], today: '2026-11-30' }
  expect(heard([active, grace('2026-12-01'), grace('2026-12-01'), grace('2026-12-08'), grace('2026-12-15')])).toEqual([
    ...[[], ['term|2026-12-15|30'], []],
    ...[['term|2026-12-15|7'], ['term|2026-12-15|1']],
  ])
})

test('quota is told at 80 and 100 percent of what was bought, again after more was bought, and by the days it lasts', () => {
  const on = (balance: string, burn = '0', granted?: string) => ({
    ...{ state: 'ACTIVE' as const, endsOn: null, today: '2026-11-01', wallet: [quota(balance, burn, granted)] },
  })
  expect(
    heard([on('36'), on('7.3'), on('7.2'), on('7.1'), on('0'), on('-1'), on('20', '0', '20'), on('4', '0', '20')]),
  ).toEqual([
    ...[[], [], ['used|ORG_MONTH|36|80'], [], ['used|ORG_MONTH|36|100'], []],
    ...[[], ['used|ORG_MONTH|20|80']],
  ])
  // 31 days, 29, 31 again, 29: within the slack nothing is told a second time; after 40 it is.
  expect(
    heard([on('31', '1'), on('29', '1'), on('31', '1'), on('29', '1'), on('40', '1', '40'), on('29', '1')]),
  ).toEqual([...[[], ['days|ORG_MONTH|30'], [], []], ...[[], ['days|ORG_MONTH|30']]])
})

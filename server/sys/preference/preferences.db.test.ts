import { preferenceCalls as calls, preferenceMaxBytes } from '@lading/contract/sys/preference.ts'
import { getLoginUser } from '@lading/contract/sys/session.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

const record = (name: string) => ({ name, title: name, href: `#/app-wms/${name}`, lastLookTime: 1_700_000_000_000 })
const text = (...names: string[]) => JSON.stringify(names.map(record))
const stale = { code: 40900, message: '数据已被他人修改，请刷新后重试' }

test('S-43 S-44 history and favourites are kept as the serialized text that came', async () => {
  const clerk = await server.as('clerk', 'DC01')
  const empty = await clerk.call(calls.queryHistoryList)
  expect(empty).toEqual({ id: clerk.userId, version: 0, history: '[]' })
  expect(await clerk.call(calls.querySubscribeList)).toEqual({
    id: clerk.userId,
    version: 0,
    favourite: '[]',
    messages: [],
  })
  const { version } = await clerk.call(calls.updateHistory, { ...empty, history: text('dockList') })
  expect(version).toBe(1)
  const liked = await clerk.call(calls.subscribe, { id: clerk.userId, version, favourite: text('binList', 'dockList') })
  const less = await clerk.call(calls.unSubscribe, { id: clerk.userId, ...liked, favourite: text('binList') })
  // Another device of the same person.
  const again = await server.as('clerk', 'DC01')
  expect(await again.call(calls.querySubscribeList)).toMatchObject({ ...less, favourite: text('binList') })
  expect(await again.call(calls.queryHistoryList)).toEqual({ id: clerk.userId, ...less, history: text('dockList') })
  const { rows } = await server.db.owner.query('select 1 from sys_user_preference where user_id = $1', [clerk.userId])
  expect(rows).toHaveLength(1)
})

test('C-31 who read before somebody else wrote is told so, and what was written stays', async () => {
  const [here, there] = [await server.as('viewer'), await server.as('viewer')]
  const seen = await here.call(calls.queryHistoryList)
  const first = { id: seen.id, version: seen.version, history: text('here') }
  const [a, b] = await Promise.all([
    here.envelope(calls.updateHistory, first),
    there.envelope(calls.updateHistory, { ...first, history: text('there') }),
  ])
  const [won, lost] = a.code === 0 ? [a, b] : [b, a]
  expect(won.data).toEqual({ version: 1 })
  expect(lost).toMatchObject(stale)
  await expect(here.call(calls.subscribe, { ...seen, favourite: text('x') })).rejects.toMatchObject(stale)
  const now = await here.call(calls.queryHistoryList)
  expect([text('here'), text('there')]).toContain(now.history)
  await here.call(calls.updateHistory, { ...now, history: text('here', 'there') })
  expect((await there.call(calls.queryHistoryList)).history).toBe(text('here', 'there'))
})

test('C-30 a repeated writing counts once, and nobody names the row of somebody else', async () => {
  const [admin, viewer] = [await server.as('admin'), await server.as('viewer')]
  const seen = await admin.call(calls.queryHistoryList)
  const change = { id: seen.id, version: seen.version, history: text('once') }
  const first = await admin.call(calls.updateHistory, change, { key: 'history-1' })
  expect(await admin.call(calls.updateHistory, change, { key: 'history-1' })).toEqual(first)
  const foreign = await viewer.envelope(calls.updateHistory, { ...change, ...first })
  expect(foreign.code).toBe(40400)
  expect((await admin.call(calls.queryHistoryList)).history).toBe(text('once'))
})

test('C-30 texts above 64 kB, unknown languages and unknown messages are refused by field', async () => {
  const admin = await server.as('admin')
  const seen = await admin.call(calls.querySubscribeList)
  const fits = `["${'中'.repeat(Math.floor((preferenceMaxBytes - 4) / 3))}"]`
  const version = seen.version + 1
  await admin.call(calls.subscribe, { id: seen.id, version: seen.version, favourite: fits })
  expect((await admin.call(calls.querySubscribeList)).favourite).toBe(fits)
  const field = async (call: object, input: object) => {
    const answer = await admin.envelope(call as never, input)
    return [answer.code, answer.errors?.map((e) => e.field)]
  }
  const long = `${fits}中`
  expect(await field(calls.updateHistory, { id: seen.id, version, history: long })).toEqual([40000, ['history']])
  expect(await field(calls.updateHistory, { id: seen.id, history: '[]' })).toEqual([40000, ['version']])
  expect(await field(calls.subscribe, { id: seen.id, version, favourite: long })).toEqual([40000, ['favourite']])
  expect(await field(calls.subscribe, { type: 'MESSAGE', key: 'NONE', channels: ['SMS'] })).toEqual([40000, ['key']])
  expect(await field(calls.subscribe, { type: 'MESSAGE', key: 'JOB_FAILED', channels: ['FAX'] })).toEqual([
    40000,
    ['channels.0'],
  ])
  expect(await field(calls.updateLanguage, { language: 'fr-FR' })).toEqual([40000, ['language']])
})

test('C-30 subscriptions of messages grow and shrink by channel', async () => {
  const clerk = await server.as('clerk', 'DC01')
  const message = (channels: string[]) => ({ type: 'MESSAGE', key: 'JOB_FAILED', channels })
  const channels = async () =>
    (await clerk.call(calls.querySubscribeList, {}, { language: 'en-US' })).messages.map((m) => [
      m.title,
      ...m.channels,
    ])
  expect(await clerk.call(calls.subscribe, message(['SMS', 'SMS']))).toBeNull()
  await clerk.call(calls.subscribe, message(['IN_APP', 'EMAIL']))
  expect(await channels()).toEqual([['A job failed', 'EMAIL', 'IN_APP', 'SMS']])
  await clerk.call(calls.unSubscribe, message(['SMS']))
  expect(await channels()).toEqual([['A job failed', 'EMAIL', 'IN_APP']])
  expect((await (await server.as('viewer')).call(calls.querySubscribeList)).messages).toEqual([])
  await clerk.call(calls.unSubscribe, message([]))
  expect(await channels()).toEqual([])
})

test('C-50 the language is kept per user, and favourites read before are not stale by it', async () => {
  const clerk = await server.as('clerk', 'DC01')
  expect(await clerk.call(calls.queryLanguage)).toEqual({ language: null })
  const seen = await clerk.call(calls.querySubscribeList)
  await clerk.call(calls.updateLanguage, { language: 'en-US' })
  expect(await clerk.call(calls.queryLanguage)).toEqual({ language: 'en-US' })
  expect((await clerk.call(getLoginUser)).locale).toBe('en-US')
  await clerk.call(calls.subscribe, { id: seen.id, version: seen.version, favourite: '[]' })
  expect((await clerk.call(getLoginUser)).locale).toBe('en-US')
  expect(await (await server.as('viewer')).call(calls.queryLanguage)).toEqual({ language: null })
})

test('C-15 each choice of how it looks is kept for itself, and comes with the next log-in on any device', async () => {
  const here = await server.as('nobody', 'DC01')
  const chosen = async () => (await (await server.as('nobody', 'DC01')).call(getLoginUser)).preferences
  expect(await chosen()).toEqual({})
  const there = await server.as('nobody', 'DC01')
  await Promise.all([
    here.call(calls.updateDisplay, { theme: 'dark', fontSize: 16 }),
    there.call(calls.updateDisplay, { density: 'compact', language: 'en-US' }),
  ])
  const first = { theme: 'dark', fontSize: 16, density: 'compact', language: 'en-US' }
  expect(await chosen()).toEqual(first)
  await here.call(calls.updateDisplay, { theme: 'system' })
  await here.call(calls.updateDisplay, {})
  expect(await chosen()).toEqual({ ...first, theme: 'system' })
  expect((await here.call(calls.queryLanguage)).language).toBe('en-US')
  // Neither favourites nor history have moved on by it.
  expect(await here.call(calls.queryHistoryList)).toMatchObject({ version: 0, history: '[]' })
  expect((await (await server.as('viewer')).call(getLoginUser)).preferences).toEqual({})
})

test('C-15 what is no choice is refused by field, and nothing of it is kept', async () => {
  const admin = await server.as('admin')
  for (const [field, value] of [
    ['theme', 'pink'],
    ['fontSize', 15],
    ['density', null],
    ['language', 'fr'],
    ['palette', '<b>'],
  ] as const) {
    const { code, errors } = await admin.envelope(calls.updateDisplay as never, { palette: 'weak', [field]: value })
    expect([Math.floor(code / 100), errors?.map((e) => e.field)], field).toEqual([400, [field]])
  }
  expect((await admin.call(getLoginUser)).preferences).toEqual({})
})

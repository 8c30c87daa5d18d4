import { faults } from '@lading/contract/kernel/fault.ts'
import { messageCalls } from '@lading/contract/sys/message.ts'
import { templateCalls as calls, templateFaults } from '@lading/contract/sys/messageTemplate.ts'
import { subscriptionCalls } from '@lading/contract/sys/subscription.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'
import { writeLetter } from '../mail/words.ts'
import { sendMessage } from './messages.ts'
import { readOwnWords } from './ownWords.ts'

let server: TestServer
let admin: Client
let viewer: Client
beforeAll(async () => {
  server = await openTestServer()
  ;[admin, viewer] = [await server.as('admin'), await server.as('viewer')]
})
afterAll(() => server.close())

const words = {
  key: 'TASK_ASSIGNED',
  title: ['新任务 {task}', 'New task {task}'],
  body: ['{by}请您做{task}', '{by} asks you to do {task}'],
} as const
const set = (
  more: Partial<{ title: readonly string[]; body: readonly string[]; version: number }> = {},
  who = admin,
) => {
  const { title, body, key, version } = { ...words, version: 0, ...more }
  const said = { titleZh: title[0] ?? '', titleEn: title[1] ?? '', bodyZh: body[0] ?? '', bodyEn: body[1] ?? '' }
  return who.envelope(calls.set, { key, version, ...said })
}
const letter = () =>
  server.inside('G', async (ctx) =>
    writeLetter([{ key: 'TASK_ASSIGNED', args: { by: '王', task: 'T1' }, link: null, createdAt: ctx.now() }], {
      ...{ language: 'zh-CN', timeZone: 'Asia/Shanghai', company: 'C', color: null, site: '' },
      own: await readOwnWords(ctx),
    }),
  )

test("a tenant's own words are what the bell and mails say, until it goes back to the product's", async () => {
  await server.inside('G', (ctx) =>
    sendMessage(ctx, [viewer.userId], 'TASK_ASSIGNED', { args: { by: '王', task: 'T1' } }),
  )
  const bell = async () => (await viewer.call(messageCalls.query, {})).records[0]
  expect(await bell()).toMatchObject({ key: 'TASK_ASSIGNED', own: null })
  expect((await letter()).subject).toBe('C：有任务指派给您')
  expect((await set()).data).toEqual({ version: 1 })
  expect(await bell()).toMatchObject({ own: { title: words.title, body: words.body } })
  expect(await letter()).toMatchObject({ subject: 'C：新任务 T1' })
  expect((await letter()).text).toContain('王请您做T1')
  expect(await admin.call(calls.list)).toEqual([{ ...words, version: 1 }])
  expect((await admin.call(subscriptionCalls.types)).filter((t) => t.isOwn).map((t) => t.key)).toEqual([words.key])
  // Who had not seen them does not write over them.
  expect((await set({ version: 0 })).code).toBe(faults.stale.code)
  expect((await set({ version: 1, title: ['任务', 'Task'] })).data).toEqual({ version: 2 })
  const foreign = await server.as('admin', 'G', 'two')
  expect(await foreign.call(calls.list)).toEqual([])
  await foreign.call(calls.restore, { key: 'TASK_ASSIGNED' })
  expect((await admin.call(calls.list)).length).toBe(1)
  await admin.call(calls.restore, { key: 'TASK_ASSIGNED' })
  await admin.call(calls.restore, { key: 'TASK_ASSIGNED' })
  expect(await admin.call(calls.list)).toEqual([])
  expect(await bell()).toMatchObject({ own: null })
  expect((await letter()).subject).toBe('C：有任务指派给您')
})

test('a placeholder that the kind does not have is refused in words, and nothing is kept', async () => {
  const refused = await set({ body: ['{who}请您', 'x'] })
  expect(refused.code).toBe(templateFaults.unknown.code)
  expect(refused.message).toContain('{who}')
  expect(refused.message).toContain('{task} {by}')
  expect((await set({ title: ['新任务 {task', 'x'] })).code).toBe(templateFaults.unknown.code)
  expect((await set({ title: [' ', 'x'] })).code).toBe(faults.invalid.code)
  expect((await set({}, viewer)).code).toBe(40301)
  expect(await admin.call(calls.list)).toEqual([])
})

import { gzipSync } from 'node:zlib'
import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { appVersion } from '@lading/contract/sys/app.ts'
import { appCalls as calls } from '@lading/contract/sys/appCalls.ts'
import { messageCalls } from '@lading/contract/sys/message.ts'
import { preferenceCalls } from '@lading/contract/sys/preference.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Seen } from '../../kernel/rules.ts'
import { hostileTexts } from '../../testing/hostile.ts'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
let admin: Client
let nobody: Client
beforeAll(async () => {
  server = await openTestServer()
  admin = await server.as('admin')
  nobody = await server.as('nobody')
})
afterAll(() => server.close())

const newVersion = (versionCode: number, more: object = {}) => ({
  appName: 'handheld',
  versionName: `1.${versionCode}`,
  versionCode,
  downloadUrl: `https://apps.example/handheld-${versionCode}.apk`,
  ...more,
})
const newest = (versionCode = 0) => nobody.call(calls.getNewest, { appName: 'handheld', versionCode })

test('a device is offered the newest published version above its own, with all that the QR code needs', async () => {
  const { id } = await admin.call(calls.create, { appName: 'handheld', title: '手持终端', platform: 'PDA' })
  expect(await nobody.call(calls.getAllApp)).toEqual([
    { id, version: 0, appName: 'handheld', title: '手持终端', platform: 'PDA', disabled: false },
  ])
  const change = { id, version: 0, title: '手持终端二代', platform: 'ANDROID' }
  expect((await nobody.envelope(calls.update, change)).code).toBe(40301)
  await admin.call(calls.update, change)
  expect((await admin.envelope(calls.update, change)).code).toBe(40900)
  expect(await nobody.call(calls.getAllApp)).toMatchObject([
    { version: 1, appName: 'handheld', title: '手持终端二代', platform: 'ANDROID' },
  ])
  const first = await admin.call(calls.createVersion, newVersion(10, { introduce: '首版', force: true }))
  expect(await newest()).toBeNull()
  await admin.call(calls.enable, first)
  expect(await newest()).toEqual({
    appName: 'handheld',
    versionName: '1.10',
    versionCode: 10,
    introduce: '首版',
    add: null,
    update: null,
    fix: null,
    downloadUrl: 'https://apps.example/handheld-10.apk',
    force: true,
    sha256: null,
    size: null,
  })
  const second = await admin.call(calls.createVersion, newVersion(11, { fix: '扫码' }))
  const live = await admin.call(calls.enable, second)
  expect(await newest()).toMatchObject({ versionCode: 11, fix: '扫码', force: true })
  expect(await newest(10)).toMatchObject({ versionCode: 11, force: false })
  expect(await newest(11)).toBeNull()
  await admin.call(calls.disable, live)
  expect(await newest(10)).toBeNull()
  expect(await (await server.as('admin', 'G', 'two')).call(calls.getNewest, { appName: 'handheld' })).toBeNull()
})

test('versions only grow, a published one stays, and a wrong input is refused by field', async () => {
  await admin.call(calls.create, { appName: 'kiosk', title: 'Kiosk', platform: 'WEB' })
  const made = await admin.call(calls.createVersion, newVersion(5, { appName: 'kiosk' }))
  const refused = async (call: object, input: object) => {
    const { code, errors } = await admin.envelope(call as never, input)
    return [code, errors?.map((e) => e.field)]
  }
  expect(await refused(calls.createVersion, newVersion(5, { appName: 'kiosk' }))).toEqual([42802, ['versionCode']])
  expect(await refused(calls.createVersion, newVersion(6, { appName: 'nothing' }))).toEqual([40400, undefined])
  for (const downloadUrl of ['javascript:alert(1)', '//evil.example/a.apk', 'apk'])
    expect(await refused(calls.createVersion, newVersion(6, { downloadUrl })), downloadUrl).toEqual([
      40000,
      ['downloadUrl'],
    ])
  expect(await refused(calls.createVersion, newVersion(6, { versionName: '', sha256: 'x' }))).toEqual([
    40000,
    expect.arrayContaining(['versionName', 'sha256']),
  ])
  const better = await admin.call(calls.updateVersion, { ...made, versionCode: 7, appName: 'handheld', appId: '1' })
  const [row] = (await admin.call(calls.query, { filter: { appName: 'kiosk' } })).records
  expect(row).toMatchObject({ versionCode: 7, appName: 'kiosk', disabled: true, publishedAt: null })
  expect(await refused(calls.updateVersion, { ...made, versionName: '2' })).toEqual([40900, undefined])
  expect(await refused(calls.enable, { id: 'x', version: 0 })).toEqual([40000, ['id']])
  const live = (await admin.call(calls.enable, better)) as { id: string; version: number }
  expect(await refused(calls.updateVersion, { ...live, versionCode: 8 })).toEqual([42206, undefined])
  expect(await refused(calls.remove, live)).toEqual([42803, undefined])
  const draft = await admin.call(calls.createVersion, newVersion(9, { appName: 'kiosk' }))
  expect(await admin.call(calls.remove, draft)).toBeNull()
  expect((await admin.envelope(calls.get, { id: draft.id })).code).toBe(40400)
})

test('devices note what they installed, and send their logs', async () => {
  const { id } = await nobody.call(calls.createRecord, {
    appName: 'handheld',
    device: 'PDA-07',
    fromVersionCode: 10,
    toVersionCode: 11,
    versionName: '1.11',
  })
  const { records } = await admin.call(calls.queryRecords, { filter: { device: 'PDA' } })
  expect(records).toMatchObject([{ id, appName: 'handheld', fromVersionCode: 10, toVersionCode: 11 }])
  const send = (data: Buffer | string) =>
    nobody.envelope(calls.uploadAppLog, { appName: 'handheld', device: 'PDA-07' }, { file: { name: '../a.gz', data } })
  const log = gzipSync('scan failed')
  const kept = (await send(log)).data as { id: string }
  const { rows } = await server.db.owner.query('select name, size, content from sys_app_log where id = $1', [kept.id])
  expect(rows).toEqual([{ name: 'a.gz', size: log.length, content: log }])
  expect(await send('scan failed')).toMatchObject({ code: 42805, message: '日志必须是gz文件' })
  expect((await send('')).code).toBe(42804)
  expect((await send(Buffer.alloc(21 * 1024 * 1024))).code).toBe(41300)
  expect((await nobody.envelope(calls.query, {})).code).toBe(40301)
})

test('what people write about apps and versions comes back as it was', async () => {
  for (const [i, text] of hostileTexts.entries()) {
    const [appName, short] = [`h${i}`, [...text].slice(0, 60).join('')]
    await admin.call(calls.create, { appName, title: short, platform: 'WEB' })
    const made = await admin.call(calls.createVersion, newVersion(1, { appName, introduce: text, fix: text }))
    expect(await admin.call(calls.get, { id: made.id })).toMatchObject({ introduce: text, fix: text })
  }
  const titles = (await nobody.call(calls.getAllApp)).map((a) => a.title)
  for (const text of hostileTexts) expect(titles).toContain([...text].slice(0, 60).join(''))
})

test('devices learn the time and the zone of their organisation', async () => {
  const { time, zone } = await nobody.call(calls.getSysTime)
  expect(Math.abs(Date.parse(time) - Date.now())).toBeLessThan(60_000)
  expect(zone).toBe('Asia/Shanghai')
})

const versions = crudCalls(appVersion)
test('the page registers, publishes and withdraws a version as other masters are, and keeps what was published', async () => {
  const { id: appId } = await admin.call(calls.create, { appName: 'scanner', title: 'Scanner', platform: 'PDA' })
  const { appName: _, ...typed } = newVersion(3)
  const made = (await admin.call(versions.create, { ...typed, appId })) as Seen
  const refused = async (input: object) => (await admin.envelope(versions.create, { ...typed, appId, ...input })).code
  expect(await refused({})).toBe(42802)
  expect(await refused({ versionCode: 4, minVersionCode: 5 })).toBe(42809)
  expect(await refused({ versionCode: 4, downloadUrl: 'javascript:alert(1)' })).toBe(40000)
  expect(await refused({ versionCode: 4, grayPercent: 101 })).toBe(40000)
  expect(await refused({ versionCode: 4, appId: '1' })).toBe(40400)
  const { records } = await admin.call<{ records: object[] }>(versions.query, { filter: { appName: ['scanner'] } })
  const [row] = records
  expect(row).toMatchObject({ id: made.id, appName: 'scanner', disabled: true, grayPercent: 100, publishedAt: null })
  const enabled = (await admin.call(versions.enable, made)) as Seen
  expect(enabled.version).toBe(1)
  const now = (await admin.call(versions.getById, { id: made.id })) as Seen
  expect((await admin.envelope(versions.remove, now)).code).toBe(42803)
  expect((await nobody.envelope(versions.query, {})).code).toBe(40301)
})

test('a version that is not yet for all goes to its organisations and its share of devices, always the same', async () => {
  const { id: appId } = await admin.call(calls.create, { appName: 'gray', title: 'Gray', platform: 'PDA' })
  const offer = async (versionCode: number, more: object) => {
    const { appName: _, ...typed } = newVersion(versionCode)
    await admin.call(versions.enable, (await admin.call(versions.create, { ...typed, appId, ...more })) as Seen)
  }
  const asked = async (who: Client, device: string, versionCode = 0) =>
    (await who.call(calls.getNewest, { appName: 'gray', versionCode, device }))?.versionCode
  await offer(1, {})
  await offer(2, { grayOrgIds: [server.one.orgs.get('DC01')?.id] })
  await offer(3, { grayPercent: 30 })
  const devices = Array.from({ length: 200 }, (_, i) => `PDA-${i}`)
  const got = await Promise.all(devices.map((d) => asked(nobody, d)))
  const share = got.filter((code) => code === 3).length
  expect(share).toBeGreaterThan(30)
  expect(share).toBeLessThan(90)
  expect(new Set(got)).toEqual(new Set([1, 3]))
  expect(await Promise.all(devices.map((d) => asked(nobody, d)))).toEqual(got)
  const other = devices[got.indexOf(1)] ?? ''
  expect(await asked(await server.as('admin', 'DC01'), other)).toBe(2)
  await offer(4, { grayPercent: 0 })
  expect(await asked(nobody, other)).toBe(1)
})

test('whose version is older than the oldest allowed must update, others may', async () => {
  const { id: appId } = await admin.call(calls.create, { appName: 'floor', title: 'Floor', platform: 'PDA' })
  const { appName: _, ...typed } = newVersion(8, { minVersionCode: 5 })
  await admin.call(versions.enable, (await admin.call(versions.create, { ...typed, appId })) as Seen)
  const force = async (versionCode: number) =>
    (await nobody.call(calls.getNewest, { appName: 'floor', versionCode }))?.force
  expect([await force(4), await force(5)]).toEqual([true, false])
})

test('an app that is off offers nothing and says so; nothing of it is made or published until it is on again', async () => {
  const { id, version } = await admin.call(calls.create, { appName: 'off', title: '旧手持', platform: 'PDA' })
  const ask = () => nobody.envelope(calls.getNewest, { appName: 'off', versionCode: 0 })
  const first = await admin.call(calls.createVersion, newVersion(1, { appName: 'off' }))
  const second = await admin.call(calls.createVersion, newVersion(2, { appName: 'off' }))
  await admin.call(calls.enable, first)
  expect((await ask()).data).toMatchObject({ versionCode: 1 })
  expect((await nobody.envelope(calls.turnOff, { id, version })).code).toBe(40301)
  const foreign = await server.as('admin', 'G', 'two')
  expect((await foreign.envelope(calls.turnOff, { id, version })).code).toBe(40400)
  const off = await admin.call(calls.turnOff, { id, version })
  expect((await admin.envelope(calls.turnOff, { id, version })).code).toBe(40900)
  expect(await admin.call(calls.turnOff, off)).toEqual(off)
  expect(await ask()).toMatchObject({ code: 42599, message: '应用[旧手持]已停用' })
  expect((await admin.envelope(calls.createVersion, newVersion(3, { appName: 'off' }))).code).toBe(42599)
  expect((await admin.envelope(calls.enable, second)).code).toBe(42599)
  await admin.call(calls.turnOn, off)
  await admin.call(calls.enable, second)
  expect((await ask()).data).toMatchObject({ versionCode: 2 })
})

test('a log is listed and fetched by who keeps apps, and by nobody else', async () => {
  const data = gzipSync('battery low')
  const file = { name: 'x.txt', data }
  const sent = await nobody.envelope(calls.uploadAppLog, { appName: 'logged', device: 'PDA-01' }, { file })
  const { id } = sent.data as { id: string }
  const list = await admin.call(calls.queryLogs, { appName: 'logged' })
  expect(list).toMatchObject({ total: 1, records: [{ id, device: 'PDA-01', name: 'x.txt', size: data.length }] })
  const got = await admin.bytes(calls.downloadLog, { id })
  expect(got.data).toEqual(data)
  expect((await nobody.envelope(calls.downloadLog, { id })).code).toBe(40301)
  const foreign = await server.as('admin', 'G', 'two')
  expect((await foreign.envelope(calls.downloadLog, { id })).code).toBe(40400)
})

test('who asked for it hears of a version when it is published first, and not again', async () => {
  const reader = await server.as('admin', 'DC01')
  await reader.call(preferenceCalls.subscribe, { type: 'MESSAGE', key: 'APP_VERSION', channels: ['IN_APP'] })
  const { id: appId } = await admin.call(calls.create, { appName: 'told', title: 'Told', platform: 'PDA' })
  const { appName: _, ...typed } = newVersion(1)
  const heard = async () =>
    (await reader.call(messageCalls.query, {})).records.filter((m) => JSON.stringify(m).includes('told')).length
  const made = (await admin.call(versions.create, { ...typed, appId })) as Seen
  const switched = async (verb: 'enable' | 'disable') => {
    const { version } = (await admin.call(versions.getById, { id: made.id })) as Seen
    await admin.call(versions[verb], { id: made.id, version })
  }
  await switched('enable')
  expect(await heard()).toBe(1)
  await switched('disable')
  await switched('enable')
  expect(await heard()).toBe(1)
})

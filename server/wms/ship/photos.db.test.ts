import { documentCalls } from '@lading/contract/kernel/crud.ts'
import { faults } from '@lading/contract/kernel/fault.ts'
import { imageFaults } from '@lading/contract/sys/file.ts'
import { photoFaults, photosMax } from '@lading/contract/sys/photo.ts'
import { inspectionPhotos, shipPhotos } from '@lading/contract/wms/photos.ts'
import { shipBill } from '@lading/contract/wms/shipBill.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkInsert } from '../../kernel/bulk.ts'
import { pngOf } from '../../testing/images.ts'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'

const ship = documentCalls(shipBill as never)

let server: TestServer
let clerk: Client
let storeId = ''
beforeAll(async () => {
  server = await openTestServer()
  storeId = await server.inside('DC01', async (ctx) => {
    const id = ctx.newId()
    await bulkInsert(ctx.tx, 'wms_store', [{ tenantId: ctx.tenantId, id, code: 'S1', name: 'store' }])
    return id
  })
  clerk = await server.as('clerk', 'DC01')
})
afterAll(() => server.close())

const made = async (): Promise<string> =>
  (await clerk.call<{ id: string }>(ship.create, { route: 'L1', stops: [{ storeId }] })).id
const put = (id: string, data: Buffer, name = 'a.png', who = clerk) =>
  who.call(shipPhotos.add, { id }, { file: { name, data } })
const names = async (id: string, who = clerk) => (await who.call(shipPhotos.list, { id })).map((p) => p.name)
const show = (who: Client, id: string, photoId: string) => {
  const asked = { method: 'GET', url: `${shipPhotos.show.path}?id=${id}&photoId=${photoId}` } as const
  return server.app.inject({ ...asked, headers: who.sign(asked) })
}
const files = async () => (await server.db.owner.query('select count(*)::int as n from sys_file')).rows[0]?.n as number
const code = async (asked: Promise<{ code: number }>) => (await asked).code

test('what was seen at a document is kept with it, and in its log', async () => {
  const id = await made()
  const first = await put(id, pngOf('signed'), '签收单.png')
  await put(id, pngOf('broken'), '破损.jpg')
  expect(await clerk.call(shipPhotos.list, { id })).toMatchObject([
    { id: first.id, name: '签收单.png' },
    { name: '破损.png' },
  ])
  const got = await show(clerk, id, first.id)
  expect([got.statusCode, got.headers['content-type']]).toEqual([200, 'image/png'])
  expect(got.rawPayload.equals(pngOf('signed'))).toBe(true)
  const before = await files()
  expect(await clerk.call(shipPhotos.remove, { id, photoId: first.id })).toBe(null)
  expect(await names(id)).toEqual(['破损.png'])
  expect(await files()).toBe(before - 1)
  expect(await code(clerk.envelope(shipPhotos.remove, { id, photoId: first.id }))).toBe(faults.notFound.code)
  const log = await server.db.owner.query<{ before: object | null; after: object | null }>(
    `select before, after from sys_audit_log where subject_id = $1 and action = 'update' order by id`,
    [id],
  )
  expect(log.rows).toEqual([
    { before: null, after: { photo: '签收单.png' } },
    { before: null, after: { photo: '破损.png' } },
    { before: { photo: '签收单.png' }, after: null },
  ])
})

test('a photo is shown with its own document only, to whoever sees that', async () => {
  const [id, other] = [await made(), await made()]
  const photo = await put(id, pngOf('x'))
  const there = await server.as('admin', 'DC02')
  for (const [who, of] of [
    [clerk, other],
    [there, id],
    [await server.as('admin', 'DC01', 'two'), id],
  ] as const)
    expect((await show(who, of, photo.id)).json()).toMatchObject({ code: faults.notFound.code })
  expect(await code(there.envelope(shipPhotos.list, { id }))).toBe(faults.notFound.code)
  expect(await code(clerk.envelope(shipPhotos.remove, { id: other, photoId: photo.id }))).toBe(faults.notFound.code)
  // Of another kind of document it is none, even by the same number.
  expect(await code(clerk.envelope(inspectionPhotos.list, { id }))).toBe(faults.notFound.code)
  const viewer = await server.as('viewer', 'DC01')
  expect(await names(id, viewer)).toEqual(['a.png'])
  expect(await code(viewer.envelope(shipPhotos.remove, { id, photoId: photo.id }))).toBe(faults.forbidden.code)
  expect(await names(id)).toEqual(['a.png'])
})

test('what is refused leaves nothing behind', async () => {
  const id = await made()
  const before = await files()
  const refused = (data: Buffer) => code(clerk.envelope(shipPhotos.add, { id }, { file: { name: 'a.png', data } }))
  expect(await refused(Buffer.from('<svg onload=alert(1)>'))).toBe(imageFaults.wrongType.code)
  expect(await refused(pngOf('flood', 30_000, 30_000))).toBe(imageFaults.tooWide.code)
  expect(await refused(Buffer.alloc(0))).toBe(imageFaults.none.code)
  for (let i = 0; i < photosMax; i++) await put(id, pngOf(String(i)))
  expect(await refused(pngOf('one more'))).toBe(photoFaults.tooMany.code)
  expect(await files()).toBe(before + photosMax)
})

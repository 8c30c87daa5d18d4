import { createHash } from 'node:crypto'
import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { product } from '@lading/contract/mdm/product.ts'
import { clearProductImage, productImage, setProductImage } from '@lading/contract/mdm/productImage.ts'
import { imageMaxBytes } from '@lading/contract/sys/file.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkInsert } from '../../kernel/bulk.ts'
import { jpegOf, pngOf, webpOf } from '../../testing/images.ts'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'
import { buildYard, type Yard } from '../testing/yard.ts'

interface Made {
  id: string
  version: number
}
type Read = Made & { imageId: string | null; refs: Record<string, { name: string }> }
const [jpeg, webp] = [jpegOf(), webpOf()]

let server: TestServer
let group: Client
let dc: Client
let yard: Yard
beforeAll(async () => {
  server = await openTestServer()
  yard = await server.inside('DC01', (ctx) =>
    buildYard(ctx, { bins: {}, owners: ['O1', 'O2'], products: [{ code: 'X' }, { code: 'Y' }] }),
  )
  group = await server.as('admin')
  dc = await server.as('clerk', 'DC01')
})
afterAll(() => server.close())

const idOf = (code: string): string => yard.products.get(code)?.id ?? ''
const read = (code: string) => group.call<Read>(crudCalls(product).getById, { id: idOf(code) })
const files = () =>
  server.inside('G', (ctx) =>
    ctx.tx.query<{ id: string; name: string; type: string; size: number; sha256: string }>(
      sql`select id, name, type, size, sha256 from sys_file where tenant_id = ${ctx.tenantId} order by id`,
    ),
  )
async function put(code: string, data: Buffer, name = 'a.png', who = group): Promise<Made> {
  const { id, version } = await read(code)
  return who.call(setProductImage, { id, version }, { file: { name, data } })
}
const get = (who: Client, code: string, headers: Record<string, string> = {}) => {
  const asked = { method: 'GET', url: `${productImage.path}?id=${idOf(code)}` } as const
  return server.app.inject({ ...asked, headers: { ...who.sign(asked), ...headers } })
}

test('an image is known by its bytes, kept as it came, and shown in place', async () => {
  const data = pngOf('\u0000\u00ff binary')
  // The name lies, and is shown as a name only.
  const made = await put('X', data, '可乐.html')
  const row = await read('X')
  expect(row.version).toBe(made.version)
  expect(row.refs.imageId?.name).toBe('可乐.png')
  const hash = createHash('sha256').update(data).digest('hex')
  expect(await files()).toEqual([{ id: row.imageId, name: '可乐.png', type: 'PNG', size: data.length, sha256: hash }])
  const got = await get(dc, 'X')
  expect(got.statusCode).toBe(200)
  expect(got.rawPayload.equals(data)).toBe(true)
  expect(got.headers).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-cache',
    etag: `"${hash}"`,
  })
  expect(got.headers['content-disposition']).toMatch(/^inline; filename="[\w.-]+"; filename\*=UTF-8''%E5%8F%AF/)
  const again = await get(dc, 'X', { 'if-none-match': `"${hash}"` })
  expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0])
  expect((await get(dc, 'X', { 'if-none-match': '"other"' })).statusCode).toBe(200)
})

test('another image takes the place of the one before, and none is left behind', async () => {
  await put('X', jpeg, 'b.jpg')
  expect(await files()).toMatchObject([{ name: 'b.jpg', type: 'JPEG' }])
  await put('X', webp, 'c')
  expect(await files()).toMatchObject([{ name: 'c.webp', type: 'WEBP' }])
  expect((await get(group, 'X')).headers['content-type']).toBe('image/webp')
  const { version } = await read('X')
  const [last] = await server.inside('G', (ctx) =>
    ctx.tx.query(sql`
      select before, after from sys_audit_log where tenant_id = ${ctx.tenantId} and subject_id = ${idOf('X')} order by id desc limit 1`),
  )
  expect(last).toEqual({ before: { imageId: 'b.jpg' }, after: { imageId: 'c.webp' } })
  await group.call(clearProductImage, { id: idOf('X'), version })
  expect(await files()).toEqual([])
  expect(await read('X')).toMatchObject({ imageId: null, version: version + 1 })
  expect((await get(group, 'X')).json()).toMatchObject({ code: 40400 })
})

test('what is no image, is too large or is of a stale form changes nothing', async () => {
  await put('Y', pngOf('y'))
  const before = [await read('Y'), await files()]
  for (const wrong of ['<svg onload="alert(1)"/>', '<html>', 'GIF89a', ''])
    await expect(put('Y', Buffer.from(wrong), 'a.png')).rejects.toThrow()
  await expect(put('Y', Buffer.from('%PDF-1.7'), 'a.png')).rejects.toThrow('文件不是PNG、JPEG或WebP图片')
  await expect(put('Y', Buffer.concat([pngOf(''), Buffer.alloc(imageMaxBytes)]))).rejects.toThrow('图片超过2MB')
  const { id, version } = await read('Y')
  const stale = group.call(setProductImage, { id, version: version - 1 }, { file: { name: 'a', data: pngOf('z') } })
  await expect(stale).rejects.toThrow('已被')
  await expect(group.call(clearProductImage, { id, version: version - 1 })).rejects.toThrow('已被')
  expect([await read('Y'), await files()]).toEqual(before)
  const most = Buffer.concat([pngOf(''), Buffer.alloc(imageMaxBytes - pngOf('').length, 7)])
  await put('Y', most)
  expect((await get(dc, 'Y')).rawPayload.equals(most)).toBe(true)
  await put('Y', pngOf('y'))
})

test('only who may change products sets an image, at the enterprise; sent twice it is set once', async () => {
  const viewer = await server.as('viewer')
  await expect(put('Y', pngOf('v'), 'v', viewer)).rejects.toMatchObject({ code: 40301 })
  await expect(put('Y', pngOf('v'), 'v', dc)).rejects.toThrow()
  const { id, version } = await read('Y')
  const send = () =>
    group.call<Made>(setProductImage, { id, version }, { key: 'once', file: { name: 'once', data: pngOf('1') } })
  expect(await send()).toEqual(await send())
  expect(await files()).toMatchObject([{ name: 'once.png' }])
  const other = { key: 'once', file: { name: 'once', data: pngOf('2') } }
  await expect(group.call(setProductImage, { id, version }, other)).rejects.toMatchObject({ code: 40901 })
})

test('a product that is removed takes its image along, one that is used keeps it', async () => {
  const remove = async (id: string) => {
    const { version } = await group.call<Made>(crudCalls(product).getById, { id })
    return group.call(crudCalls(product).remove, { id, version })
  }
  const made = await group.call<Made>(crudCalls(product).create, { code: 'NEW', name: 'new', qpcs: [{ qpc: '1' }] })
  await group.call(setProductImage, { id: made.id, version: 0 }, { file: { name: 'new', data: pngOf('n') } })
  const before = await files()
  expect(before.map((f) => f.name)).toContain('new.png')
  await server.inside('DC01', async (ctx) => {
    const values = { tenantId: ctx.tenantId, orgId: ctx.org.id, id: ctx.newId() }
    const binId = yard.bins.get('V_ADJUST')
    await bulkInsert(ctx.tx, 'wms_product_bin', [{ ...values, productId: made.id, binId, role: 'PICK' }])
  })
  await expect(remove(made.id)).rejects.toThrow()
  expect(await files()).toEqual(before)
  await server.inside('DC01', (ctx) =>
    ctx.tx.run(sql`delete from wms_product_bin where tenant_id = ${ctx.tenantId} and product_id = ${made.id}`),
  )
  await remove(made.id)
  expect((await files()).map((f) => f.name)).not.toContain('new.png')
})

test('nobody sees an image of another tenant or of an owner who is not his', async () => {
  const stranger = await server.as('admin', 'G', 'two')
  expect((await get(stranger, 'Y')).json()).toMatchObject({ code: 40400 })
  const { version } = await read('Y')
  for (const work of [
    () => stranger.call(setProductImage, { id: idOf('Y'), version }, { file: { name: 'a', data: pngOf('2') } }),
    () => stranger.call(clearProductImage, { id: idOf('Y'), version }),
  ])
    await expect(work()).rejects.toMatchObject({ code: 40400 })
  expect((await get(group, 'Y')).statusCode).toBe(200)
  await put('X', pngOf('x'))
  await server.inside('DC01', async (ctx) => {
    const { tenantId } = ctx
    const ownerId = yard.owners.get('O2')
    await ctx.tx.run(sql`
      delete from mdm_product_owner where tenant_id = ${tenantId} and product_id = ${idOf('Y')} and owner_id = ${ownerId}`)
    await bulkInsert(ctx.tx, 'sys_user_owner', [{ tenantId, id: ctx.newId(), userId: dc.userId, ownerId }])
    await ctx.tx.run(sql`
      insert into sys_permission_version (tenant_id, id, number) values (${tenantId}, ${ctx.newId()}, 1)
      on conflict (tenant_id) do update set number = sys_permission_version.number + 1`)
  })
  expect((await get(dc, 'Y')).json()).toMatchObject({ code: 40400 })
  expect((await get(dc, 'X')).statusCode).toBe(200)
  // Nobody at all sees nothing.
  const open = await server.app.inject({ method: 'GET', url: `${productImage.path}?id=${idOf('X')}` })
  expect(open.statusCode).toBe(401)
})

import { faults, refuse } from '@lading/contract/kernel/fault.ts'
import {
  type Brand,
  type BrandImageName,
  brand,
  brandImageNames,
  brandCalls as calls,
} from '@lading/contract/sys/brand.ts'
import type { file as fileTable } from '@lading/contract/sys/file.ts'
import type { Branding } from '@lading/contract/sys/open.ts'
import sql, { raw } from 'sql-template-tag'
import { type Ctx, found, systemIdentity, systemOrg } from '../kernel/ctx.ts'
import {
  type FileAnswer,
  type OutsideRequest,
  type Served,
  serve,
  serveOutside,
  type Upload,
} from '../kernel/http/serve.ts'
import { type Kernel, perform } from '../kernel/perform.ts'
import type { RowOf } from '../kernel/rowOf.ts'
import { snake, type Tx } from '../kernel/tx.ts'
import { dropFile, keepImage, readImage } from '../platform/file/image.ts'

type Ids = Readonly<Record<`${BrandImageName}Id`, string | null>>
type Row = Pick<Brand, 'version' | 'slogan' | 'enterpriseWebsite' | 'color'> & Ids & { readonly id: string }
type Facts = Readonly<Record<string, unknown>>
type Urls = Readonly<Record<BrandImageName, string | null>>

const columnOf = (name: BrandImageName) => raw(snake(`${name}Id`))

/** Another picture has another id, so that browsers may keep what they have. */
const urlsOf = (tenant: string, row: Ids): Urls => {
  const url = (id: string | null) => id && `${calls.image.path}?${new URLSearchParams({ tenant, id })}`
  return Object.fromEntries(brandImageNames.map((name) => [name, url(row[`${name}Id`])])) as Urls
}

interface Told extends Pick<Branding, 'companyName' | 'enterpriseWebsite' | 'color'> {
  readonly slogan: string | null
  readonly images: Urls
  readonly version: number
}
/** A tenant as it wants to be seen, by whoever is told. */
export async function readBrand(tx: Tx, tenantId: string): Promise<Told> {
  const { code, name, ...own } = await tx.one<Row & { code: string; name: string }>(sql`
    select t.code, t.name, b.* from sys_tenant t left join sys_brand b on b.tenant_id = t.id where t.id = ${tenantId}`)
  const { version, slogan, enterpriseWebsite, color } = own
  return { version: version ?? 0, companyName: name, slogan, enterpriseWebsite, color, images: urlsOf(code, own) }
}

async function show(ctx: Ctx): Promise<Brand> {
  const { companyName: _, ...own } = await readBrand(ctx.tx, ctx.tenantId)
  return own
}

/** The tenant's row as its caller saw it, held until the change of it is done. It looks the same in all organisations. */
async function lock(ctx: Ctx, version: number): Promise<Row> {
  if (ctx.org.type !== 'GROUP') refuse(faults.notGroup)
  await ctx.tx.run(sql`
    insert into sys_brand (tenant_id, id, created_at, created_by) values (${ctx.tenantId}, ${ctx.newId()}, ${ctx.now()}, ${ctx.userId})
    on conflict do nothing`)
  const row = await ctx.tx.one<Row>(sql`select * from sys_brand where tenant_id = ${ctx.tenantId} for update`)
  if (row.version !== version) refuse(faults.stale)
  return row
}

function tell(ctx: Ctx, row: Row, before: Facts, after: Facts): { version: number } {
  ctx.audit({ subject: brand.key, subjectId: row.id, subjectNo: '', action: 'update', before, after })
  return { version: row.version + 1 }
}

async function update(ctx: Ctx, input: Pick<Row, 'version' | 'slogan' | 'enterpriseWebsite' | 'color'>) {
  const row = await lock(ctx, input.version)
  const after = { slogan: input.slogan || null, enterpriseWebsite: input.enterpriseWebsite, color: input.color }
  await ctx.tx.run(sql`
    update sys_brand set slogan = ${after.slogan}, enterprise_website = ${after.enterpriseWebsite}, color = ${after.color},
      version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
    where tenant_id = ${ctx.tenantId}`)
  const { slogan, enterpriseWebsite, color } = row
  return tell(ctx, row, { slogan, enterpriseWebsite, color }, after)
}

/** The picture before is nobody else's: it goes in the same transaction, so that none is ever left behind. */
async function put(ctx: Ctx, row: Row, name: BrandImageName, image: { id: string; name: string } | null) {
  const field = `${name}Id` as const
  const old = row[field]
  await ctx.tx.run(sql`
    update sys_brand set ${columnOf(name)} = ${image?.id ?? null}, version = version + 1, updated_at = ${ctx.now()},
      updated_by = ${ctx.userId}
    where tenant_id = ${ctx.tenantId}`)
  const was = old === null ? undefined : await nameOf(ctx, old)
  if (old !== null) await dropFile(ctx, old)
  return tell(ctx, row, { [field]: was ?? null }, { [field]: image?.name ?? null })
}
const nameOf = async (ctx: Ctx, id: string): Promise<string> =>
  (
    await ctx.tx.one<RowOf<typeof fileTable, 'name'>>(
      sql`select name from sys_file where tenant_id = ${ctx.tenantId} and id = ${id}`,
    )
  ).name

interface Place {
  readonly name: BrandImageName
  readonly version: number
}
async function setImage(ctx: Ctx, { name, version }: Place, upload?: Upload) {
  const row = await lock(ctx, version)
  return put(ctx, row, name, await keepImage(ctx, upload))
}
const clearImage = async (ctx: Ctx, { name, version }: Place) => put(ctx, await lock(ctx, version), name, null)

/** Another picture has another address. Who opens the log-in page each morning reads what he has. */
const forGood = 'public, max-age=31536000, immutable'
/** To anybody, and therefore only what the tenant shows on its log-in page: never another of its files. */
async function showImage(
  kernel: Kernel,
  tenantOf: (code: string) => Promise<string | undefined>,
  request: OutsideRequest,
  { tenant, id }: { tenant: string; id: string },
): Promise<FileAnswer> {
  const title = brand.title
  const tenantId = found(await tenantOf(tenant), title)
  return perform(
    kernel,
    tenantId,
    request.origin,
    systemIdentity(tenantId, systemOrg),
    async (ctx) => {
      const own = await ctx.tx.maybe<Ids>(sql`select * from sys_brand where tenant_id = ${tenantId}`)
      found(
        brandImageNames.find((name) => own?.[`${name}Id`] === id),
        title,
      )
      const { headers, ...image } = await readImage(ctx, id, request.header('if-none-match'))
      return { ...image, headers: { ...headers, 'cache-control': forGood } }
    },
    { read: true },
  )
}

/** The brand of the caller's tenant, and its pictures for anybody. */
export const brandServed = (kernel: Kernel, tenantOf: (code: string) => Promise<string | undefined>): Served[] => [
  serve(calls.get, show),
  serve(calls.update, update),
  serve(calls.setImage, setImage),
  serve(calls.clearImage, clearImage),
  serveOutside(calls.image, (request, input) => showImage(kernel, tenantOf, request, input)),
]

import { type Branding, defaultBranding, type Environment, openCalls } from '@lading/contract/sys/open.ts'
import sql from 'sql-template-tag'
import { type Kernel, perform, systemIdentity, systemOrg } from '../kernel/ctx.ts'
import { type OutsideRequest, type Served, serveOutside } from '../kernel/http/serve.ts'

interface Version {
  readonly version: string
  readonly buildTime: string
}
export interface Installation {
  readonly version: Version
  readonly environment: Environment
  /** The id of an active tenant's code. */
  readonly tenantOf: (code: string) => Promise<string | undefined>
}

type Own = Pick<
  Branding,
  | 'companyName'
  | 'enterpriseWebsite'
  | 'loginBackgroundUrl'
  | 'loginLogoUrl'
  | 'mediumLogoUrl'
  | 'colorLogoUrl'
  | 'sloganImageUrl'
> & { slogan: string | null }

/** How a tenant's log-in page looks. One that nobody knows looks like one that has set nothing. */
async function readBranding(
  kernel: Kernel,
  o: Installation,
  request: OutsideRequest,
  input: { tenant: string },
): Promise<Branding> {
  const tenant = input.tenant.trim()
  const tenantId = tenant === '' ? undefined : await o.tenantOf(tenant)
  if (tenantId === undefined) return { tenant, ...defaultBranding }
  const own = await perform(
    kernel,
    tenantId,
    request.origin,
    systemIdentity(tenantId, systemOrg),
    (ctx) =>
      ctx.tx.one<Own>(sql`
        select name as company_name, enterprise_website, slogan, login_background_url, login_logo_url, medium_logo_url,
          color_logo_url, slogan_image_url from sys_tenant where id = ${tenantId}`),
    { read: true },
  )
  return { tenant, ...defaultBranding, ...own, slogan: own.slogan ?? defaultBranding.slogan }
}

const yearOf = (buildTime: string): number | null => {
  const year = Number(/^\d{4}/.exec(buildTime)?.[0])
  return Number.isInteger(year) && year >= 2021 ? year : null
}

/** What is told to anybody: the caller's address, versions, and how the log-in page looks. */
export const openServed = (kernel: Kernel, o: Installation): Served[] => [
  ...openCalls.clientIps.map((call) => serveOutside(call, async ({ origin }) => ({ ip: origin.ip }))),
  ...openCalls.infos.map((call) => serveOutside(call, async () => o.version)),
  serveOutside(openCalls.info, async () => ({
    ...o.version,
    name: 'Lading',
    env: o.environment,
    serverTime: kernel.now().toISOString(),
    copyrightYear: yearOf(o.version.buildTime),
  })),
  serveOutside(openCalls.loginUrl, (request, input) => readBranding(kernel, o, request, input)),
]

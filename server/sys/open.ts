import { type Branding, defaultBranding, type Environment, openCalls } from '@lading/contract/sys/open.ts'
import { systemIdentity, systemOrg } from '../kernel/ctx.ts'
import { type OutsideRequest, type Served, serveOutside } from '../kernel/http/serve.ts'
import { type Kernel, perform } from '../kernel/perform.ts'
import { brandServed, readBrand } from './brand.ts'

interface Version {
  readonly version: string
  /** Null where nothing tells it. */
  readonly buildTime: string | null
}
export interface Installation {
  readonly version: Version
  readonly environment: Environment
  /** The id of an active tenant's code. */
  readonly tenantOf: (code: string) => Promise<string | undefined>
}

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
  const { slogan, images, companyName, enterpriseWebsite, color } = await perform(
    kernel,
    tenantId,
    request.origin,
    systemIdentity(tenantId, systemOrg),
    (ctx) => readBrand(ctx.tx, tenantId),
    { read: true },
  )
  return {
    tenant,
    ...defaultBranding,
    companyName,
    enterpriseWebsite,
    color,
    slogan: slogan ?? defaultBranding.slogan,
    loginBackgroundUrl: images.loginBackground,
    loginLogoUrl: images.loginLogo,
    mediumLogoUrl: images.mediumLogo,
    colorLogoUrl: images.colorLogo,
    sloganImageUrl: images.sloganImage,
  }
}

const yearOf = (buildTime: string | null): number | null => {
  const year = Number(/^\d{4}/.exec(buildTime ?? '')?.[0])
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
  ...brandServed(kernel, o.tenantOf),
  serveOutside(openCalls.loginUrl, (request, input) => readBranding(kernel, o, request, input)),
]

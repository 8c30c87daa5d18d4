import { z } from 'zod'
import { get } from '../kernel/call.ts'

/** What whoever asks may know of a tenant before anybody has logged in. */
const branding = z.object({
  tenant: z.string(),
  companyName: z.string(),
  enterpriseWebsite: z.string().nullable(),
  slogan: z.string(),
  loginBackgroundUrl: z.string().nullable(),
  loginLogoUrl: z.string().nullable(),
  mediumLogoUrl: z.string().nullable(),
  colorLogoUrl: z.string().nullable(),
  sloganImageUrl: z.string().nullable(),
  /** Six digits; each theme takes what can be read of it. */
  color: z.string().nullable(),
  captcha: z.boolean(),
  sso: z.array(z.object({ name: z.string(), url: z.string() })),
})
export type Branding = z.output<typeof branding>

/** 未指定租户: also that of a tenant that nobody knows, so that nobody can find out which there are. */
export const defaultBranding: Omit<Branding, 'tenant'> = {
  companyName: 'Lading',
  enterpriseWebsite: null,
  slogan: 'Make Your Supply Chain Smarter',
  loginBackgroundUrl: null,
  loginLogoUrl: null,
  mediumLogoUrl: null,
  colorLogoUrl: null,
  sloganImageUrl: null,
  color: null,
  captcha: false,
  sso: [],
}

/** What the installation is for, so that nobody ships from the training system. */
export const environments = ['PROD', 'TEST', 'TRAIN'] as const
export type Environment = (typeof environments)[number]

/** `buildTime` is null where nothing tells it. */
const version = z.object({ version: z.string(), buildTime: z.string().nullable() })

const clientIp = (area: string) =>
  get(`/${area}/api/getClientIp`, {
    title: ['客户端地址', 'Client address'],
    permission: 'open',
    output: z.object({ ip: z.string() }),
  })
const areaInfo = (area: string) =>
  get(`/${area}/api/info`, { title: ['服务版本', 'Version of the service'], permission: 'open', output: version })

/** Calls that need no session. */
export const openCalls = {
  clientIps: ['fw', 'tms', 'dps', 'saas'].map(clientIp),
  infos: ['wms', 'tms', 'dps', 'mdm', 'saas'].map(areaInfo),
  info: get('/fw/api/info', {
    title: ['系统信息', 'About the installation'],
    permission: 'open',
    output: version.extend({
      name: z.string(),
      env: z.enum(environments),
      serverTime: z.string(),
      copyrightYear: z.number().nullable(),
    }),
  }),
  loginUrl: get('/fw/api/loginUrl', {
    title: ['登录页品牌', "A tenant's login page"],
    permission: 'open',
    input: z.object({ tenant: z.string().max(32).default('') }),
    output: branding,
  }),
} as const

import { z } from 'zod'
import { get, id, post, version } from '../kernel/call.ts'
import { entity, entityPermission } from '../kernel/entity.ts'
import { code, ref, text } from '../kernel/field.ts'
import type { Text } from '../kernel/text.ts'
import { colorPattern } from './brandColor.ts'
import { org } from './org.ts'

/** Where a tenant's own pictures stand, in the order in which they are seen. */
export const brandImages = {
  loginBackground: ['登录背景', 'Login background'],
  loginLogo: ['登录标志', 'Login logo'],
  mediumLogo: ['中号标志', 'Medium logo'],
  colorLogo: ['彩色标志', 'Colour logo'],
  sloganImage: ['标语图片', 'Slogan image'],
} as const satisfies Record<string, Text>
export type BrandImageName = keyof typeof brandImages
export const brandImageNames = Object.keys(brandImages) as [BrandImageName, ...BrandImageName[]]

const image = (name: BrandImageName) => ref(brandImages[name], 'sys.file', { derived: true })

/** 企业品牌: how the product looks for a tenant's people. One row per tenant, its own. */
export const brand = entity('sys', 'brand', {
  title: ['企业品牌', 'Brand'],
  fields: {
    slogan: text(['标语', 'Slogan'], { max: 100 }),
    enterpriseWebsite: text(['企业网址', 'Website'], { max: 300 }),
    color: code(['主题色', 'Colour'], { max: 7 }),
    loginBackgroundId: image('loginBackground'),
    loginLogoId: image('loginLogo'),
    mediumLogoId: image('mediumLogo'),
    colorLogoId: image('colorLogo'),
    sloganImageId: image('sloganImage'),
  },
  unique: [[]],
  actions: [],
})

/** A web address, or the name of a site. */
export const websitePattern = /^(https?:\/\/)?[^\s/:@.]+(\.[^\s/:@.]+)+(:\d{1,5})?([/?#]\S*)?$/i

const shown = z.object({
  /** 0 as long as nothing was ever set. */
  version,
  slogan: z.string().nullable(),
  enterpriseWebsite: z.string().nullable(),
  color: z.string().nullable(),
  /** Addresses under which anybody sees the pictures, as the log-in page does. */
  images: z.record(z.enum(brandImageNames), z.string().nullable()),
})
export type Brand = z.output<typeof shown>

const at = '/fw/api/sys/brand'
const mayChange = entityPermission(org, 'update')
const changed = z.object({ version })

export const brandCalls = {
  get: get(`${at}/get`, {
    title: ['查看企业品牌', 'View the brand'],
    permission: entityPermission(org, 'view'),
    output: shown,
  }),
  update: post(`${at}/update`, {
    title: ['修改企业品牌', 'Change the brand'],
    permission: mayChange,
    input: z.object({
      version,
      slogan: z.string().trim().max(100).nullable(),
      enterpriseWebsite: z.string().trim().max(300).regex(websitePattern).nullable(),
      color: z.string().toLowerCase().regex(colorPattern).nullable(),
    }),
    output: changed,
  }),
  /** The one file of the form takes the place of the picture before. */
  setImage: post(`${at}/setImage`, {
    title: ['设置品牌图片', 'Set a brand image'],
    permission: mayChange,
    // A form's fields are texts.
    input: z.object({ name: z.enum(brandImageNames), version: z.coerce.number().int().min(0).max(2_147_483_647) }),
    output: changed,
    upload: true,
  }),
  clearImage: post(`${at}/clearImage`, {
    title: ['删除品牌图片', 'Remove a brand image'],
    permission: mayChange,
    input: z.object({ name: z.enum(brandImageNames), version }),
    output: changed,
  }),
  /** Seen before anybody has logged in; no other file of the tenant is. */
  image: get('/fw/api/brandImage', {
    title: ['品牌图片', 'A brand image'],
    permission: 'open',
    input: z.object({ tenant: z.string().max(32), id }),
    binary: true,
  }),
} as const

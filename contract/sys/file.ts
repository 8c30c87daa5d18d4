import { entity } from '../kernel/entity.ts'
import { choice, code, int, ref, text } from '../kernel/field.ts'

/** What browsers draw by themselves and nothing runs in. */
export const imageTypes = { PNG: 'image/png', JPEG: 'image/jpeg', WEBP: 'image/webp' } as const
/** What the names of such files end with. */
export const imageEnds = { PNG: '.png', JPEG: '.jpg', WEBP: '.webp' } as const satisfies Record<ImageType, string>
export type ImageType = keyof typeof imageTypes

export const imageMaxBytes = 2 * 1024 * 1024
/** A file of a few bytes may claim any number of pixels, and whoever draws it needs memory for them all. */
export const imageMaxPixels = 40_000_000
export const imageFaults = {
  none: { code: 42830, text: ['请选择图片', 'Choose an image'] },
  wrongType: {
    code: 42831,
    text: ['文件不是PNG、JPEG或WebP图片', 'This file is not a PNG, JPEG or WebP image'],
  },
  tooWide: {
    code: 42557,
    text: [
      '图片像素过多（{width}×{height}），请缩小后重试',
      'The image has too many pixels ({width}×{height}): make it smaller',
    ],
  },
  tooBig: { code: 42832, text: ['图片超过2MB，请压缩后重试', 'The image is larger than 2 MB: make it smaller'] },
} as const

/** 文件内容: bytes, once in a tenant however many files have them. What no file has is cleared away after a while. */
export const fileContent = entity('sys', 'fileContent', {
  title: ['文件内容', 'File content'],
  scope: 'tenant',
  fields: {
    sha256: code(['摘要', 'SHA-256'], { required: true, max: 64 }),
    /** Bytes, whatever a declaration calls them. */
    content: text(['内容', 'Content'], { required: true }),
  },
  unique: [['sha256']],
  actions: [],
})

/** 文件: an image kept in the database, so that it is backed up, moved and walled off with the rest. */
export const file = entity('sys', 'file', {
  title: ['文件', 'File'],
  scope: 'tenant',
  fields: {
    name: text(['文件名', 'File name'], { required: true, max: 100 }),
    type: choice(
      ['类型', 'Type'],
      { PNG: ['PNG', 'PNG'], JPEG: ['JPEG', 'JPEG'], WEBP: ['WebP', 'WebP'] },
      { required: true },
    ),
    size: int(['字节数', 'Bytes'], { required: true, most: imageMaxBytes }),
    sha256: code(['摘要', 'SHA-256'], { required: true, max: 64 }),
    contentId: ref(['内容', 'Content'], 'sys.fileContent', { required: true, filter: true }),
  },
  actions: [],
})

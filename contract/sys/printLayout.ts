import type { LayoutMark } from './printForm.ts'

type Options = Partial<Pick<LayoutMark, 'align' | 'after'>>
const mark = (
  kind: LayoutMark['kind'],
  text: string,
  [x, y, width, height]: readonly [x: number, y: number, width: number, height: number],
  size = 10,
  o: Options = {},
): LayoutMark => ({ kind, text, x, y, width, height, size, align: 'left', after: false, ...o })

/** Marks of layouts that are written down rather than drawn; the place is x, y, width and height in millimetres. */
export const place = {
  text: (
    text: string,
    at: readonly [x: number, y: number, width: number, height: number],
    size: number,
    o: Options = {},
  ): LayoutMark => mark('text', text, at, size, o),
  rule: (x: number, y: number, width: number, o: Options = {}): LayoutMark =>
    mark('line', '', [x, y, width, 0.2], 10, o),
  code128: (text: string, at: readonly [x: number, y: number, width: number, height: number]): LayoutMark =>
    mark('code128', text, at),
  qrcode: (text: string, [x, y, side]: readonly [x: number, y: number, side: number]): LayoutMark =>
    mark('qrcode', text, [x, y, side, side]),
} as const

/** `node tools/icons.ts` draws the mark of web/public/favicon.svg in the sizes that systems ask for. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { root } from './buildWeb.ts'
import { findBrowser } from './findBrowser.ts'

const folder = join(root, 'web', 'public')
const mark = readFileSync(join(folder, 'favicon.svg'), 'utf8')
/** Systems cut a maskable icon to their own shape: its ground goes to the edge, the mark keeps to the middle. */
const maskable = mark
  .replace('rx="7"', '')
  .replace(/(<rect x="7" y="6"[\s\S]*)(<\/svg>)/, '<g transform="translate(4.8 4.8) scale(0.7)">$1</g>$2')

const icons = [
  { name: 'icon-192.png', svg: mark, size: 192 },
  { name: 'icon-512.png', svg: mark, size: 512 },
  { name: 'icon-maskable-512.png', svg: maskable, size: 512 },
  { name: 'apple-touch-icon.png', svg: mark.replace('rx="7"', ''), size: 180 },
]

const found = findBrowser()
if ('reason' in found) throw new Error(found.reason)
const browser = await chromium.launch({ executablePath: found.path, args: [...found.args] })
const page = await browser.newPage()
for (const { name, svg, size } of icons) {
  await page.setViewportSize({ width: size, height: size })
  const source = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
  await page.setContent(
    `<body style="margin:0"><img src="${source}" width="${size}" height="${size}" style="display:block">`,
  )
  writeFileSync(join(folder, name), await page.screenshot({ omitBackground: true }))
}
await browser.close()

import { expect, test } from 'vitest'
import { z } from 'zod'
import { plainPage } from './plainPage.ts'
import { readSigned, signed } from './signed.ts'

const slot = { kind: 'dock slot', fields: z.object({ bill: z.string() }) }
const about = { tenantId: '7', about: { bill: '42' } }
const now = new Date('2026-11-28T04:00:00Z')

test('what is signed comes back until its time is over, and as nothing else', () => {
  const ever = signed('s', slot, about, 'ever')
  expect(readSigned('s', slot, ever, now)).toEqual(about)
  const token = signed('s', slot, about, now)
  expect(readSigned('s', slot, token, now)).toEqual(about)
  expect(readSigned('s', slot, token, new Date(now.getTime() + 1))).toBeUndefined()
  expect(readSigned('other', slot, ever, now)).toBeUndefined()
  expect(readSigned('s', { ...slot, kind: 'delivery' }, ever, now)).toBeUndefined()
  expect(readSigned('s', { ...slot, fields: z.object({ store: z.string() }) }, ever, now)).toBeUndefined()
  for (const wrong of ['', 'a', 'a.b', `${ever}.x`, `x${ever}`])
    expect(readSigned('s', slot, wrong, now)).toBeUndefined()
})

test('a page asks in its reader’s language, and nothing that it says is markup', () => {
  const page = (language: 'zh-CN' | 'en-US') =>
    plainPage(
      { language, company: '<b>', color: null },
      {
        title: ['预约', 'Book'],
        paragraphs: [['请选择', 'Choose'], '"><script>'],
        problem: ['已满', 'Full'],
        form: {
          fields: [
            {
              name: 'slot',
              title: ['时段', 'Slot'],
              choices: { A: ['上午', 'Morning'], B: 'B' },
              value: 'B',
              required: true,
            },
            { name: 'note', title: ['备注', 'Note'], type: 'lines', value: '</textarea>', max: 40 },
          ],
          press: ['确认', 'Confirm'],
        },
      },
    )
  expect(page('zh-CN')).toMatch(/lang="zh-CN".*<h1>预约<\/h1><p>请选择<\/p>.*<legend>时段<\/legend>.*确认<\/button>/s)
  const en = page('en-US')
  expect(en).toContain('<input type="radio" name="slot" required value="B" checked> B</label>')
  expect(en).toContain('<p role="alert">Full</p>')
  expect(en).toContain('maxlength="40">\n&lt;/textarea&gt;</textarea>')
  expect(en).not.toMatch(/<script|<b>/)
})

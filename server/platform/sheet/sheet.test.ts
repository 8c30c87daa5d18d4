import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { crc32, deflateRawSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import { readSheet } from './read.ts'
import { streamSheet, writeSheet, writeWorkbook } from './write.ts'

/** A zip with the given parts; `claim` lets a part lie about its size. */
function zip(parts: Record<string, Buffer | string>, claim: Record<string, number> = {}): Buffer {
  const local: Buffer[] = []
  const central: Buffer[] = []
  let offset = 0
  for (const [name, content] of Object.entries(parts)) {
    const body = Buffer.from(content)
    const packed = deflateRawSync(body)
    const head = Buffer.alloc(30)
    head.writeUInt32LE(0x04034b50, 0)
    head.writeUInt16LE(20, 4)
    head.writeUInt16LE(8, 8)
    head.writeUInt32LE(crc32(body), 14)
    head.writeUInt32LE(packed.length, 18)
    head.writeUInt32LE(claim[name] ?? body.length, 22)
    head.writeUInt16LE(Buffer.byteLength(name), 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(8, 10)
    entry.writeUInt32LE(crc32(body), 16)
    entry.writeUInt32LE(packed.length, 20)
    entry.writeUInt32LE(claim[name] ?? body.length, 24)
    entry.writeUInt16LE(Buffer.byteLength(name), 28)
    entry.writeUInt32LE(offset, 42)
    local.push(head, Buffer.from(name), packed)
    central.push(entry, Buffer.from(name))
    offset += 30 + Buffer.byteLength(name) + packed.length
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Object.keys(parts).length, 8)
  end.writeUInt16LE(Object.keys(parts).length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...local, directory, end])
}

const types = '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'
const book = (sheet: Buffer | string, more: Record<string, Buffer | string> = {}) => ({
  '[Content_Types].xml': types,
  '_rels/.rels':
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>',
  'xl/workbook.xml':
    '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels':
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
  'xl/worksheets/sheet1.xml': sheet,
  ...more,
})
const cells = (inner: string) =>
  `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${inner}</sheetData></worksheet>`
const oneCell = cells('<row r="1"><c r="A1" t="inlineStr"><is><t>x</t></is></c></row>')

const codeOf = async (name: string, data: Buffer): Promise<number | undefined> =>
  readSheet({ name, data }).then(
    () => undefined,
    (error: { refusal?: { code: number } }) => error.refusal?.code ?? -1,
  )

const hostile = [
  '=cmd|/c calc!A1',
  '+1',
  '-5',
  '@SUM(A1)',
  '\tx',
  "'=1",
  "''=1",
  "'quoted'",
  'a"b,c\nd',
  '_x0041_',
  'a\rb\r\nc',
  'a\u0001\u0007b',
  '😀 名称 مرحبا e\u0301\u200b',
  '<img onerror=alert(1)>&amp;',
  '００１',
  ' lead and trail ',
]
const sheet = {
  name: 'a',
  columns: [{ title: '文本' }, { title: 'n', numeric: true }],
  rows: hostile.map((text, i) => [text, String(i - 3)]),
}

test('T53 texts come back byte-identical from xlsx, and csv puts an apostrophe before what would run', async () => {
  const rows = await readSheet({ name: 'a.xlsx', data: await writeSheet('xlsx', sheet) })
  expect(rows.slice(1).map((r) => r.cells[0])).toEqual(hostile)
  expect(rows.slice(1).map((r) => r.cells[1])).toEqual(hostile.map((_, i) => i - 3))
  const csv = await writeSheet('csv', sheet)
  for (const line of csv.toString('utf8').slice(1).split(/\r\n/)) expect(line).not.toMatch(/^"?[=+\-@\t\r]/)
  const back = await readSheet({ name: 'a.csv', data: csv })
  expect(back.slice(1).map((r) => r.cells[0])).toEqual(hostile)
  expect(back.slice(1).map((r) => r.cells[1])).toEqual(hostile.map((_, i) => String(i - 3)))
})

test('a number too long for a spreadsheet is written as text', async () => {
  const long = ['123456789012345.678', '0.1', '-12.500']
  const data = await writeSheet('xlsx', {
    name: 'a',
    columns: [{ title: 'n', numeric: true }],
    rows: long.map((n) => [n]),
  })
  const rows = await readSheet({ name: 'a.xlsx', data })
  expect(rows.slice(1).map((r) => r.cells[0])).toEqual(['123456789012345.678', 0.1, -12.5])
})

// The longer ones are read by a worker, the others at once.
test.each([1, 20_000])(
  'csv of %i rows is read as UTF-8 with and without a mark, as UTF-16 and as GB18030',
  async (n) => {
    const gb = [
      Buffer.from([0xb4, 0xfa, 0xc2, 0xeb, 0x0a]),
      ...Array(n).fill(Buffer.from([0xc5, 0xa3, 0xc4, 0xcc, 0x0a])),
    ]
    const text = `代码\n${'牛奶\n'.repeat(n)}`
    const variants = [
      Buffer.from(text),
      Buffer.from(`\uFEFF${text.replaceAll('\n', '\r\n')}`),
      Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]),
      Buffer.concat(gb),
    ]
    const rows = [['代码'], ...Array(n).fill(['牛奶'])]
    for (const data of variants) expect((await readSheet({ name: 'a.csv', data })).map((r) => r.cells)).toEqual(rows)
  },
)

/** Pages without end, and how many of them were taken. */
function endless() {
  const seen = { taken: 0, ended: false }
  async function* pages() {
    try {
      for (;;) {
        seen.taken += 1
        yield Array.from({ length: 1_000 }, (_, i) => [`${seen.taken}-${i}`.padEnd(200, randomUUID())])
      }
    } finally {
      seen.ended = true
    }
  }
  return { seen, pages: pages() }
}
const formats = ['xlsx', 'csv'] as const

test.each(formats)(
  'a slow reader of %s holds no more than a few pages, and one that leaves ends them',
  async (format) => {
    const { seen, pages } = endless()
    const stream = streamSheet(format, 'a', [{ title: 'A' }], pages)
    stream.once('readable', () => stream.read())
    await vi.waitFor(() => expect(seen.taken).toBeGreaterThan(0), 10_000)
    // Another sheet in the meantime: whoever would take pages without being asked has had the time for it.
    expect((await writeSheet(format, sheet)).length).toBeGreaterThan(100)
    expect(seen.taken).toBeLessThan(10)
    stream.destroy()
    await once(stream, 'close')
    expect(seen.ended).toBe(true)
    const { taken } = seen
    const next = await writeSheet(format, sheet)
    expect((await readSheet({ name: `a.${format}`, data: next })).length).toBe(sheet.rows.length + 1)
    expect(seen.taken).toBe(taken)
  },
)

test.each(formats)('pages that fail end a stream of %s with their error', async (format) => {
  const pages: AsyncIterator<never[]> = { next: () => Promise.reject(new Error('no more rows')) }
  await expect(streamSheet(format, 'a', [{ title: 'A' }], pages).toArray()).rejects.toThrow('no more rows')
  expect((await writeSheet(format, sheet)).length).toBeGreaterThan(100)
})

const styles = `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts count="3"><numFmt numFmtId="164" formatCode="000000"/><numFmt numFmtId='165' formatCode='&quot;SKU-&quot;0000'/><numFmt numFmtId="166" formatCode="yyyy/m/d"/></numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs>${[0, 164, 165, 9, 10, 4, 166, 14].map((id) => `<xf numFmtId="${id}" fontId="0"/>`).join('')}</cellXfs></styleSheet>`
/** A workbook of several sheets, each with its state and its XML, and with styles. */
function sheets(list: readonly (readonly [state: string, xml: string])[]): Buffer {
  const [first = ['', '']] = list
  const relation = (i: number) => ({
    id: `rId${i + 1}`,
    type: `http://schemas.openxmlformats.org/officeDocument/2006/relationships/${i === list.length ? 'styles' : 'worksheet'}`,
    target: i === list.length ? 'styles.xml' : `worksheets/sheet${i + 1}.xml`,
  })
  const relations = Array.from({ length: list.length + 1 }, (_, i) => relation(i))
  return zip({
    ...book(first[1]),
    'xl/workbook.xml': `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets>${list.map(([state], i) => `<sheet name="s${i}" sheetId="${i + 1}"${state && ` state="${state}"`} r:id="rId${i + 1}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relations.map((r) => `<Relationship Id="${r.id}" Type="${r.type}" Target="${r.target}"/>`).join('')}</Relationships>`,
    'xl/styles.xml': styles,
    ...Object.fromEntries(list.map(([, xml], i) => [`xl/worksheets/sheet${i + 1}.xml`, xml])),
  })
}
const styled = (row: string) => sheets([['', cells(row)]])
const only = async (data: Buffer) => (await readSheet({ name: 'a.xlsx', data }))[0]

test('what cells show is told beside what they hold, wherever it differs', async () => {
  const row = `<row r="1">${[1888, 1888, 12, 0.05, 0.0512, 1234.5, 46024, 46024, 0.05].map((v, i) => `<c r="${'ABCDEFGHI'[i]}1" s="${[0, 1, 2, 3, 3, 5, 6, 7, 4][i]}"><v>${v}</v></c>`).join('')}</row>`
  expect(await only(styled(row))).toEqual({
    row: 1,
    cells: [1888, 1888, 12, '5%', '5.12%', 1234.5, '2026-01-02', '2026-01-02', '5%'],
    shown: { 1: '001888', 2: 'SKU-0012', 3: '5%', 4: null, 5: '1,234.50', 6: '2026/1/2', 7: null, 8: '5.00%' },
  })
})

test('cells without a place of their own, empty rows and other prefixes are counted alike', async () => {
  const rows = '<row><c s="1"><v>1</v></c></row><row/><row r="4"><c/><c s="1"/><c s="1"><v>2</v></c></row>'
  const xml = cells(rows).replaceAll(/<(\/?)(?=row|c\b|v)/g, '<$1x:')
  for (const data of [styled(rows), sheets([['', xml]])])
    expect(await readSheet({ name: 'a.xlsx', data })).toEqual([
      { row: 1, cells: [1], shown: { 0: '000001' } },
      { row: 4, cells: [null, null, 2], shown: { 2: '000002' } },
    ])
})

test('the first sheet that is seen is read; merged cells and whatever else stands on others harm nobody', async () => {
  const merged = `${oneCell.replace('<t>x<', '<t>title<').replace('</worksheet>', '')}<mergeCells count="1"><mergeCell ref="A1:B1"/></mergeCells></worksheet>`
  for (const state of ['hidden', 'veryHidden'])
    expect(
      (
        await only(
          sheets([
            [state, merged],
            ['', oneCell],
            ['', merged],
          ]),
        )
      )?.cells,
    ).toEqual(['x'])
  expect(
    (
      await only(
        sheets([
          ['', oneCell],
          ['', merged],
        ]),
      )
    )?.cells,
  ).toEqual(['x'])
  expect(
    await codeOf(
      'a.xlsx',
      sheets([
        ['hidden', oneCell],
        ['', merged],
      ]),
    ),
  ).toBe(42818)
})

test('of many styled rows each has what it shows', async () => {
  const rows = Array.from(
    { length: 5_000 },
    (_, i) => `<row r="${i + 1}">${`<c s="1"><v>${i}</v></c>`.repeat(20)}</row>`,
  ).join('')
  const read = await readSheet({ name: 'a.xlsx', data: styled(rows) })
  expect(read.at(-1)).toMatchObject({ row: 5_000, shown: { 0: '004999', 19: '004999' } })
})

test.each([
  ['sep=;\na,1;b\n001;2\n', ['a,1', 'b']],
  ['\uFEFF"sep=|"\r\na,1|b\r\n001|2\r\n', ['a,1', 'b']],
  ['SEP=\t\na,1\tb\n001\t2\n', ['a,1', 'b']],
])('a first line that tells the separator is obeyed, and no row: %j', async (csv, head) => {
  expect(await readSheet({ name: 'a.csv', data: Buffer.from(csv) })).toEqual([
    { row: 1, cells: head },
    { row: 2, cells: ['001', '2'] },
  ])
})

test('a csv of UTF-16 whose higher bytes come first is read, and codes that are written as formulas are codes', async () => {
  const text = '\uFEFF代码,批次\n="001888","=""000012"""\n'
  const data = Buffer.from(text, 'utf16le').swap16()
  expect((await readSheet({ name: 'a.csv', data })).map((r) => r.cells)).toEqual([
    ['代码', '批次'],
    ['001888', '000012'],
  ])
})

/** What a text is in a code of one or two bytes, found by reading all that there are. */
function encoded(text: string, name: 'big5' | 'gb18030'): Buffer {
  const bytes = new Map<string, number[]>()
  for (let lead = 0x81; lead < 0xff; lead++)
    for (let trail = 0x40; trail < 0xff; trail++) {
      const sign = new TextDecoder(name).decode(Uint8Array.of(lead, trail))
      if ([...sign].length === 1 && !bytes.has(sign)) bytes.set(sign, [lead, trail])
    }
  return Buffer.from([...text].flatMap((sign) => bytes.get(sign) ?? [sign.charCodeAt(0)]))
}

test.each([
  [
    'big5',
    [
      ['代碼', '名稱', '數量'],
      ['001888', '統一鮮奶 500ml', '24'],
      ['002', '台灣啤酒（瓶裝）', '12'],
    ],
  ],
  [
    'big5',
    [
      ['商品代碼', '訂單號'],
      ['A-1', '礦泉水'],
    ],
  ],
  [
    'gb18030',
    [
      ['代码', '名称', '数量'],
      ['001888', '统一鲜奶 500ml', '24'],
      ['002', '青岛啤酒（瓶装）', '12'],
    ],
  ],
  [
    'gb18030',
    [
      ['门店', '联系人'],
      ['S1', '朱镕基路店'],
    ],
  ],
  ['gb18030', [['名稱'], ['臺灣啤酒']]],
] as const)('a csv in %s is read as what it says: %j', async (name, rows) => {
  const data = encoded(rows.map((row) => row.join(',')).join('\n'), name)
  expect((await readSheet({ name: 'a.csv', data })).map((r) => r.cells)).toEqual(rows)
})

test('leading zeros and rows keep their place', async () => {
  const rows = await readSheet({ name: 'a.csv', data: Buffer.from('code;n\n\n00242;1\n') })
  expect(rows).toEqual([
    { row: 1, cells: ['code', 'n'] },
    { row: 3, cells: ['00242', '1'] },
  ])
})

test('a workbook of several sheets is read by its first', async () => {
  const data = await writeWorkbook([
    { name: '商品/导入', columns: [{ title: 'A', choices: ['是', '否'] }], rows: [['x']] },
    { name: '说明', columns: [{ title: 'B' }], rows: [] },
  ])
  expect((await readSheet({ name: 'a.xlsx', data })).map((r) => r.cells)).toEqual([['A'], ['x']])
})

test('a workbook is the same to the last byte, whenever it is written', async () => {
  const write = () => writeWorkbook([{ name: 'A', columns: [{ title: 'A' }], rows: [['x']] }])
  const first = await write()
  // Longer than the second in which a workbook would tell when it was made.
  await sleep(1_100)
  expect((await write()).equals(first)).toBe(true)
})

test('T52 T54 what is no plain table is refused with its own reason', async () => {
  expect(await codeOf('a.xlsx', zip(book(oneCell)))).toBeUndefined()
  const zeros = Buffer.alloc(60_000_000, 0x20)
  const cases: [string, string, Buffer, number][] = [
    ['empty file', 'a.xlsx', Buffer.alloc(0), 42816],
    ['garbage', 'a.xlsx', Buffer.from('PK\u0003\u0004 garbage garbage garbage garbage'), 42811],
    ['wrong extension', 'a.pdf', zip(book(oneCell)), 42811],
    ['zip as csv', 'a.csv', zip(book(oneCell)), 42811],
    ['text as xlsx', 'a.xlsx', Buffer.from('a,b\n1,2'), 42811],
    ['binary as csv', 'a.csv', Buffer.from([65, 0, 66, 0, 67]), 42811],
    ['old xls', 'a.xlsx', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 42811],
    ['macros by name', 'a.xlsm', zip(book(oneCell)), 42817],
    ['macros inside', 'a.xlsx', zip(book(oneCell, { 'xl/vbaProject.bin': 'x' })), 42817],
    ['nested archive', 'a.xlsx', zip(book(oneCell, { 'xl/embeddings/b.xlsx': 'x' })), 42813],
    ['a name that leaves', 'a.xlsx', zip(book(oneCell, { '../../etc/passwd': 'x' })), 42811],
    ['declared bomb', 'a.xlsx', zip(book(oneCell), { 'xl/worksheets/sheet1.xml': 4_000_000_000 }), 42813],
    ['high ratio', 'a.xlsx', zip(book(zeros)), 42813],
    ['lying bomb', 'a.xlsx', zip(book(zeros), { 'xl/worksheets/sheet1.xml': 1_000 }), 42813],
    ['entities', 'a.xlsx', zip(book(`<!DOCTYPE x [<!ENTITY a "b">]>${oneCell}`)), 42811],
    [
      'merged cells',
      'a.xlsx',
      zip(book(`${oneCell}<mergeCells count="1"><mergeCell ref="A1:B1"/></mergeCells>`)),
      42818,
    ],
    ['no rows', 'a.xlsx', zip(book(cells(''))), 42816],
    ['far cell', 'a.xlsx', zip(book(cells('<row r="1"><c r="XFD1"><v>1</v></c></row>'))), 42815],
    ['many rows', 'a.csv', Buffer.from('a\n'.repeat(20_002)), 42814],
    ['a million rows', 'a.csv', Buffer.from('a\n'.repeat(1_000_000)), 42814],
  ]
  const wrong: unknown[] = []
  for (const [what, name, data, code] of cases) {
    const got = await codeOf(name, data)
    if (got !== code) wrong.push({ what, code, got })
  }
  expect(wrong).toEqual([])
})

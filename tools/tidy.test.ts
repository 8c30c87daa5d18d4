import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from './buildWeb.ts'
import { knownCircles } from './circlesKnown.ts'
import { densities, densityFaults, measures } from './density.ts'
import { known } from './densityKnown.ts'
import {
  circles,
  fileFaults,
  idleEngines,
  importFaults,
  knotFaults,
  knots,
  layerOf,
  type Sources,
  scopeFaults,
  silentFaults,
  sizeFaults,
  sizes,
  styleFaults,
  tableFaults,
  untypedFaults,
  untypedWriters,
} from './tidy.ts'

const workspaces = '{contract,server,web,e2e,bench,tools}'
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const listed = globSync(`${workspaces}/**/*.{ts,tsx,mjs}`, { cwd: root, exclude: ['**/node_modules/**'] })
const sources: Sources = new Map(listed.map((path) => [path.replaceAll('\\', '/'), read(path)]))

describe('the code', () => {
  test('imports only downwards, and no area another', () => expect(importFaults(sources)).toEqual([]))
  test('has no circle of imports, and none of types but those that are named', () => {
    expect(circles(sources)).toEqual([])
    expect(knotFaults(sources)).toEqual([])
  })
  test('has short files, no barrels and no default exports', () => expect(fileFaults(sources)).toEqual([]))
  test('shows rows of tables together with what their reader may see', () => {
    expect(scopeFaults(sources)).toEqual([])
    expect(idleEngines(sources)).toEqual([])
  })
  test('writes rows that their declaration types', () => expect(untypedFaults(sources)).toEqual([]))
  test('writes a page in few lines, or says why it takes more', () => {
    expect(densityFaults(sources)).toEqual([])
    const pages = new Map(densities(sources).map((page) => [page.entry, page]))
    const fits = (entry: string) => {
      const page = pages.get(entry)
      return !page || page.lines <= measures[page.kind]
    }
    expect(Object.keys(known).filter(fits)).toEqual([])
  })
  test('draws every table by the grid', () => expect(tableFaults(sources)).toEqual([]))
  test('says why no news can change what a call answers', () => expect(silentFaults(sources)).toEqual([]))
  test('names how its pages look', () => expect(styleFaults(sources)).toEqual([]))
  test('stands on small folders, of which each is described', () => {
    expect(sizeFaults(sources)).toEqual([])
    const page = read('docs/ARCHITECTURE.md')
    expect(Object.keys(sizes).filter((folder) => !page.includes(`| \`${folder}\` |`))).toEqual([])
  })

  test('lets icons say nothing: by themselves they would say an English word, also to who reads Chinese', () => {
    const isIcon = /<(?:\w+(?:Outlined|Filled)|Icon)\b[^>]*>/g
    const tags = [...sources].flatMap(([path, text]) => (path.endsWith('.tsx') ? (text.match(isIcon) ?? []) : []))
    expect(tags.length).toBeGreaterThan(20)
    expect(tags.filter((tag) => !tag.includes('aria-'))).toEqual([])
  })

  test('says of every direct dependency why it is there', () => {
    const page = read('docs/dependencies.md')
    const manifests = ['package.json', ...['contract', 'server', 'web', 'e2e'].map((w) => `${w}/package.json`)]
    const names = manifests.flatMap((path) => {
      const manifest = JSON.parse(read(path))
      return ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((key) =>
        Object.keys(manifest[key] ?? {}),
      )
    })
    const missing = new Set(names.filter((name) => !name.startsWith('@lading/') && !page.includes(`\`${name}\``)))
    expect([...missing]).toEqual([])
  })
})

describe('the rules', () => {
  // Put together here, so that this file itself holds no such import.
  const importing = (to: string, kind = 'import') => `${kind} { x } ${'from'} '${to}'\n`
  const planted = (path: string, text: string): Sources => new Map([[path, text]])

  test.each([
    ['contract/kernel/a.ts', '../wms/owner.ts'],
    ['contract/wms/a.ts', '../tms/truck.ts'],
    ['contract/wms/a.ts', '../../server/kernel/tx.ts'],
    ['server/kernel/a.ts', '../wms/stock/post.ts'],
    ['server/kernel/a.ts', '@lading/contract/mdm/owner.ts'],
    ['server/wms/a.ts', '../sys/user/create.ts'],
    ['server/wms/a.ts', '@lading/contract/tms/truck.ts'],
    ['server/wms/a.ts', '@lading/server/main.ts'],
    ['server/wms/a.ts', '@lading/web/client/client.ts'],
    ['server/main.ts', '../web/main.tsx'],
    ['server/wms/a.test.ts', '../../web/client/client.ts'],
    ['server/wms/a.ts', '../testing/harness.ts'],
    ['web/ui/a.tsx', '../client/session.ts'],
    ['web/client/a.ts', '../kernel/records.ts'],
    ['web/kernel/a.tsx', '../wms/pages/ownerList.tsx'],
    ['web/kernel/a.tsx', '../shell/Frame.tsx'],
    ['web/kernel/a.tsx', '@lading/contract/tables.ts'],
    ['web/sys/a.tsx', '@lading/contract/built.ts'],
    ['server/sys/a.ts', '@lading/contract/built.ts'],
    ['contract/wms/manifest.ts', '../tms/truck.ts'],
    ['web/wms/manifest.ts', '../sys/manifest.ts'],
    ['web/kernel/a.tsx', '../platform/Board.tsx'],
    ['web/platform/a.tsx', '../wms/taskPage.ts'],
    ['web/wms/a.tsx', '../dps/Board.tsx'],
    ['web/wms/a.tsx', '@lading/server/wms/stock/post.ts'],
    ['e2e/a.e2e.ts', '@lading/server/main.ts'],
  ])('refuse that %s imports %s', (path, to) => {
    expect(importFaults(planted(path, importing(to)))).toHaveLength(1)
    expect(importFaults(planted(path, importing(to, 'import type')))).toHaveLength(1)
    expect(importFaults(planted(path, `const x = await import${`('${to}')`}`))).toHaveLength(1)
  })

  test.each([
    ['contract/wms/a.ts', '../kernel/entity.ts'],
    ['contract/wms/a.ts', '../mdm/product.ts'],
    ['contract/areas.ts', './wms/manifest.ts'],
    ['contract/wms/manifest.ts', '../kernel/manifest.ts'],
    ['server/wms/manifest.ts', '../platform/manifest.ts'],
    ['web/wms/manifest.ts', '../platform/entityPage.ts'],
    ['server/wms/stock/a.ts', '../task/next.ts'],
    ['server/wms/a.ts', '@lading/contract/mdm/owner.ts'],
    ['server/wms/a.ts', '../platform/outbox/send.ts'],
    ['server/main.ts', './wms/stock/post.ts'],
    ['server/wms/a.db.test.ts', '../testing/harness.ts'],
    ['web/wms/pages/a.tsx', '../../kernel/EntityList.tsx'],
    ['web/wms/a.tsx', '../platform/Board.tsx'],
    ['web/platform/a.tsx', '../kernel/session.ts'],
    ['web/shell/a.tsx', '@lading/contract/menu.ts'],
    ['bench/run.ts', '../server/main.ts'],
    ['server/wms/a.ts', 'node:crypto'],
  ])('allow that %s imports %s', (path, to) => expect(importFaults(planted(path, importing(to)))).toEqual([]))

  test('let others name what an area offers, and nothing else of it', () => {
    const manifest = "export const wms = {\n  offers: ['place'],\n}"
    const of = (path: string, to: string) =>
      importFaults(new Map([['contract/wms/manifest.ts', manifest], ...planted(path, importing(to))]))
    expect(of('contract/dps/tag.ts', '../wms/place.ts')).toEqual([])
    expect(of('server/tms/a.ts', '@lading/contract/wms/place.ts')).toEqual([])
    expect(of('contract/dps/tag.ts', '../wms/secret.ts')).toHaveLength(1)
    expect(of('contract/kernel/a.ts', '../wms/place.ts')).toHaveLength(1)
  })

  test('see layers', () => {
    expect(['server/wms/stock/post.ts', 'server/main.ts', 'server/migrate/run.ts'].map(layerOf)).toEqual([
      'server/wms',
      'server',
      'server',
    ])
  })

  test('find circles; those of types or of what comes late unless they are named', () => {
    const circle = (kind: string): Sources =>
      new Map([
        ['server/wms/a.ts', importing('./b.ts')],
        ['server/wms/b.ts', importing('./c.ts', 'export') + importing('./d.ts')],
        ['server/wms/c.ts', importing('@lading/server/wms/a.ts', kind)],
        ['server/wms/d.ts', ''],
      ])
    expect(circles(circle('import'))).toHaveLength(1)
    expect(circles(circle('import type'))).toEqual([])
    for (const kind of ['import', 'import type'])
      expect(knots(circle(kind))).toEqual([['server/wms/a.ts', 'server/wms/b.ts', 'server/wms/c.ts']])
    expect(knotFaults(new Map([...sources, ...circle('import type')]))).toHaveLength(1)
    // What is named and is gone, or has grown, is told.
    const [entity = ''] = Object.values(knownCircles)[0] ?? []
    expect(knotFaults(new Map([...sources, [entity, '']]))).toHaveLength(1)
  })

  test('find long files, default exports and barrels', () => {
    const faults = (path: string, text: string) => fileFaults(planted(path, text)).length
    expect(faults('server/wms/a.ts', 'x\n'.repeat(401))).toBe(1)
    expect(faults('server/wms/a.ts', 'x\n'.repeat(400))).toBe(0)
    expect(faults('server/wms/a.ts', 'export default 1\n')).toBe(1)
    expect(faults('web/wms/Board.tsx', 'export default 1\n')).toBe(1)
    expect(faults('web/wms/pages/ownerList.tsx', 'export default 1\n')).toBe(0)
    expect(faults('vitest.config.ts', 'export default 1\n')).toBe(0)
    expect(faults('server/wms/index.ts', `export * ${'from'} './a.ts'\n`)).toBe(1)
    expect(faults('server/wms/index.ts', importing('./a.ts', 'export'))).toBe(1)
  })

  test('find rows that nothing types, outside kernel and tests', () => {
    const text = `await ${'bulkInsert'}(ctx.tx, 'wms_bin', rows)\n`
    const faults = (path: string) =>
      untypedFaults(new Map([...Object.keys(untypedWriters).map((p) => [p, text] as const), [path, text]])).length
    for (const path of ['server/wms/stock/a.ts', 'server/platform/a.ts', 'server/demo/a.ts'])
      expect(faults(path)).toBe(1)
    for (const path of ['server/kernel/a.ts', 'server/wms/a.db.test.ts', 'server/wms/testing/a.ts', 'tools/a.ts'])
      expect(faults(path)).toBe(0)
    // What needs no exception any more loses it.
    expect(untypedFaults(planted('server/wms/a.ts', ''))).toHaveLength(Object.keys(untypedWriters).length)
  })

  test('find tables that are read whoever asks, but not in engines and not where rows are written', () => {
    const reading = (path: string, statement: string) =>
      scopeFaults(planted(path, `tx.query(sql${`\`${statement}\``})\n`)).length
    const bare = 'select 1 from wms_stock s join mdm_product p on p.id = s.product_id'
    expect(reading('server/wms/board/a.ts', bare)).toBe(2)
    expect(reading('server/sys/user/a.ts', bare)).toBe(2)
    expect(reading('server/wms/board/a.ts', 'select 1 from a, wms_stock s')).toBe(1)
    expect(reading('server/wms/board/a.ts', 'wms_task t join x on true')).toBe(1)
    expect(reading('server/wms/board/a.ts', `select 1 from ${'$'}{raw(e.table)} t`)).toBe(1)
    expect(
      reading('server/wms/board/a.ts', `select 1 from ${'$'}{from(ctx, stock, 's')} join sys_user u on true`),
    ).toBe(0)
    expect(reading('server/wms/board/a.ts', 'update wms_lot set hold = true')).toBe(0)
    for (const option of ["readOption(ctx, 'wms_sign_days')", "{ key: 'wms_sign_days' }"])
      expect(scopeFaults(planted('server/wms/a.ts', option))).toEqual([])
    expect(reading('server/wms/board/a.ts', 'delete from wms_lot')).toBe(0)
    expect(reading('server/wms/board/a.db.test.ts', bare)).toBe(0)
    expect(scopeFaults(planted('server/wms/board/a.ts', '// from wms_stock\n'))).toEqual([])
  })

  test('know an engine by its first line, which says why; one that reads no table says so no more', () => {
    const read = `await tx.query(sql${'`select 1 from wms_stock`'})\n`
    const faults = (text: string) => scopeFaults(planted('server/wms/ship/a.ts', text)).length
    const why = `// ${'engine'}: loads trucks\n`
    expect(faults(`${why}\n${read}`)).toBe(0)
    expect(faults(`import 'x'\n${why}${read}`)).toBe(1)
    expect(faults(`// ${'engine'}: \n${read}`)).toBe(1)
    expect(faults(`// ${'engine'}\n${read}`)).toBe(1)
    expect(idleEngines(planted('server/wms/ship/a.ts', why + read))).toEqual([])
    for (const path of ['server/wms/ship/a.ts', 'server/kernel/a.ts', 'server/wms/a.test.ts'])
      expect(idleEngines(planted(path, why))).toEqual([path])
    expect(idleEngines(planted('server/wms/ship/a.ts', `import 'x'\n${why}${read}`))).toHaveLength(1)
  })

  test('find a page that takes more than twice its lines, unless its declaration says why', () => {
    const page = (lines: number, why = '') =>
      densityFaults(
        new Map([
          ...sources,
          [
            'contract/wms/sowingScheme.ts',
            `${sources.get('contract/wms/sowingScheme.ts')}${why}${'x\n'.repeat(lines)}`,
          ],
        ]),
      )
    expect(page(10)).toEqual([])
    expect(page(200)).toHaveLength(1)
    expect(page(200, `// ${'density'}: a wall has many rules\n`)).toEqual([])
    expect(page(200, `// ${'density'}: \n`)).toHaveLength(1)
  })

  test('find tables that are not the grid', () => {
    const faults = (path: string, text: string) => tableFaults(planted(path, text)).length
    const antd = (names: string) => `import { ${names} } ${'from'} 'antd'\n`
    expect(faults('web/wms/a.tsx', antd('Button, Table'))).toBe(1)
    expect(faults('web/platform/a.tsx', antd('Table, type TableColumnType'))).toBe(1)
    expect(faults('web/shell/a.tsx', '<table className="own">')).toBe(1)
    expect(faults('web/kernel/grid/DataGrid.tsx', '<table>')).toBe(0)
    expect(faults('web/wms/a.tsx', antd('Button'))).toBe(0)
    expect(faults('web/wms/a.tsx', antd('Button, type TableColumnType'))).toBe(0)
    expect(faults('web/wms/a.tsx', '// draws <table>\n<ReadTable />')).toBe(0)
  })

  test('find a folder that grows, not counting its tests', () => {
    for (const [folder, max] of Object.entries(sizes)) {
      const half = 'x\n'.repeat(max / 2)
      const two = new Map([`${folder}a.ts`, `${folder}b.ts`].map((path) => [path, half] as const))
      expect(sizeFaults(two)).toEqual([])
      expect(sizeFaults(new Map([...two, [`${folder}c.test.ts`, half]]))).toEqual([])
      expect(sizeFaults(new Map([...two, [`${folder}c.ts`, 'x\n']]))).toHaveLength(1)
    }
  })

  test('a call that reads nothing says why', () => {
    const faults = (text: string) => silentFaults(planted('contract/tms/a.ts', text)).length
    expect(faults('  title,\n  reads: [],\n')).toBe(1)
    expect(faults('  // Of processes, not of rows.\n  reads: [],\n')).toBe(0)
    expect(faults("  title,\n  reads: ['tms.truck'],\n")).toBe(0)
  })

  test('a style in a line of an area is told, one of a shared part is not', () => {
    const line = '<p style={{ margin: 4 }} />'
    expect(styleFaults(new Map([['web/wms/a.tsx', line]]))).toHaveLength(1)
    expect(styleFaults(new Map([['web/ui/a.tsx', line]]))).toEqual([])
    expect(styleFaults(new Map([['web/sys/a.tsx', '// style={x} was here\nconst style = 1']]))).toEqual([])
  })
})

import { existsSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { built } from './built.ts'
import { entriesOf, entryKey, landingOf, menu, pagesIn, type SubSystem, visibleMenu } from './menu.ts'
import { icons } from './menuEntries.ts'

const entries = menu.flatMap(entriesOf)
const keys = entries.map(entryKey)
const all: ReadonlySet<string> = new Set(keys)
const permissions = [...new Set([...menu.map((s) => s.permission), ...entries.map((e) => e.permission)])]
const shown = (list: readonly string[] | null, pages = all) =>
  visibleMenu(menu, list, pages).flatMap(entriesOf).map(entryKey)

const counts: Record<SubSystem, number> = { sys: 17, wms: 99, tms: 37, dps: 18, rpt: 1, mdm: 1, saas: 9 }
const specification = new URL('../../shared/spec.md', import.meta.url)

/** The names under "Menu entries by sub-system", with `warehouseRegisterList/Add/In` spelled out. */
function specified(): Map<string, string[]> {
  const text = readFileSync(specification, 'utf8')
  const section = text.slice(text.indexOf('### Menu entries by sub-system'), text.indexOf('Default landing views'))
  const lists = new Map<string, string[]>()
  for (const block of section.split(/^(?=\*\*[A-Z]+\*\*)/m).slice(1)) {
    const [, sub = '', body = ''] = /^\*\*([A-Z]+)\*\*:?([\s\S]*)/.exec(block) ?? []
    const items = body.replace(/^- [^:]+:/gm, ',').replace(/\.\s/g, ',')
    const names = items.split(',').flatMap((item) => {
      const [first = '', ...rest] = item.trim().split('/')
      return [first, ...rest.map((suffix) => first.replace(/List$/, suffix))]
    })
    lists.set(sub.toLowerCase(), names.filter(Boolean))
  }
  return lists
}

describe('the menu', () => {
  test('S-79 has 182 entries, each key once', () => {
    expect(Object.fromEntries(menu.map((s) => [s.sub, entriesOf(s).length]))).toEqual(counts)
    expect(new Set(keys).size).toBe(182)
  })

  test.skipIf(!existsSync(specification))('S-79 names the entries of the specification, in its order', () => {
    const lists = specified()
    expect(Object.fromEntries(menu.map((s) => [s.sub, entriesOf(s).map((e) => e.name)]))).toEqual(
      Object.fromEntries(lists),
    )
  })

  test('says everything in both languages and uses known icons', () => {
    for (const { title } of [...menu, ...menu.flatMap((s) => s.groups), ...entries]) {
      expect(title[0]).toMatch(/[\u4e00-\u9fff]/)
      expect(title[1]).toMatch(/^[A-Z]/)
    }
    for (const { icon } of [...menu.flatMap((s) => s.groups), ...entries]) expect(icons).toContain(icon)
    const used = new Set(menu.flatMap((s) => s.groups).map((x) => x.icon))
    expect(icons.filter((icon) => !used.has(icon))).toEqual([])
  })

  test('gives every entry a view permission of its own area', () => {
    for (const e of menu.flatMap(pagesIn).filter((x) => x.sub !== 'rpt'))
      expect(e.permission).toMatch(e.sub === 'sys' ? /^sys:\w+:view$/ : new RegExp(`^${e.sub}:\\w+\\.\\w+:view$`))
  })

  test('names the right to packs as the specification does', () => {
    expect(entries.find((e) => e.name === 'productQpcList')?.permission).toBe('mdm:basic.product_qpc:view')
  })

  test('C-35 shows the sub-systems in their order', () => {
    expect(menu.map(({ sub }) => sub)).toEqual(['wms', 'tms', 'dps', 'mdm', 'rpt', 'sys', 'saas'])
  })

  test('S-30 C-10 lands where the specification says', () => {
    expect(Object.fromEntries(menu.map((sub) => [sub.sub, landingOf(sub)?.name]))).toEqual({
      wms: 'dashboardCurrent',
      tms: 'truckWorkDashboard',
      dps: 'pickDashboard',
      mdm: 'productQpcList',
      rpt: 'customReportApplication',
      saas: 'sysAgentList',
      // Not shown by the specification.
      sys: 'sysUserList',
    })
  })

  test('lists as built only entries that exist', () => {
    const there = new Set(menu.flatMap(pagesIn).map(entryKey))
    expect(built.filter((key) => !there.has(key))).toEqual([])
    expect(new Set(built).size).toBe(built.length)
  })
})

describe('visibleMenu', () => {
  test('S-72 S-78 shows an entry only with its permission and that of its sub-system', () => {
    expect(shown(['wms', 'wms:basic.owner:view'])).toEqual(['wms/ownerList'])
    expect(shown(['wms:basic.owner:view'])).toEqual([])
    expect(shown(['wms'])).toEqual([])
    for (const e of entries) expect(shown([e.sub, e.permission])).toContain(entryKey(e))
  })

  test('S-74 shows everything to a user without a list, and nothing to a user with an empty one', () => {
    expect(shown(null)).toEqual(keys)
    expect(shown([])).toEqual([])
  })

  test('S-75 S-77 shows no entry whose page does not exist, and no empty group or sub-system', () => {
    const few = visibleMenu(menu, null, new Set(['sys/cache', 'wms/binList']))
    expect(few.map((s) => [s.sub, s.groups.map((g) => g.code)])).toEqual([
      ['wms', ['storage']],
      ['sys', ['operation']],
    ])
    expect(visibleMenu(menu, null, new Set())).toEqual([])
  })

  test('shows what stands in no menu to whoever may see it, and opens the sub-system for it alone', () => {
    const some = {
      ...menu[5],
      beside: [{ ...entries[0], sub: 'sys', name: 'besideList', permission: 'sys:beside:view' }],
    }
    const asked = (list: readonly string[]) => visibleMenu([some as never], list, new Set(['sys/besideList']))
    expect(asked(['sys', 'sys:beside:view']).flatMap(pagesIn).map(entryKey)).toEqual(['sys/besideList'])
    expect(asked(['sys', 'sys:beside:view']).flatMap(entriesOf)).toEqual([])
    expect(asked(['sys', 'sys:user:view'])).toEqual([])
  })

  test('S-73 shows an entry without a permission to everybody', () => {
    const open = menu.map((s) => ({
      ...s,
      permission: '',
      groups: s.groups.map((g) => ({ ...g, entries: g.entries.map((e) => ({ ...e, permission: '' })) })),
    }))
    expect(visibleMenu(open, [], all).flatMap(entriesOf)).toHaveLength(182)
  })

  test('S-76 shows the reports to whoever may use any report', () => {
    expect(shown(['rpt', 'wms:report_application:STOCK01'])).toEqual(['rpt/customReportApplication'])
    expect(shown(['rpt', 'wms:basic.owner:view'])).toEqual([])
  })

  test('C-10 lands on the first permitted entry when the usual one is not permitted', () => {
    const [wms] = visibleMenu(menu, ['wms', 'wms:basic.store:view', 'wms:basic.owner:view'], all)
    expect(wms && landingOf(wms)?.name).toBe('ownerList')
  })

  test('never hides an entry because of one permission more', () => {
    const some = fc.subarray(permissions)
    const pages = fc.subarray(keys).map((list) => new Set(list))
    fc.assert(
      fc.property(some, fc.constantFrom(...permissions, 'x:report_application:y'), pages, (list, more, exists) => {
        const after = new Set(shown([...list, more], exists))
        return shown(list, exists).every((key) => after.has(key))
      }),
    )
  })
})

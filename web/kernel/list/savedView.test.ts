import { entity } from '@lading/contract/kernel/entity.ts'
import * as field from '@lading/contract/kernel/field.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import type { ListViewBody } from '@lading/contract/sys/listViewCalls.ts'
import { describe, expect, test } from 'vitest'
import type { Column } from './columns.tsx'
import { appliedView, bodyOf, isSame, withWidth } from './savedView.ts'

const t: Text = ['x', 'x']
const e = entity('wms', 'thing', {
  title: t,
  fields: {
    code: field.code(t, { filter: true }),
    kind: field.choice(t, { A: t, B: t }, { filter: true }),
    ownerId: field.ref(t, 'wms.owner', { filter: true }),
    at: field.time(t),
    more: field.json(t),
  },
})
const column = (name: string, sorts = true): Column => ({
  name,
  sorts,
  title: t,
  field: { kind: 'text', title: t, required: false },
  width: 100,
  render: () => null,
})
const columns = [column('code'), column('kind'), column('ownerId', false), column('createTime')]
const body = (more: Partial<ListViewBody> = {}): ListViewBody => ({ filter: {}, sort: '', pageSize: 50, ...more })

describe('a saved view', () => {
  test('is applied as it was saved while all is there that it names', () => {
    const view = body({
      filter: { code: 'A', kind: 'A,B', ownerId: '7', createTime: '2026-08-01~', disabled: 'false' },
      sort: '-createTime,code',
      columns: ['kind', 'code', 'ownerId', 'createTime'],
      hidden: ['createTime'],
      widths: { kind: 90 },
    })
    const { filter, sort, layout, missing } = appliedView(view, e, columns)
    expect(missing).toEqual([])
    expect(bodyOf({ filter, sort, page: 3, pageSize: 50 }, layout)).toEqual(view)
  })

  test('is applied without what is gone, and says what that is', () => {
    const view = body({
      filter: { code: 'A', gone: 'x', at: '08:00', more: '1', kind: 'A,OLD', _view: '3', createTime: '@never' },
      sort: 'ownerId,-code,lost',
      columns: ['old', 'kind', 'faded', 'code'],
      hidden: ['faded', 'code'],
      widths: { old: 300, code: 80 },
    })
    expect(appliedView(view, e, columns)).toEqual({
      filter: { code: 'A', kind: 'A' },
      sort: '-code',
      layout: { columns: ['kind', 'code'], hidden: ['code'], widths: { code: 80 }, pageSize: 50 },
      // What it does not show is missed by nobody.
      missing: ['gone', 'at', 'more', 'kind', '_view', 'createTime', 'ownerId', 'lost', 'old'],
    })
  })

  test('asks for nothing where each choice of a filter is gone, and for a size that there is', () => {
    const applied = appliedView(body({ filter: { kind: 'OLD' }, pageSize: 33 }), e, columns)
    expect(applied).toEqual({ filter: {}, sort: '', layout: {}, missing: ['kind'] })
  })

  test('is changed by what is shown and by the order of columns, not by the order of names', () => {
    const one = body({ filter: { code: 'A', kind: 'B' }, widths: { code: 80, kind: 90 } })
    expect(isSame(one, body({ filter: { kind: 'B', code: 'A' }, widths: { kind: 90, code: 80 } }))).toBe(true)
    expect(isSame(one, { ...one, filter: { code: 'A' } })).toBe(false)
    expect(isSame(one, { ...one, sort: 'code' })).toBe(false)
    expect(isSame(body({ columns: ['a', 'b'] }), body({ columns: ['b', 'a'] }))).toBe(false)
  })

  test('keeps widths within what can be read, and none of a column that is as wide as its cells', () => {
    const wide = withWidth({ hidden: ['kind'] }, 'code', 5_000.4)
    expect(wide).toEqual({ hidden: ['kind'], widths: { code: 1_000 } })
    expect(withWidth(wide, 'kind', 3)).toEqual({ hidden: ['kind'], widths: { code: 1_000, kind: 48 } })
    const again = withWidth(wide, 'code', undefined)
    expect(bodyOf({ filter: {}, sort: '', page: 1, pageSize: 20 }, again)).toEqual({
      filter: {},
      sort: '',
      pageSize: 20,
      hidden: ['kind'],
    })
  })
})

import type { Label } from '@lading/contract/kernel/entity.ts'
import { rowsMax } from '@lading/contract/kernel/schema.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { createStore } from 'zustand'
import { report } from '../../client/errors.ts'
import { useText } from '../../client/text.ts'
import { notify } from '../../ui/notices.tsx'
import { type DraftRow, newRow, rowAfter } from '../form/draft.ts'
import { pasted } from '../grid/pasted.ts'
import { useFinder } from './RefSelect.tsx'
import type { RowsProps } from './RowsInput.tsx'

/** By `row.field`: what is wrong with a cell. */
export type Wrong = Readonly<Record<string, string>>
/** Changes some fields of the row of this key. */
export type Patch = (
  key: string,
) => (change: Readonly<Record<string, unknown>>, refs?: Readonly<Record<string, Label>>) => void

/** Rows while they are edited: how they change, what is wrong with which cell, and what a clipboard brings. */
export function useRows(p: RowsProps, names: readonly string[]) {
  const t = useText()
  const finder = useFinder()
  // The draft holds child rows in this form.
  const rows = (p.value ?? []) as readonly DraftRow[]
  const now = useRef({ p, rows })
  useLayoutEffect(() => {
    now.current = { p, rows }
  })
  const [wrong] = useState(() => createStore<Wrong>()(() => p.problems ?? {}))
  /** What a clipboard brought that names nothing here, until it is typed over. */
  const [unknown, setUnknown] = useState<Wrong>({})
  useLayoutEffect(() => {
    wrong.setState({ ...unknown, ...p.problems }, true)
  }, [wrong, unknown, p.problems])
  const { set, patch, remove } = useMemo(() => {
    // What changes twice before it is drawn changes twice.
    const set = (next: readonly DraftRow[]) => {
      now.current = { ...now.current, rows: next }
      now.current.p.onChange(next)
    }
    const patch: Patch = (key) => (change, refs) => {
      setUnknown((held) =>
        without(
          held,
          Object.keys(change).map((name) => `${key}.${name}`),
        ),
      )
      const changed = (row: DraftRow) => ({ ...row, ...change, ...(refs && { refs: { ...row.refs, ...refs } }) })
      set(now.current.rows.map((row) => (row._key === key ? changed(row) : row)))
    }
    const remove = (key: string) => set(now.current.rows.filter((row) => row._key !== key))
    return { set, patch, remove }
  }, [])

  const child = p.field.rows?.entity
  const add = () => {
    if (p.onAdd) p.onAdd()
    else if (child) set([...now.current.rows, rowAfter(child, now.current.rows)])
  }
  /** Takes a field of a row from the one above it. */
  const copyDown = (index: number, name: string) => {
    const [above, row] = [now.current.rows[index - 1], now.current.rows[index]]
    const label = above?.refs?.[name]
    if (above && row && names.includes(name)) patch(row._key)({ [name]: above[name] }, label && { [name]: label })
  }
  const paste = async (text: string, index: number, name: string) => {
    if (!child) return
    try {
      const got = await pasted(child, names.slice(Math.max(0, names.indexOf(name))), text, finder)
      const next = [...now.current.rows]
      // Rows that are chosen are not made by pasting.
      const room = (p.onAdd ? next.length : rowsMax) - index
      const marks: Record<string, string> = {}
      for (const [i, one] of got.slice(0, room).entries()) {
        const row = next[index + i] ?? newRow(child)
        next[index + i] = { ...row, ...one.values, refs: { ...row.refs, ...one.refs } }
        for (const field of one.unknown)
          marks[`${row._key}.${field}`] = t(unknownText, { code: String(one.values[field]) })
      }
      setUnknown((held) => ({ ...held, ...marks }))
      set(next)
      if (got.length > room) notify('warn', t(tooMany, { n: got.length - room }))
    } catch (error) {
      report(error)
    }
  }
  return { rows, now, wrong, patch, remove, add, copyDown, paste }
}

const unknownText: Text = ['没有[{code}]', '[{code}] does not exist']
const tooMany: Text = ['粘贴的内容超出{n}行，未放入', 'Pasted rows that did not fit: {n}. They were left out']
const without = (held: Wrong, keys: readonly string[]): Wrong =>
  keys.some((key) => key in held)
    ? Object.fromEntries(Object.entries(held).filter(([key]) => !keys.includes(key)))
    : held

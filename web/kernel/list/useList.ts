import type { FilterValue } from '@lading/contract/kernel/call.ts'
import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { usePageSize } from '../../client/frameOptions.ts'
import { createSelection } from '../grid/selection.ts'
import { queryRows, type Row } from '../records.ts'
import { useAsked } from './asked.tsx'
import { type ListState, questionOf, readState, writeState } from './filters.ts'
import { useView } from './useView.ts'

/** A list's state, its page of records and its selection, for the default list and for pages that draw their own. */
export function useList(e: AnyEntity, where?: Record<string, FilterValue>) {
  const { query, step } = useAsked()
  const view = useView(e, query)
  const { layout, setLayout } = view
  const usual = usePageSize()
  const state = readState(view.query, layout.pageSize ?? usual)
  const [selection] = useState(() => createSelection<Row>())
  /** The ticked rows alone are looked at, whatever page they stand on. */
  const [shown, setShown] = useState<readonly string[]>()
  const asked = questionOf(e, state, where)
  const question = shown ? { ...asked, filter: { ...where, id: [...shown] } } : asked
  const page = useQuery({
    queryKey: [e.key, 'list', question],
    queryFn: ({ signal }) => queryRows(e, question, signal),
    // Not before it is known by which view the list opens.
    enabled: view.isReady,
    placeholderData: keepPreviousData,
  })
  const { data } = page
  useEffect(() => {
    if (data) selection.renew(data.records)
  }, [data, selection])
  // What is ticked was ticked among what is seen: another filter shows others. Pages and order only move them.
  const filter = JSON.stringify(asked.filter)
  const tickedUnder = useRef(filter)
  useEffect(() => {
    if (tickedUnder.current === filter) return
    tickedUnder.current = filter
    setShown(undefined)
    selection.clear()
  }, [filter, selection])
  const showTicked = (isOn: boolean) => {
    setShown(isOn ? selection.rows().map(({ id }) => id) : undefined)
    setState({ page: 1 })
  }
  const setState = (change: Partial<ListState>) => {
    const next = { ...state, page: 1, ...change }
    if (change.pageSize !== undefined) setLayout({ ...layout, pageSize: change.pageSize })
    step(writeState(next, change.pageSize ?? layout.pageSize ?? usual))
  }
  return {
    entity: e,
    state,
    setState,
    question,
    page,
    selection,
    isTickedOnly: shown !== undefined,
    showTicked,
    layout,
    setLayout,
    view,
  }
}
export type ListModel = ReturnType<typeof useList>

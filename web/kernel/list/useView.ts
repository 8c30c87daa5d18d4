import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { listViewCalls } from '@lading/contract/sys/listViewCalls.ts'
import { useEffect, useMemo, useState } from 'react'
import type { Query } from '../../client/location.ts'
import { useUser } from '../../client/session.ts'
import { type ListLayout, readStored, writeStored } from '../../client/stored.ts'
import { useCall } from '../useCall.ts'
import { useAsked } from './asked.tsx'
import { allColumns } from './columns.tsx'
import { appliedView } from './savedView.ts'

/** In an address: the list as it is, though another view opens it usually. */
const none = '0'
/** One's own changes are told by news; what others share is found with a list that opens later. */
const kept = { staleTime: 60_000, retry: false } as const

/**
 * The saved view of a list: which one its address names, or with which it opens for this user where the address says
 * nothing, and what that makes of the list. Filters and order are the address's, so that Back undoes them.
 */
export function useView(e: AnyEntity, query: Query) {
  const { set, step } = useAsked()
  const isBare = Object.keys(query).length === 0
  // It came with the user, so that no list waits for an answer of its own before it knows what to ask.
  const usual = useUser().listViews?.[e.key]
  /** Settled as the list opens. */
  const [opening, setOpening] = useState(isBare ? (usual ?? none) : none)
  const id = query._view ?? (isBare ? opening : none)
  const views = useCall(listViewCalls.query, { list: e.key }, { ...kept, enabled: id !== none })
  const active = id === none ? undefined : views.data?.find((v) => v.id === id)
  const applied = useMemo(() => active && appliedView(active.body, e, allColumns(e)), [active, e])
  const opened: Query | undefined =
    isBare && active && applied ? { ...queryOfView(active.id, applied), ...applied.filter } : undefined
  const asked = JSON.stringify(opened)
  useEffect(() => {
    if (asked !== undefined) set(JSON.parse(asked))
  }, [asked, set])
  const own = useLayout(e.key)
  /** What was changed about the layout since the view was chosen, as long as nobody has saved another one. */
  const [draft, setDraft] = useState<{ readonly of: string; readonly layout: ListLayout }>()
  const mark = active && `${active.id}/${active.version}`
  const layout = applied ? (draft && draft.of === mark ? draft.layout : applied.layout) : own.layout
  return {
    query: opened ?? query,
    isReady: !(id !== none && views.isLoading),
    active,
    applied,
    /** The address names a view that is gone, or is not shared with this user. One that opened the list is only missed. */
    isLost: query._view !== undefined && id !== none && views.data !== undefined && !active,
    error: id !== none ? views.error : null,
    layout,
    setLayout: (next: ListLayout) => (mark ? setDraft({ of: mark, layout: next }) : own.setLayout(next)),
    /** Shows the list by a view, or as it is: a step that Back undoes. */
    choose: (view: Pick<NonNullable<typeof active>, 'id' | 'body'> | undefined) => {
      setDraft(undefined)
      setOpening(none)
      const next = view && appliedView(view.body, e, allColumns(e))
      const bare: Query = usual === undefined ? {} : { _view: none }
      step(next ? { ...next.filter, ...queryOfView(view.id, next) } : bare)
    },
  }
}

const queryOfView = (id: string, { sort }: { readonly sort: string }): Query => ({
  ...(sort && { _sort: sort }),
  _view: id,
})

/** How the user arranged this list himself, kept on this computer. */
function useLayout(key: string) {
  const [layout, set] = useState<ListLayout>(() => readStored().lists?.[key] ?? {})
  const setLayout = (next: ListLayout) => {
    set(next)
    writeStored('lists', { ...readStored().lists, [key]: next })
  }
  return { layout, setLayout }
}

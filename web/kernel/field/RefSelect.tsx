import type { ListQuery } from '@lading/contract/kernel/call.ts'
import { offeredMax } from '@lading/contract/kernel/crud.ts'
import type { Label } from '@lading/contract/kernel/entity.ts'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useContext, useDeferredValue, useState } from 'react'
import { call } from '../../client/client.ts'
import { useText } from '../../client/text.ts'
import { useMay } from '../permission.ts'
import { callsOf, labelIn, labelText, queryRows, type Row } from '../records.ts'
import { entityOf, offeredOf } from '../registry.ts'
import { FormOf } from './formOf.ts'
import { isId } from './rules.ts'

interface Props {
  readonly to: string
  readonly value: string | undefined
  readonly label?: Label | undefined
  readonly onChange: (id: string | null, label?: Label) => void
  readonly id?: string | undefined
  readonly title: string
  readonly describedBy?: string | undefined
  readonly isInvalid?: boolean
  readonly isDisabled?: boolean
  readonly isRequired?: boolean
  /** A filter offers what is disabled too: old documents name it. */
  readonly withDisabled?: boolean
  /** Narrows what is offered, as packs to those of the line's product. */
  readonly where?: Readonly<Record<string, string>> | undefined
}

export const labelOf = (to: string, row: Row): Label => labelIn(entityOf(to), row)

export type Finder = (
  to: string,
  filter: NonNullable<ListQuery['filter']>,
  pageSize: number,
  signal?: AbortSignal,
) => Promise<readonly Row[]>
/** How rows of an entity are found: by its own list, or by what the form offers to who may not look at that. */
export function useFinder(): Finder {
  const may = useMay()
  const form = useContext(FormOf)
  return async (to, filter, pageSize, signal) => {
    const offer = form && !may(entityOf(to), 'view') ? callsOf(form).offer : undefined
    // As `offered` of the contract says.
    if (offer) return (await call(offer, { to, filter }, { signal })) as readonly Row[]
    return (await queryRows(entityOf(to), { filter, pageSize, searchCount: false }, signal)).records
  }
}

/** What a ref may point to, asked of the server as the user types: a code's beginning or a part of the name. */
export function useOffered(to: string, search: string, isOpen: boolean, o: Pick<Props, 'withDisabled' | 'where'>) {
  const find = useFinder()
  const keyword = useDeferredValue(search.trim())
  const filter = {
    ...o.where,
    ...(keyword && { keyword }),
    ...(!o.withDisabled && { disabled: false, ...offeredOf(to) }),
  }
  return useQuery({
    queryKey: [to, 'offered', filter],
    queryFn: async ({ signal }) => {
      // Typing goes on: the server is asked after a short rest.
      if (keyword) await new Promise((resolve) => setTimeout(resolve, 200))
      if (signal.aborted) return []
      return find(to, filter, offeredMax, signal)
    },
    enabled: isOpen,
    placeholderData: (before) => before,
  })
}

/** What a chosen row is called when only its id is known, as in a stored filter. */
export function useLabel(to: string, id: string | undefined, label: Label | undefined): Label | undefined {
  const find = useFinder()
  const { data } = useQuery({
    queryKey: [to, 'label', id],
    queryFn: async ({ signal }) => {
      const [row] = await find(to, { id: [id ?? ''] }, 1, signal)
      return row ? labelOf(to, row) : null
    },
    enabled: isId(id) && label === undefined,
    staleTime: 300_000,
  })
  return label ?? data ?? undefined
}

/** A searchable choice of another entity's row. */
export function RefSelect(p: Props) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  const [search, setSearch] = useState('')
  const { data = [], isFetching } = useOffered(p.to, search, isOpen, p)
  const rows = data.map((row) => ({ value: row.id, label: labelText(labelOf(p.to, row)), row }))
  const label = useLabel(p.to, p.value, p.label)
  const isKnown = p.value === undefined || rows.some((o) => o.value === p.value)
  const chosen = isKnown ? [] : [{ value: p.value ?? '', label: labelText(label) || p.value, row: undefined }]
  return (
    <Select
      {...(p.id && { id: p.id })}
      className="wide"
      value={p.value ?? null}
      options={isOpen && search ? rows : [...chosen, ...rows]}
      showSearch={{ filterOption: false, onSearch: setSearch }}
      allowClear={!p.isRequired}
      disabled={p.isDisabled ?? false}
      status={p.isInvalid ? 'error' : ''}
      loading={isFetching}
      aria-label={p.title}
      aria-describedby={p.describedBy}
      placeholder={t(['输入代码或名称', 'Type a code or a name'])}
      notFoundContent={isFetching ? t(['查询中…', 'Searching…']) : t(['没有符合的数据', 'No matches'])}
      popupMatchSelectWidth={false}
      onOpenChange={setOpen}
      onChange={(id: string | null, option) => {
        const row = Array.isArray(option) ? undefined : option?.row
        p.onChange(id ?? null, row && labelOf(p.to, row))
        setSearch('')
      }}
    />
  )
}

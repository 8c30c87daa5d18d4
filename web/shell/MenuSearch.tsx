import { SearchOutlined } from '@ant-design/icons'
import { AutoComplete, Input, type InputRef } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { report } from '../client/errors.ts'
import { go } from '../client/tabStore.ts'
import { useText } from '../client/text.ts'
import type { Searched, Spelling } from './menuSearch.ts'
import { useEntryOptions, useRecordOptions } from './searchOptions.tsx'
import { findRecords, scanned, useRecords, wordOf } from './useRecords.ts'

interface Props extends Pick<Searched, 'menu' | 'sub'> {
  readonly onGo?: () => void
}

/**
 * Typing filters entries and commands and finds records, Enter or a click jumps; a scanned code opens what has it. Ctrl or
 * ⌘ with K comes here from anywhere.
 */
export function MenuSearch({ menu, sub, onGo }: Props) {
  const t = useText()
  const [typed, setTyped] = useState('')
  const [spelling, setSpelling] = useState<Spelling>({})
  const input = useRef<InputRef>(null)
  useCtrlK(() => input.current?.focus({ cursor: 'all' }))
  const found = useRecords(typed)
  const entries = useEntryOptions({ menu, sub, spelling, typed })
  const records = useRecordOptions(found)
  const problem = { value: 'problem', label: <span role="alert">{found.problem}</span>, disabled: true }
  const leave = () => {
    setTyped('')
    input.current?.blur()
    onGo?.()
  }
  /** A scanner types faster than anything is answered: what it meant opens when it is. */
  const enter = async () => {
    const word = wordOf(typed)
    if (word === '' || entries.length > 0 || (records.length > 0 && !found.isAsking)) return
    try {
      const to = scanned(await findRecords(word))
      // Somebody may have typed on, or gone elsewhere.
      if (!to || input.current?.input?.value !== typed) return
      leave()
      go(to)
    } catch (error) {
      report(error)
    }
  }
  return (
    <AutoComplete
      className="menu-search"
      value={typed}
      options={[...entries, ...records, ...(found.problem ? [problem] : [])]}
      defaultActiveFirstOption
      popupMatchSelectWidth={380}
      notFoundContent={
        typed && (
          <span role="status">
            {found.isAsking
              ? t(['正在查找…', 'Searching…'])
              : t(['没有符合的菜单或记录', 'No matching entry or record'])}
          </span>
        )
      }
      onChange={setTyped}
      // Where the spelling does not come, titles answer all the same.
      onFocus={() =>
        void import('@lading/contract/menuPinyin.ts').then(
          (m) => setSpelling(m.menuPinyin),
          () => undefined,
        )
      }
      onKeyDown={(e) => {
        if (e.key === 'Escape') {
          setTyped('')
          input.current?.blur()
        }
        if (e.key === 'Enter') void enter()
      }}
      onSelect={(_, option) => {
        if (!('run' in option)) return
        leave()
        option.run()
      }}
    >
      <Input
        ref={input}
        prefix={<SearchOutlined aria-hidden />}
        suffix={<kbd>Ctrl K</kbd>}
        placeholder={t(['搜索菜单和记录', 'Search menu, records'])}
        aria-label={t(['搜索菜单和记录', 'Search menu and records'])}
      />
    </AutoComplete>
  )
}

function useCtrlK(focus: () => void): void {
  const latest = useRef(focus)
  useEffect(() => {
    latest.current = focus
  })
  useEffect(() => {
    const open = (e: KeyboardEvent) => {
      if (e.key.toLowerCase() !== 'k' || !(e.ctrlKey || e.metaKey) || e.altKey || e.shiftKey) return
      e.preventDefault()
      latest.current()
    }
    window.addEventListener('keydown', open)
    return () => window.removeEventListener('keydown', open)
  }, [])
}

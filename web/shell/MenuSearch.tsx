import { SearchOutlined } from '@ant-design/icons'
import type { Menu, SubSystem } from '@lading/contract/menu.ts'
import { AutoComplete, Input, type InputRef } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { report } from '../client/errors.ts'
import { place } from '../client/location.ts'
import { go } from '../client/tabStore.ts'
import { useText } from '../client/text.ts'
import { entityOf } from '../kernel/registry.ts'
import { searchCommands } from './commands.ts'
import { type Spelling, searchMenu } from './menuSearch.ts'
import { findRecords, placeOf, scanned, useRecords, wordOf } from './useRecords.ts'

interface Props {
  readonly menu: Menu
  readonly sub: SubSystem | undefined
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
  useEffect(() => {
    const open = (e: KeyboardEvent) => {
      if (e.key.toLowerCase() !== 'k' || !(e.ctrlKey || e.metaKey) || e.altKey || e.shiftKey) return
      e.preventDefault()
      input.current?.focus({ cursor: 'all' })
    }
    window.addEventListener('keydown', open)
    return () => window.removeEventListener('keydown', open)
  }, [])
  const hits = searchMenu(menu, spelling, typed, sub).map(({ entry, path }) => ({
    value: `${entry.sub}/${entry.name}`,
    run: () => go(place(entry.sub, entry.name)),
    label: hit(t(entry.title), path.map((text) => t(text)).join(' / ')),
  }))
  const commands = searchCommands(typed).map((command) => ({
    value: `command ${command.key}`,
    run: command.run,
    label: hit(t(command.title), t(['操作', 'Command'])),
  }))
  const { kinds, isAsking, problem } = useRecords(typed)
  const records = kinds.flatMap((kind) => {
    const options = kind.hits.flatMap((one) => {
      const to = placeOf(kind, one)
      const state = one.state ? t(one.state) : ''
      const label = hit(one.name ? `${one.code} ${one.name}` : one.code, state)
      return to ? [{ value: `record ${kind.key} ${one.id}`, run: () => go(to), label }] : []
    })
    const title = t(entityOf(kind.key).title)
    const more = kind.isCut ? t(['（仅显示前{max}条）', ' (the first {max})'], { max: kind.hits.length }) : ''
    return options.length > 0 ? [{ value: kind.key, label: `${title}${more}`, options }] : []
  })
  // Entries and commands are found without the server.
  const refused =
    problem && hits.length + commands.length > 0
      ? [{ value: 'problem', label: <span role="alert">{problem}</span>, disabled: true }]
      : []
  const leave = () => {
    setTyped('')
    input.current?.blur()
  }
  /** A scanner types faster than anything is answered: what it meant opens when it is. */
  const enter = async () => {
    const word = wordOf(typed)
    if (word === '' || hits.length + commands.length > 0 || (records.length > 0 && !isAsking)) return
    try {
      const to = scanned(await findRecords(word))
      // Somebody may have typed on, or gone elsewhere.
      if (!to || input.current?.input?.value !== typed) return
      leave()
      onGo?.()
      go(to)
    } catch (error) {
      report(error)
    }
  }
  const nothing = isAsking
    ? t(['正在查找…', 'Searching…'])
    : problem || t(['没有符合的菜单或记录', 'No such entry or record'])
  return (
    <AutoComplete
      className="menu-search"
      value={typed}
      options={[...hits, ...commands, ...records, ...refused]}
      defaultActiveFirstOption
      popupMatchSelectWidth={380}
      notFoundContent={typed && <span role="status">{nothing}</span>}
      onChange={setTyped}
      // Where the spelling does not come, titles answer all the same.
      onFocus={() =>
        void import('@lading/contract/menuPinyin.ts').then(
          (m) => setSpelling(m.menuPinyin),
          () => undefined,
        )
      }
      onKeyDown={(e) => {
        if (e.key === 'Escape') leave()
        if (e.key === 'Enter') void enter()
      }}
      onSelect={(_, option) => {
        if (!('run' in option)) return
        leave()
        onGo?.()
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

const hit = (title: string, path: string) => (
  <span className="search-hit">
    <span className="link-title">{title}</span> <span className="muted">{path}</span>
  </span>
)

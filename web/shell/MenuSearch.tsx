import { SearchOutlined } from '@ant-design/icons'
import type { Menu, SubSystem } from '@lading/contract/menu.ts'
import { AutoComplete, Input, type InputRef } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { place } from '../client/location.ts'
import { go } from '../client/tabStore.ts'
import { useText } from '../client/text.ts'
import { searchCommands } from './commands.ts'
import { type Spelling, searchMenu } from './menuSearch.ts'

interface Props {
  readonly menu: Menu
  readonly sub: SubSystem | undefined
  readonly onGo?: () => void
}

/** Typing filters entries and commands, Enter or a click jumps. Ctrl or ⌘ with K comes here from anywhere. */
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
  const leave = () => {
    setTyped('')
    input.current?.blur()
  }
  return (
    <AutoComplete
      className="menu-search"
      value={typed}
      options={[...hits, ...commands]}
      defaultActiveFirstOption
      popupMatchSelectWidth={320}
      notFoundContent={typed && t(['没有符合的菜单', 'No such entry'])}
      onChange={setTyped}
      // Where the spelling does not come, titles answer all the same.
      onFocus={() =>
        void import('@lading/contract/menuPinyin.ts').then(
          (m) => setSpelling(m.menuPinyin),
          () => undefined,
        )
      }
      onKeyDown={(e) => e.key === 'Escape' && leave()}
      onSelect={(_, { run }) => {
        leave()
        onGo?.()
        run()
      }}
    >
      <Input
        ref={input}
        prefix={<SearchOutlined aria-hidden />}
        suffix={<kbd>Ctrl K</kbd>}
        placeholder={t(['搜索菜单', 'Search the menu'])}
        aria-label={t(['搜索菜单', 'Search the menu'])}
      />
    </AutoComplete>
  )
}

const hit = (title: string, path: string) => (
  <span className="search-hit">
    <span className="link-title">{title}</span> <span className="muted">{path}</span>
  </span>
)

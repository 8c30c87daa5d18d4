import { place } from '../client/location.ts'
import { go } from '../client/tabStore.ts'
import { useText } from '../client/text.ts'
import { entityOf } from '../kernel/registry.ts'
import { searchCommands } from './commands.ts'
import { type Searched, searchMenu } from './menuSearch.ts'
import { placeOf, type Records } from './useRecords.ts'

/** Entries and commands that what is typed names. They are known without the server. */
export function useEntryOptions({ menu, sub, spelling, typed }: Searched) {
  const t = useText()
  const entries = searchMenu(menu, spelling, typed, sub).map(({ entry, path }) => ({
    value: `${entry.sub}/${entry.name}`,
    run: () => go(place(entry.sub, entry.name)),
    label: shown(t(entry.title), path.map((text) => t(text)).join(' / ')),
  }))
  const commands = searchCommands(typed).map((command) => ({
    value: `command ${command.key}`,
    run: command.run,
    label: shown(t(command.title), t(['操作', 'Command'])),
  }))
  return [...entries, ...commands]
}

/** Records by kind, each kind under its title. */
export function useRecordOptions({ kinds }: Records) {
  const t = useText()
  return kinds.flatMap((kind) => {
    const options = kind.hits.flatMap((one) => {
      const to = placeOf(kind, one)
      const label = shown(one.name ? `${one.code} ${one.name}` : one.code, one.state ? t(one.state) : '')
      return to ? [{ value: `record ${kind.key} ${one.id}`, run: () => go(to), label }] : []
    })
    const title = t(entityOf(kind.key).title)
    const label = kind.isCut
      ? t(['{title}（前{n}条）', '{title} (the first {n})'], { title, n: options.length })
      : title
    return options.length > 0 ? [{ value: kind.key, label, options }] : []
  })
}

const shown = (title: string, path: string) => (
  <span className="search-hit">
    <span className="link-title">{title}</span> <span className="muted">{path}</span>
  </span>
)

import type { MenuProps } from 'antd'
import { report } from '../client/errors.ts'
import { subOf } from '../client/guard.ts'
import { setFavourite, useFavourite } from '../client/linkStore.ts'
import { hashOf, place } from '../client/location.ts'
import { close, closeAll, move, pin, useTabs } from '../client/tabStore.ts'
import type { Tab } from '../client/tabs.ts'
import { useText } from '../client/text.ts'
import { words } from '../kernel/words.ts'
import { ask } from '../ui/ask.tsx'
import { copyText } from '../ui/copy.ts'
import { notify } from '../ui/notices.tsx'
import { maximise } from './maximise.ts'
import { refresh } from './refresh.ts'

/** What a tab's menu offers: right click, Shift+F10 or a long press. What would change nothing is disabled. */
export function useTabMenu(tab: Tab | undefined): NonNullable<MenuProps['items']> {
  const t = useText()
  const { list } = useTabs()
  const hash = tab ? hashOf(tab.place) : ''
  // Reports stand under the sub-system from which one came: as a favourite they are what the menu calls them.
  const href = tab ? hashOf(place(subOf(tab.place), tab.place.name, tab.place.query)) : ''
  const [isFavourite, favourTitle] = useFavourite(href)
  if (!tab) return []
  const at = list.indexOf(tab)
  const loose = (tabs: readonly Tab[]) => tabs.filter((other) => !other.pinned).map((other) => other.key)
  const closing = (key: string, label: string, keys: readonly string[], run = close) => ({
    key,
    label,
    disabled: keys.length === 0,
    onClick: () => void run(keys),
  })
  const moving = (key: string, label: string, to: Tab | undefined) => ({
    key,
    label,
    disabled: to === undefined || to.pinned !== tab.pinned,
    onClick: () => to && move(tab.key, to.key),
  })
  const address = `${window.location.origin}/${hash}`
  const favour = async () => {
    const { name } = tab.place
    // A list as it is filtered is a view, known by a name of its own.
    const isView = !isFavourite && name.endsWith('List') && hash.includes('?')
    const title = isView ? await ask({ title: ['收藏为视图', 'Save as view'], reason: ['名称', 'Name'] }) : t(tab.title)
    if (title === undefined) return
    const link = { name, title, href, lastLookTime: Date.now() }
    setFavourite(link, !isFavourite).catch(report)
  }
  const copy = () => copyText(address).then(() => notify('good', t(['链接已复制', 'Link copied'])), report)
  return [
    { key: 'refresh', label: t(words.refresh), onClick: () => void refresh(tab.key) },
    closing('close', t(words.close), [tab.key]),
    closing('others', t(['关闭其他', 'Close others']), loose(list.filter((other) => other !== tab))),
    closing('left', t(['关闭左侧', 'Close to the left']), loose(list.slice(0, at))),
    closing('right', t(['关闭右侧', 'Close to the right']), loose(list.slice(at + 1))),
    closing('all', t(['关闭全部', 'Close all']), loose(list), closeAll),
    { type: 'divider' },
    {
      key: 'pin',
      label: t(tab.pinned ? ['取消固定', 'Unpin'] : ['固定', 'Pin']),
      onClick: () => pin(tab.key, !tab.pinned),
    },
    moving('moveLeft', t(['向左移动', 'Move left']), list[at - 1]),
    moving('moveRight', t(['向右移动', 'Move right']), list[at + 1]),
    { type: 'divider' },
    {
      key: 'favourite',
      label: t(favourTitle),
      onClick: favour,
    },
    { key: 'maximise', label: t(['最大化内容', 'Maximise content']), onClick: maximise },
    {
      key: 'window',
      label: t(['在新窗口打开', 'Open in a new window']),
      onClick: () => void window.open(address, '_blank', 'noopener'),
    },
    { key: 'copy', label: t(['复制链接', 'Copy the link']), onClick: () => void copy() },
  ]
}

import { ArrowUpOutlined, CloseOutlined, HistoryOutlined, StarOutlined } from '@ant-design/icons'
import type { Text } from '@lading/contract/kernel/text.ts'
import { Button } from 'antd'
import type { DragEvent, ReactNode } from 'react'
import { report } from '../client/errors.ts'
import { entryOf } from '../client/guard.ts'
import { moveFavourite, setFavourite, useLinks } from '../client/linkStore.ts'
import type { LinkRecord } from '../client/links.ts'
import { parseHash } from '../client/location.ts'
import { useUser } from '../client/session.ts'
import { useText } from '../client/text.ts'
import { shownTime } from '../client/time.ts'
import { Drop } from '../ui/Drop.tsx'
import { menuOf } from './enter.ts'
import { framePageOf } from './pageOf.tsx'

/** The entries that the user may still see; those of withdrawn permissions are hidden, not forgotten. */
function useShown(list: readonly LinkRecord[]): readonly LinkRecord[] {
  const menu = menuOf(useUser())
  return list.filter(({ href }) => {
    const route = parseHash(href)
    return route.kind === 'page' && (framePageOf(route) !== undefined || entryOf(route, menu) !== undefined)
  })
}

/** A list entry is called as the menu calls it now, in the language of now; a document as it was called when seen. */
function useTitle(): (link: LinkRecord) => string {
  const t = useText()
  const menu = menuOf(useUser())
  return (link) => {
    const route = parseHash(link.href)
    const entry = route.kind === 'page' ? entryOf(route, menu) : undefined
    return route.kind === 'page' && entry?.name === route.name ? t(entry.title) : link.title
  }
}

interface LinksProps {
  readonly title: Text
  readonly icon: ReactNode
  readonly empty: Text
  readonly isEmpty: boolean
  readonly children: (close: () => void) => ReactNode
}

function Links({ title, icon, empty, isEmpty, children }: LinksProps) {
  const t = useText()
  return (
    <Drop title={t(title)} icon={icon} isText>
      {(close) =>
        isEmpty ? <p className="muted link-empty">{t(empty)}</p> : <ul className="links">{children(close)}</ul>
      }
    </Drop>
  )
}

/** 历史: where the user has been, newest first. */
export function HistoryMenu() {
  const list = useShown(useLinks((s) => s.history))
  const titleOf = useTitle()
  return (
    <Links
      title={['历史', 'History']}
      icon={<HistoryOutlined aria-hidden />}
      isEmpty={list.length === 0}
      empty={['还没有访问过页面', 'No pages visited yet']}
    >
      {(close) =>
        list.map((link) => (
          <li key={link.href}>
            <a href={link.href} onClick={close}>
              <span className="link-title">{titleOf(link)}</span>
              <span className="muted num">{shownTime(new Date(link.lastLookTime).toISOString()).slice(5, 16)}</span>
            </a>
          </li>
        ))
      }
    </Links>
  )
}

/** 收藏: in the user's own order, by dragging or by the arrow beside each. */
export function FavouriteMenu() {
  const t = useText()
  const list = useShown(useLinks((s) => s.favourites))
  const entryTitle = useTitle()
  const titleOf = (link: LinkRecord) => (link.href.includes('?') ? link.title : entryTitle(link))
  const move = (href: string, to: string) => void moveFavourite(href, to).catch(report)
  const drop = (to: string) => (e: DragEvent) => {
    e.preventDefault()
    move(e.dataTransfer.getData('text/plain'), to)
  }
  return (
    <Links
      title={['收藏', 'Favourites']}
      icon={<StarOutlined aria-hidden />}
      isEmpty={list.length === 0}
      empty={[
        '点击菜单项旁的星标，或在页签的右键菜单中选择“加入收藏”',
        "Click the star next to a menu entry, or choose “Add to favourites” in a tab's menu",
      ]}
    >
      {(close) =>
        list.map((link, i) => (
          <li
            key={link.href}
            draggable
            onDragStart={(e) => e.dataTransfer.setData('text/plain', link.href)}
            onDragOver={(e) => e.preventDefault()}
            onDrop={drop(link.href)}
          >
            <a href={link.href} onClick={close}>
              <span className="link-title">{titleOf(link)}</span>
            </a>
            <Button
              size="small"
              type="text"
              icon={<ArrowUpOutlined aria-hidden />}
              disabled={i === 0}
              aria-label={t(['上移 {title}', 'Move {title} up'], { title: titleOf(link) })}
              onClick={() => move(link.href, list[i - 1]?.href ?? link.href)}
            />
            <Button
              size="small"
              type="text"
              icon={<CloseOutlined aria-hidden />}
              aria-label={t(['取消收藏 {title}', 'Remove {title}'], { title: titleOf(link) })}
              onClick={() => void setFavourite(link, false).catch(report)}
            />
          </li>
        ))
      }
    </Links>
  )
}

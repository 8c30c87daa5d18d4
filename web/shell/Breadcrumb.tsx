import { menu } from '@lading/contract/menu.ts'
import { unreadCount } from '@lading/contract/sys/unread.ts'
import { Fragment } from 'react'
import { entryOf, subOf } from '../client/guard.ts'
import { hashOf, place } from '../client/location.ts'
import { activeTab, useTabs } from '../client/tabStore.ts'
import { useText } from '../client/text.ts'
import { useCall } from '../kernel/useCall.ts'
import { framePart } from './framePart.tsx'

const Guidance = framePart(async () => (await import('./Guidance.tsx')).Guidance)

/** Where the shown page stands: sub-system, group, entry, and the document where it is one. */
export function Breadcrumb() {
  const t = useText()
  const tab = useTabs(activeTab)
  const { data } = useCall(unreadCount, {})
  if (!tab) return null
  const sub = menu.find((s) => s.sub === subOf(tab.place))
  const entry = entryOf(tab.place, menu)
  const page = entry ? `${entry.sub}/${entry.name}` : ''
  const isGuided = data?.guided.includes(page)
  const group = sub?.groups.find((g) => g.code === entry?.group)
  const isDeeper = entry === undefined || entry.name !== tab.place.name
  const parts = [
    ...(sub ? [{ key: 'sub', title: t(sub.title), href: undefined }] : []),
    ...(group ? [{ key: 'group', title: t(group.title), href: undefined }] : []),
    ...(entry
      ? [{ key: 'entry', title: t(entry.title), href: isDeeper ? hashOf(place(entry.sub, entry.name)) : undefined }]
      : []),
    ...(isDeeper ? [{ key: 'page', title: t(tab.title), href: undefined }] : []),
    // A sub-system of one entry is called like it: said once.
  ].filter((part, i, all) => part.title !== all[i + 1]?.title)
  return (
    <>
      <nav className="crumbs" aria-label={t(['当前位置', 'Where you are'])}>
        {parts.map((part, i) => (
          <Fragment key={part.key}>
            {i > 0 && <span className="muted"> / </span>}
            {part.href ? (
              <a href={part.href}>{part.title}</a>
            ) : (
              <span aria-current={i === parts.length - 1 ? 'page' : undefined}>{part.title}</span>
            )}
          </Fragment>
        ))}
      </nav>
      {isGuided && <Guidance key={page} page={page} />}
    </>
  )
}

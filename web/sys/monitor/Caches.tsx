import type { Text } from '@lading/contract/kernel/text.ts'
import { type CachedKey, monitorCalls as calls, type WatchedCache } from '@lading/contract/sys/monitor.ts'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { call } from '../../client/client.ts'
import { report } from '../../client/errors.ts'
import { useUser } from '../../client/session.ts'
import { useText } from '../../client/text.ts'
import type { ReadColumn } from '../../kernel/grid/columns.tsx'
import { ReadTable } from '../../kernel/grid/ReadTable.tsx'
import { RowButtons } from '../../kernel/list/RowButtons.tsx'
import { NotRead } from '../../kernel/NotRead.tsx'
import { TabDrawer } from '../../kernel/TabDrawer.tsx'
import { useCall } from '../../kernel/useCall.ts'
import { words } from '../../kernel/words.ts'
import { ask } from '../../ui/ask.tsx'
import { notify } from '../../ui/notices.tsx'
import { number, Read } from './Read.tsx'

const texts = {
  caches: ['缓存', 'Caches'],
  look: ['查看', 'Look into'],
  find: ['用户、组织或键', 'User, organisation or key'],
  nothing: ['没有这样的内容', 'Nothing of that kind is kept'],
  clear: ['清除', 'Clear'],
  clearAll: ['清除全部缓存', 'Clear all caches'],
  askClear: ['清除缓存[{name}]？', 'Clear the cache [{name}]?'],
  detail: ['只清除本企业的内容，之后会重新读取。', 'Only what belongs to your company is cleared; it is read again.'],
  cleared: ['已清除{cleared}条', 'Entries cleared: {cleared}'],
} as const satisfies Record<string, Text>

const kilobytes = (bytes: number): string => number(Math.round(bytes / 102.4) / 10)
const share = ({ hits, misses }: WatchedCache): string =>
  hits + misses === 0 ? '–' : `${Math.round((hits * 1000) / (hits + misses)) / 10} %`
export function Caches() {
  const t = useText()
  const { permissions } = useUser()
  const mayClear = permissions === null || permissions.includes(calls.evict.permission)
  const [open, setOpen] = useState<WatchedCache>()
  const clear = async (again: () => void, of?: WatchedCache): Promise<void> => {
    const title = of ? texts.askClear : texts.clearAll
    const question = { title, args: { name: of?.title ?? '' }, detail: texts.detail, ok: texts.clear }
    if ((await ask(question)) === undefined) return
    try {
      notify('good', t(texts.cleared, await call(calls.evict, of ? { name: of.name } : {})))
    } catch (error) {
      report(error)
    }
    again()
  }
  const columns = (again: () => void): readonly ReadColumn<WatchedCache>[] => [
    { name: 'title', title: ['缓存', 'Cache'], width: 180, said: (c) => c.title },
    {
      name: 'entries',
      title: ['本企业条数', 'Entries'],
      width: 110,
      isFigure: true,
      said: (c) => number(c.entries),
      isFilled: () => true,
    },
    { name: 'bytes', title: ['约占KB', 'About KB'], width: 100, isFigure: true, said: (c) => kilobytes(c.bytes) },
    {
      name: 'size',
      title: ['总条数', 'Of all'],
      width: 100,
      isFigure: true,
      said: (c) => (c.size === null ? '' : number(c.size)),
      isFilled: (c) => c.size !== null,
    },
    { name: 'share', title: ['命中率', 'Hit rate'], width: 100, isFigure: true, said: share, isFilled: () => true },
    {
      name: 'ttl',
      title: ['有效期（秒）', 'Kept (s)'],
      width: 120,
      isFigure: true,
      said: (c) => (c.ttlSec === null ? '∞' : String(c.ttlSec)),
    },
    {
      name: 'actions',
      title: words.actions,
      width: 160,
      render: (c) => (
        <RowButtons
          actions={[
            { key: 'look', title: texts.look, run: () => setOpen(c) },
            ...(mayClear ? [{ key: 'clear', title: texts.clear, run: () => void clear(again, c) }] : []),
          ]}
        />
      ),
      isFilled: () => true,
    },
  ]
  return (
    <Read of={calls.list}>
      {(caches, again) => (
        <>
          <ReadTable<WatchedCache> label={t(texts.caches)} rows={caches} columns={columns(again)} />
          <TabDrawer open={open !== undefined} title={open?.title} size="large" onClose={() => setOpen(undefined)}>
            {open && <Keys of={open} mayClear={mayClear} onCleared={again} />}
          </TabDrawer>
          {mayClear && (
            <Button className="monitor-clear" onClick={() => void clear(again)}>
              {t(texts.clearAll)}
            </Button>
          )}
        </>
      )}
    </Read>
  )
}

/** What a cache holds: looked up by who or what it is about, and cleared one by one. */
function Keys({ of, mayClear, onCleared }: { of: WatchedCache; mayClear: boolean; onCleared: () => void }) {
  const t = useText()
  const [text, setText] = useState('')
  const read = useCall(calls.keys, { name: of.name, ...(text !== '' && { text }) })
  const clear = async (key: string): Promise<void> => {
    try {
      notify('good', t(texts.cleared, await call(calls.evict, { name: of.name, key })))
    } catch (error) {
      report(error)
    }
    await read.refetch()
    onCleared()
  }
  const columns: readonly ReadColumn<CachedKey>[] = [
    { name: 'user', title: ['用户', 'User'], width: 180, said: (k) => k.user ?? '' },
    { name: 'org', title: ['组织', 'Organisation'], width: 180, said: (k) => k.org ?? '' },
    { name: 'key', title: ['键', 'Key'], width: 260, said: (k) => k.key },
    { name: 'bytes', title: ['约占KB', 'About KB'], width: 90, isFigure: true, said: (k) => kilobytes(k.bytes) },
    {
      name: 'actions',
      title: words.actions,
      width: 90,
      render: (k) => <RowButtons actions={[{ key: 'clear', title: texts.clear, run: () => void clear(k.key) }]} />,
      isFilled: () => mayClear,
    },
  ]
  return (
    <>
      <Input.Search
        className="monitor-find"
        allowClear
        aria-label={t(texts.find)}
        placeholder={t(texts.find)}
        onSearch={(value) => setText(value.trim())}
      />
      {read.data ? (
        <ReadTable<CachedKey> label={of.title} rows={read.data} columns={columns} none={texts.nothing} />
      ) : (
        <NotRead of={read} />
      )}
    </>
  )
}

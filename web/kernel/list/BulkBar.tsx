import type { Text } from '@lading/contract/kernel/text.ts'
import { Button } from 'antd'
import { report } from '../../client/errors.ts'
import { sayNow, useText } from '../../client/text.ts'
import { notify } from '../../ui/notices.tsx'
import { useTicked } from '../grid/selection.ts'
import { queryRows, type Row } from '../records.ts'
import type { BulkAction } from '../verbs.tsx'
import type { ListModel } from './useList.ts'

/** What may be done to the ticked rows, and how many of them stand on other pages. */
export function BulkBar({ list, actions }: { list: ListModel; actions: readonly BulkAction[] }) {
  const t = useText()
  const ticked = useTicked(list.selection)
  const here = list.page.data?.records ?? []
  if (ticked.size === 0 && !list.isTickedOnly) return null
  const rows = [...ticked.values()]
  const elsewhere = ticked.size - here.filter(({ id }) => ticked.has(id)).length
  const run = async (action: BulkAction) => {
    const rows = await asTheyAre(list, [...ticked.values()])
    if (rows && (await action.run(rows))) clear()
  }
  const clear = () => {
    list.selection.clear()
    if (list.isTickedOnly) list.showTicked(false)
  }
  return (
    <div className="bulk" role="toolbar" aria-label={t(['批量操作', 'Bulk actions'])}>
      <span>
        {t(['已选{n}条', '{n} selected'], { n: ticked.size })}
        {elsewhere > 0 && t(['，其中{n}条在其他页', ', {n} of them on other pages'], { n: elsewhere })}
      </span>
      {(elsewhere > 0 || list.isTickedOnly) && (
        <Button size="small" type="link" onClick={() => list.showTicked(!list.isTickedOnly)}>
          {t(list.isTickedOnly ? showAll : showTicked)}
        </Button>
      )}
      {actions
        .filter(({ fits }) => !fits || rows.some(fits))
        .map((a) => (
          <Button key={a.key} size="small" danger={a.danger ?? false} onClick={() => void run(a)}>
            {t(a.title)}
          </Button>
        ))}
      <Button size="small" type="link" onClick={clear}>
        {t(['取消选择', 'Clear'])}
      </Button>
    </div>
  )
}
const showTicked: Text = ['查看已选', 'Show selected']
const showAll: Text = ['显示全部', 'Show all']

/**
 * The ticked rows as they are now: those of other pages are read again, and one that is gone by now is told, so that
 * nothing is done to fewer rows than somebody believes. @returns undefined where they could not be read, or some are gone
 */
async function asTheyAre(list: ListModel, ticked: readonly Row[]): Promise<readonly Row[] | undefined> {
  const here = new Set(list.page.data?.records.map(({ id }) => id))
  const away = ticked.filter(({ id }) => !here.has(id))
  if (away.length === 0) return ticked
  try {
    const ids = away.map(({ id }) => id)
    const { records } = await queryRows(list.entity, { filter: { id: ids }, page: 1, pageSize: ids.length })
    const fresh = new Map(records.map((row) => [row.id, row]))
    list.selection.renew(records)
    const gone = away.filter(({ id }) => !fresh.has(id))
    list.selection.tick(gone, false)
    if (gone.length > 0) {
      notify(
        'warn',
        sayNow(
          ['{n}条已不存在，已从所选中去掉，请再次确认', '{n} no longer exist and were deselected: please check again'],
          {
            n: gone.length,
          },
        ),
      )
      return undefined
    }
    return ticked.map((row) => fresh.get(row.id) ?? row)
  } catch (error) {
    report(error)
    return undefined
  }
}

import { ArrowDownOutlined, ArrowUpOutlined, SettingOutlined } from '@ant-design/icons'
import { columnWidths } from '@lading/contract/sys/listViewCalls.ts'
import { Button, Checkbox } from 'antd'
import { setPrefs, usePrefs } from '../../client/prefs.ts'
import type { ListLayout } from '../../client/stored.ts'
import { useText } from '../../client/text.ts'
import { Drop } from '../../ui/Drop.tsx'
import { words } from '../words.ts'
import { arranged, type Column } from './columns.tsx'
import { withWidth } from './savedView.ts'
import type { ListModel } from './useList.ts'

/** Wider ones are drawn with the pointer. */
const widthOffered = 480

/** Which columns, in which order, how wide and dense. Arrows instead of dragging: they work with keys and thumbs as well. */
export function ColumnChoice({ list, columns }: { list: ListModel; columns: readonly Column[] }) {
  const t = useText()
  return (
    <Drop title={t(['列设置', 'Columns'])} icon={<SettingOutlined aria-hidden />}>
      {() => <Choice list={list} columns={columns} />}
    </Drop>
  )
}

function Choice({ list, columns }: { list: ListModel; columns: readonly Column[] }) {
  const t = useText()
  const density = usePrefs((p) => p.density)
  const { sorted, isHidden } = arranged(columns, list.entity, list.layout)
  const names = sorted.map((c) => c.name)
  const hidden = sorted.filter(isHidden).map((c) => c.name)
  const set = (change: Partial<ListLayout>) => list.setLayout({ ...list.layout, columns: names, hidden, ...change })
  const toggle = (name: string) =>
    set({ hidden: hidden.includes(name) ? hidden.filter((n) => n !== name) : [...hidden, name] })
  return (
    <div className="column-choice">
      <ul>
        {sorted.map((c, i) => (
          <li key={c.name}>
            <Checkbox checked={!isHidden(c)} onChange={() => toggle(c.name)}>
              {t(c.field.title)}
            </Checkbox>
            <Button
              size="small"
              type="text"
              icon={<ArrowUpOutlined aria-hidden />}
              disabled={i === 0}
              aria-label={t(['上移{name}', 'Move {name} up'], { name: c.field.title })}
              onClick={() => set({ columns: swapped(names, i, i - 1) })}
            />
            <Button
              size="small"
              type="text"
              icon={<ArrowDownOutlined aria-hidden />}
              disabled={i === sorted.length - 1}
              aria-label={t(['下移{name}', 'Move {name} down'], { name: c.field.title })}
              onClick={() => set({ columns: swapped(names, i, i + 1) })}
            />
            <input
              type="range"
              className="column-width"
              min={columnWidths.least}
              max={widthOffered}
              step={8}
              disabled={isHidden(c)}
              value={list.layout.widths?.[c.name] ?? c.width}
              aria-label={t(['{name}的列宽', 'Width of {name}'], { name: c.field.title })}
              title={t(['列宽', 'Width'])}
              onChange={(e) => list.setLayout(withWidth(list.layout, c.name, Number(e.target.value)))}
            />
          </li>
        ))}
      </ul>
      <div className="column-choice-foot">
        <Checkbox
          checked={density === 'compact'}
          onChange={(e) => setPrefs({ density: e.target.checked ? 'compact' : 'comfortable' })}
        >
          {t(['紧凑', 'Compact'])}
        </Checkbox>
        <Button
          size="small"
          onClick={() => list.setLayout(list.layout.pageSize ? { pageSize: list.layout.pageSize } : {})}
        >
          {t(words.reset)}
        </Button>
      </div>
    </div>
  )
}

const swapped = (names: readonly string[], a: number, b: number): readonly string[] =>
  names.map((name, i) => (i === a ? (names[b] ?? name) : i === b ? (names[a] ?? name) : name))

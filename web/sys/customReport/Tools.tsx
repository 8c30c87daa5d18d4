import type { Text } from '@lading/contract/kernel/text.ts'
import type { CellStyle } from '@lading/contract/sys/reportTemplate.ts'
import { Button, ColorPicker, Dropdown, Select, Space } from 'antd'
import { useText } from '../../client/text.ts'
import { addSubtotal, addTotal } from './drop.ts'
import { emptySheet, merge, setStyle, shiftLines, split } from './edit.ts'
import type { Design } from './useDesign.ts'

const texts = {
  undo: ['撤销', 'Undo'],
  redo: ['重做', 'Redo'],
  bold: ['加粗', 'Bold'],
  fill: ['填充色', 'Fill'],
  color: ['文字颜色', 'Text colour'],
  border: ['边框', 'Border'],
  format: ['格式', 'Format'],
  merge: ['合并', 'Merge'],
  split: ['拆分', 'Split'],
  lines: ['行列', 'Rows and columns'],
  subtotal: ['小计行', 'Subtotal row'],
  total: ['总计行', 'Total row'],
  sheet: ['新增工作表', 'Add a sheet'],
} as const satisfies Record<string, Text>

const aligns = { left: ['左', 'Left'], center: ['中', 'Centre'], right: ['右', 'Right'] } as const satisfies Record<
  string,
  Text
>
const borders = {
  all: ['全部', 'All around'],
  bottom: ['下', 'Below'],
  top: ['上', 'Above'],
} as const satisfies Record<string, Text>
const formats = ['#,##0', '#,##0.00', '0.0%', '0.000', 'yyyy-MM-dd', 'MM-dd', 'yyyy年M月d日']
const sizes = [9, 10, 11, 12, 14, 16, 18, 24]
const lineWork = {
  rowAbove: ['上方插入行', 'Insert row above'],
  colBefore: ['左侧插入列', 'Insert column before'],
  rowGone: ['删除行', 'Delete row'],
  colGone: ['删除列', 'Delete column'],
} as const satisfies Record<string, Text>

const optionsIn =
  (t: (text: Text) => string) =>
  <K extends string>(of: Readonly<Record<K, Text>>) =>
    (Object.entries(of) as [K, Text][]).map(([value, title]) => ({ value, label: t(title) }))

/** How the chosen cells look. */
function StyleTools({ design }: { design: Design }) {
  const t = useText()
  const { sheet, range, cell, changeSheet } = design
  const style = sheet.cells[cell]?.style ?? {}
  const set = (made: Partial<CellStyle>) => changeSheet((s) => setStyle(s, range, made))
  const pick = <K extends keyof CellStyle>(
    key: K,
    title: Text,
    options: { value: NonNullable<CellStyle[K]>; label: string }[],
    width: 's' | 'm',
  ) => (
    <Select
      allowClear
      size="small"
      className={`design-pick-${width}`}
      placeholder={t(title)}
      aria-label={t(title)}
      value={(style[key] ?? null) as never}
      options={options as never}
      onChange={(v) => set({ [key]: v ?? undefined } as Partial<CellStyle>)}
    />
  )
  const optionsOf = optionsIn(t)
  return (
    <>
      <Button
        size="small"
        type={style.bold ? 'primary' : 'default'}
        aria-label={t(texts.bold)}
        onClick={() => set({ bold: !style.bold })}
      >
        <b>B</b>
      </Button>
      {pick(
        'size',
        ['字号', 'Size'],
        sizes.map((value) => ({ value, label: String(value) })),
        's',
      )}
      {pick('align', ['对齐', 'Align'], optionsOf(aligns), 's')}
      {pick('border', texts.border, optionsOf(borders), 's')}
      {pick(
        'format',
        texts.format,
        formats.map((value) => ({ value, label: value })),
        'm',
      )}
      {(['color', 'fill'] as const).map((key) => (
        <ColorPicker
          key={key}
          size="small"
          allowClear
          disabledAlpha
          value={style[key] ?? null}
          onClear={() => set({ [key]: undefined })}
          onChangeComplete={(c) => set({ [key]: c.toHexString().slice(0, 7) })}
          showText={() => t(texts[key])}
        />
      ))}
    </>
  )
}

/** What is done to the chosen cells. */
export function Tools({ design }: { design: Design }) {
  const t = useText()
  const { sheet, range, cell, change, changeSheet, index } = design
  const optionsOf = optionsIn(t)
  const group = sheet.cells[cell]?.expand === 'DOWN'
  const lines: Readonly<Record<keyof typeof lineWork, () => void>> = {
    rowAbove: () => changeSheet((s) => shiftLines(s, 'row', range.row, 1)),
    colBefore: () => changeSheet((s) => shiftLines(s, 'col', range.col, 1)),
    rowGone: () => changeSheet((s) => (s.rows.length > 1 ? shiftLines(s, 'row', range.row, -1) : s)),
    colGone: () => changeSheet((s) => (s.cols.length > 1 ? shiftLines(s, 'col', range.col, -1) : s)),
  }
  return (
    <Space wrap size={4} className="design-tools">
      <Button size="small" disabled={!design.canUndo} onClick={design.undo}>
        {t(texts.undo)}
      </Button>
      <Button size="small" disabled={!design.canRedo} onClick={design.redo}>
        {t(texts.redo)}
      </Button>
      <StyleTools design={design} />
      <Button size="small" disabled={range.rows * range.cols < 2} onClick={() => changeSheet((s) => merge(s, range))}>
        {t(texts.merge)}
      </Button>
      <Button size="small" disabled={!sheet.cells[cell]?.span} onClick={() => changeSheet((s) => split(s, range))}>
        {t(texts.split)}
      </Button>
      <Dropdown
        menu={{
          items: optionsOf(lineWork).map(({ value, label }) => ({ key: value, label })),
          onClick: ({ key }) => lines[key as keyof typeof lineWork](),
        }}
      >
        <Button size="small">{t(texts.lines)}</Button>
      </Dropdown>
      <Button
        size="small"
        disabled={!group}
        onClick={() => change((one) => addSubtotal(one, index, cell, t(['小计', 'Subtotal'])))}
      >
        {t(texts.subtotal)}
      </Button>
      <Button size="small" onClick={() => change((one) => addTotal(one, index, t(['总计', 'Total'])))}>
        {t(texts.total)}
      </Button>
      <Button
        size="small"
        onClick={() =>
          change((one) => ({ ...one, sheets: [...one.sheets, emptySheet(`Sheet${one.sheets.length + 1}`)] }))
        }
      >
        {t(texts.sheet)}
      </Button>
    </Space>
  )
}

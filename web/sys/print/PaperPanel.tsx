import type { Text } from '@lading/contract/kernel/text.ts'
import { type PrintLayout, type PrintPaper, paperOf, printLimits, printPapers } from '@lading/contract/sys/printForm.ts'
import { InputNumber, Segmented, Select } from 'antd'
import { useText } from '../../client/text.ts'

const texts = {
  paper: ['纸张', 'Paper'],
  own: ['自定义', 'Custom'],
  way: ['方向', 'Orientation'],
  upright: ['纵向', 'Portrait'],
  lying: ['横向', 'Landscape'],
  width: ['纸宽 mm', 'Paper width mm'],
  height: ['纸高 mm', 'Paper height mm'],
} as const satisfies Record<string, Text>
const least = { width: 15, height: 10 } as const

interface Props {
  readonly layout: PrintLayout
  readonly isLocked: boolean
  readonly onChange: (layout: PrintLayout) => void
}

/** On what a document is printed: a usual paper either way round, or any size. */
export function PaperPanel({ layout, isLocked, onChange }: Props) {
  const t = useText()
  const { width, height } = layout
  const choose = (key: PrintPaper | 'own') => {
    if (key === 'own') return
    const paper = printPapers[key]
    onChange({ ...layout, width: paper.width, height: paper.height ?? height })
  }
  const isLying = width > height
  return (
    <fieldset className="print-panel" disabled={isLocked}>
      <div className="print-row">
        {t(texts.paper)}
        <Select<PrintPaper | 'own'>
          value={paperOf(layout) ?? 'own'}
          disabled={isLocked}
          aria-label={t(texts.paper)}
          options={[
            ...Object.entries(printPapers).map(([value, { title }]) => ({
              // Its keys are the papers.
              value: value as PrintPaper,
              label: t(title),
            })),
            { value: 'own' as const, label: t(texts.own) },
          ]}
          onChange={choose}
        />
      </div>
      <div className="print-row">
        {t(texts.way)}
        <Segmented<boolean>
          value={isLying}
          disabled={isLocked}
          options={[
            { value: false, label: t(texts.upright) },
            { value: true, label: t(texts.lying) },
          ]}
          onChange={(to) => to !== isLying && onChange({ ...layout, width: height, height: width })}
        />
      </div>
      {(['width', 'height'] as const).map((name) => (
        <div key={name} className="print-row">
          {t(texts[name])}
          <InputNumber
            value={layout[name]}
            min={least[name]}
            max={printLimits.mm}
            disabled={isLocked}
            aria-label={t(texts[name])}
            onChange={(n) => n !== null && onChange({ ...layout, [name]: n })}
          />
        </div>
      ))}
    </fieldset>
  )
}

import { collectionMapping } from '@lading/contract/sys/collection.ts'
import { Select } from 'antd'
import { useText } from '../../client/text.ts'
import type { InputProps } from '../../kernel/field/inputs.tsx'
import { RowsInput } from '../../kernel/field/RowsInput.tsx'
import { useObjects } from './useObjects.ts'

/** Which part of a record fills which field: our fields are chosen by what they are called. */
export function MappingsInput(p: InputProps) {
  const t = useText()
  const { of } = useObjects()
  const columns = of(p.record.object)?.columns ?? []
  const asked = columns.filter(({ isNeeded, isKey }) => isNeeded || isKey).map(({ title }) => title)
  const title = t(['字段名称', 'Field'])
  return (
    <>
      {columns.length > 0 ? (
        <p className="hint">{t(['必填：{fields}', 'Required: {fields}'], { fields: asked.join('、') })}</p>
      ) : (
        <p className="hint">{t(['请先选择对象', 'Choose the object first'])}</p>
      )}
      <RowsInput
        {...p}
        add={[`新增${collectionMapping.entity.title[0]}`, 'Add a field']}
        extra={[
          {
            key: 'chosen',
            title,
            before: 'target',
            width: 220,
            render: (row, patch) => (
              <Select
                className="wide"
                variant="borderless"
                aria-label={title}
                disabled={p.isDisabled === true || columns.length === 0}
                value={typeof row.target === 'string' && row.target !== '' ? row.target : null}
                options={columns.map((c) => ({
                  value: c.name,
                  label: c.isNeeded || c.isKey ? `${c.title} *` : c.title,
                }))}
                showSearch={{ optionFilterProp: 'label' }}
                onChange={(target: string) => patch({ target })}
              />
            ),
          },
        ]}
      />
    </>
  )
}

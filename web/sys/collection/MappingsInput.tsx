import { messagePaths } from '@lading/contract/sys/businessEvent.ts'
import { collectionMapping } from '@lading/contract/sys/collection.ts'
import { Select } from 'antd'
import { useText } from '../../client/text.ts'
import type { InputProps } from '../../kernel/field/inputs.tsx'
import { RowsInput } from '../../kernel/field/RowsInput.tsx'
import { type ObjectColumn, useObjects } from './useObjects.ts'

/** What is sent in the other side's words; the paths of a message are told, so that nobody has to look for them. */
function SentInput(p: InputProps) {
  const t = useText()
  const title = t(['消息字段', 'Part of the message'])
  return (
    <>
      <p className="hint">
        {t(
          p.record.sourceKind === 'REST_SEND'
            ? [
                '不填映射则发送文档规定的消息。目标字段如 order.no；明细写作 items[].sku。',
                'Without a mapping the message is sent as documented. Targets as order.no; of lines as items[].sku.',
              ]
            : [
                '目标字段即文件的列名，每行明细一行；不填映射则包含消息的全部字段。',
                'Targets are the headings of the file, which has a row for each line; without a mapping it has all fields.',
              ],
        )}
      </p>
      <RowsInput
        {...p}
        add={[`新增${collectionMapping.entity.title[0]}`, 'Add a field']}
        extra={[
          {
            key: 'chosen',
            title,
            before: 'path',
            width: 200,
            render: (row, patch) => (
              <Select
                className="wide"
                variant="borderless"
                aria-label={title}
                disabled={p.isDisabled === true}
                value={typeof row.path === 'string' && row.path !== '' ? row.path : null}
                options={messagePaths.map((path) => ({ value: path, label: path }))}
                allowClear
                showSearch={{ optionFilterProp: 'label' }}
                onChange={(path: string | undefined) => patch({ path: path ?? null })}
              />
            ),
          },
        ]}
      />
    </>
  )
}

/** What is said of the whole stands apart from what is said of each of its lines. */
function groupedOf(columns: readonly ObjectColumn[], title: string) {
  const option = ({ name, title: label, isNeeded, isKey }: ObjectColumn) => ({
    value: name,
    label: isNeeded || isKey ? `${label} *` : label,
  })
  const groups = Map.groupBy(columns, ({ group }) => group)
  return [...groups].map(([group, own]) => ({ label: group === '' ? title : group, options: own.map(option) }))
}

/** Which part of a record fills which field: our fields are chosen by what they are called. */
export function MappingsInput(p: InputProps) {
  const t = useText()
  const { of } = useObjects()
  if (p.record.direction === 'OUT') return <SentInput {...p} />
  const columns = of(p.record.object)?.columns ?? []
  const asked = columns.filter(({ isNeeded, isKey }) => isNeeded || isKey).map(({ title }) => title)
  const title = t(['字段名称', 'Field'])
  const options = groupedOf(columns, of(p.record.object)?.title ?? '')
  return (
    <>
      {columns.length > 0 ? (
        <p className="hint">{t(['必填：{fields}', 'Required: {fields}'], { fields: asked.join(t(['、', ', '])) })}</p>
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
                options={options}
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

import { Alert, Button, Input } from 'antd'
import { useText } from '../../client/text.ts'
import { TabModal } from '../../kernel/overlay.tsx'
import { words } from '../../kernel/words.ts'
import { copyText } from '../../ui/copy.ts'
import { notify } from '../../ui/notices.tsx'

interface Props {
  readonly title: string
  /** Null of what went out with the first answer to the same call. */
  readonly values: readonly (readonly [title: string, value: string | null])[]
  readonly onClose: () => void
}

/** What is shown now and never again, to be carried to where it is used. */
export function ToldOnce({ title, values, onClose }: Props) {
  const t = useText()
  const copy = (value: string) =>
    copyText(value).then(
      () => notify('good', t(['已复制', 'Copied'])),
      () => notify('warn', t(['请选中后复制', 'Select to copy'])),
    )
  const close = (
    <Button type="primary" onClick={onClose}>
      {t(words.close)}
    </Button>
  )
  return (
    <TabModal open width={620} mask={{ closable: false }} title={title} footer={close} onCancel={onClose}>
      {values.map(([name, value]) =>
        value === null ? (
          <Alert
            key={name}
            type="warning"
            showIcon
            title={t([
              '已在第一次应答中给出；没有看到请重新生成。',
              'It was shown once already. If you did not see it, make a new one.',
            ])}
          />
        ) : (
          <div className="field" key={name}>
            <span>{name}</span>
            <Input readOnly value={value} aria-label={name} onFocus={(e) => e.target.select()} />
            <Button aria-label={`${t(['复制', 'Copy'])} ${name}`} onClick={() => void copy(value)}>
              {t(['复制', 'Copy'])}
            </Button>
          </div>
        ),
      )}
      <p className="hint">
        {t(['只显示这一次，关闭后无法再查看。', 'Shown only once: it cannot be looked up later.'])}
      </p>
    </TabModal>
  )
}

import { Modal } from 'antd'
import { useText } from '../client/text.ts'
import { shortcuts } from './shortcuts.ts'

/** What the keyboard can do here. */
export function Shortcuts({ onClose }: { onClose: () => void }) {
  const t = useText()
  return (
    <Modal open centered width={460} footer={null} title={t(['快捷键', 'Keyboard shortcuts'])} onCancel={onClose}>
      <dl className="shortcuts">
        {shortcuts.map(({ keys, title }) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{t(title)}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}

import type { Text } from '@lading/contract/kernel/text.ts'
import { user } from '@lading/contract/sys/user.ts'
import type { HandedOut } from '@lading/contract/sys/userCalls.ts'
import { Alert, Button } from 'antd'
import { saveFile } from '../../client/client.ts'
import { useText } from '../../client/text.ts'
import type { ReadColumn } from '../../kernel/grid/columns.tsx'
import { ReadTable } from '../../kernel/grid/ReadTable.tsx'
import { TabModal } from '../../kernel/overlay.tsx'
import { words } from '../../kernel/words.ts'

const texts = {
  title: ['初始密码', 'Initial passwords'],
  once: [
    '密码只显示这一次，关闭后无法再查看。请下载或抄写后分别交给本人；首次登录会被提示修改。',
    'They are shown only once. Download or copy them and hand each to its user, who is asked to change it at login.',
  ],
  save: ['下载', 'Download'],
  known: ['已给出过', 'Given already'],
} as const satisfies Record<string, Text>

const columns: readonly ReadColumn<HandedOut['passwords'][number]>[] = [
  { name: 'username', title: user.fields.username.title, width: 160, said: (p) => p.username },
  { name: 'realName', title: user.fields.realName.title, width: 140, said: (p) => p.realName },
  {
    name: 'password',
    title: texts.title,
    width: 160,
    said: (p) => p.initialPassword ?? '',
    render: (p, t) =>
      p.initialPassword === null ? <span className="muted">{t(texts.known)}</span> : <code>{p.initialPassword}</code>,
  },
]

/** Passwords that were made for several users, to be handed over. They are nowhere else: when this closes, they are gone. */
export function InitialPasswords({ told, onClose }: { told: HandedOut; onClose: () => void }) {
  const t = useText()
  const save = () => {
    const lines = told.passwords.map((p) => [p.username, p.realName, p.initialPassword ?? ''].join('\t'))
    const heading = [user.fields.username.title, user.fields.realName.title, texts.title]
      .map((text) => t(text))
      .join('\t')
    saveFile(new Blob([`${[heading, ...lines].join('\r\n')}\r\n`], { type: 'text/plain' }), 'lading-passwords.txt')
  }
  return (
    <TabModal
      open
      width={560}
      mask={{ closable: false }}
      title={t(texts.title)}
      footer={
        <>
          <Button onClick={save}>{t(texts.save)}</Button>
          <Button type="primary" onClick={onClose}>
            {t(words.close)}
          </Button>
        </>
      }
      onCancel={onClose}
    >
      <p className="hint">{t(texts.once)}</p>
      {told.failed.map((f) => (
        <Alert key={f.id} type="warning" showIcon title={f.message} />
      ))}
      <ReadTable label={t(texts.title)} columns={columns} rows={told.passwords} />
    </TabModal>
  )
}

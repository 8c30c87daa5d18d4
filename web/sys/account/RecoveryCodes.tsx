import { CopyOutlined, DownloadOutlined } from '@ant-design/icons'
import type { Text } from '@lading/contract/kernel/text.ts'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { saveFile } from '../../client/client.ts'
import { useUser } from '../../client/session.ts'
import { useText } from '../../client/text.ts'
import { TabModal } from '../../kernel/overlay.tsx'
import { copyText } from '../../ui/copy.ts'

const texts = {
  title: ['恢复码', 'Recovery codes'],
  hint: [
    '手机丢失时，每个恢复码可代替验证码登录一次。只显示这一次，请妥善保存。',
    'If you lose your phone, each code logs you in once. They are shown only once: keep them somewhere safe.',
  ],
  lost: [
    '恢复码已在第一次应答中给出。如果没有看到，请重新生成。',
    'The codes were already shown once. If you did not see them, generate new ones.',
  ],
  copy: ['复制', 'Copy'],
  copied: ['已复制', 'Copied'],
  download: ['下载', 'Download'],
  kept: ['我已保存', 'I have saved them'],
  list: ['恢复码列表', 'List of recovery codes'],
} as const satisfies Record<string, Text>

export const recoveryTexts = { title: texts.title, kept: texts.kept }

/** New recovery codes. They are nowhere else: when this closes, they are gone. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[] | null; onClose: () => void }) {
  const t = useText()
  return (
    <TabModal
      open
      width={460}
      mask={{ closable: false }}
      closable={codes === null}
      keyboard={false}
      title={t(texts.title)}
      footer={
        <Button type="primary" onClick={onClose}>
          {t(texts.kept)}
        </Button>
      }
      onCancel={onClose}
    >
      <CodesToKeep codes={codes} />
    </TabModal>
  )
}

/** The codes themselves, to be copied or saved. */
export function CodesToKeep({ codes }: { codes: readonly string[] | null }) {
  const t = useText()
  const user = useUser()
  const [isCopied, setCopied] = useState(false)
  const text = `Lading · ${user.username}@${user.tenant.code}\n${(codes ?? []).join('\n')}\n`
  const copy = async () => {
    try {
      await copyText(text)
      setCopied(true)
    } catch {
      // The codes can be downloaded, or marked and copied by the keys.
      setCopied(false)
    }
  }
  if (codes === null) return <Alert type="warning" showIcon title={t(texts.lost)} />
  return (
    <>
      <p className="muted">{t(texts.hint)}</p>
      <ul className="recovery-codes" aria-label={t(texts.list)}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="tags">
        <Button icon={<CopyOutlined aria-hidden />} onClick={() => void copy()}>
          {t(isCopied ? texts.copied : texts.copy)}
        </Button>
        <Button
          icon={<DownloadOutlined aria-hidden />}
          onClick={() => saveFile(new Blob([text], { type: 'text/plain' }), `lading-${user.username}.txt`)}
        >
          {t(texts.download)}
        </Button>
      </div>
    </>
  )
}

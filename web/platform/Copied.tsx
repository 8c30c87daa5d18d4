import { CopyOutlined } from '@ant-design/icons'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { useText } from '../client/text.ts'
import { copyText } from '../ui/copy.ts'
import './initialPassword.css'

/** A value to be copied, by a button or by the keys. */
export function Copied({ title, value }: { title: string; value: string }) {
  const t = useText()
  const [state, setState] = useState<'' | 'copied' | 'refused'>('')
  const copy = () =>
    copyText(value).then(
      () => setState('copied'),
      () => setState('refused'),
    )
  const told = {
    '': ['复制', 'Copy'],
    copied: ['已复制', 'Copied'],
    refused: ['请选中后复制', 'Select to copy'],
  } as const
  return (
    <div className="initial-password">
      <Input readOnly value={value} aria-label={title} addonBefore={title} onFocus={(e) => e.target.select()} />
      <Button icon={<CopyOutlined aria-hidden />} aria-label={`${t(told[state])} ${title}`} onClick={() => void copy()}>
        {t(told[state])}
      </Button>
    </div>
  )
}

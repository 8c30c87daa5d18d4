import { imageFaults, imageMaxBytes, imageTypes } from '@lading/contract/sys/file.ts'
import { Button, Upload } from 'antd'
import { useText } from '../../client/text.ts'
import { notify } from '../../ui/notices.tsx'
import { shrink, type Worth } from './shrink.ts'

const accept = Object.values(imageTypes).join(',')

interface Props {
  readonly label: string
  /** What is chosen, where the label alone does not say it. */
  readonly name?: string
  readonly worth: Worth
  readonly isBusy: boolean
  readonly refused?: string | undefined
  readonly onFile: (file: File) => Promise<void>
}

/** Chooses an image, makes it as small as it is worth, and refuses one that is still too large. */
export function ImageUpload({ label, name, worth, isBusy, refused, onFile }: Props) {
  const t = useText()
  const choose = async (chosen: File): Promise<void> => {
    const file = await shrink(chosen, worth)
    if (file.size > imageMaxBytes) notify('warn', t(imageFaults.tooBig.text))
    else await onFile(file)
  }
  return (
    <Upload
      accept={accept}
      showUploadList={false}
      disabled={refused !== undefined}
      beforeUpload={(file) => {
        void choose(file)
        return false
      }}
    >
      <Button
        loading={isBusy}
        disabled={refused !== undefined}
        title={refused}
        {...(name && { 'aria-label': `${label} ${name}` })}
      >
        {label}
      </Button>
    </Upload>
  )
}

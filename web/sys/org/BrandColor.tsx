import { brand } from '@lading/contract/sys/brand.ts'
import { colorPattern } from '@lading/contract/sys/brandColor.ts'
import { Button, Input } from 'antd'
import { useText } from '../../client/text.ts'

interface Props {
  /** Empty for the product's own. */
  readonly value: string
  readonly isFixed: boolean
  readonly isInvalid: boolean
  readonly onChange: (color: string) => void
}
const product = '#0f766e'

/** One colour, by the browser's own chooser or typed as it stands in the company's style guide. */
export function BrandColor({ value, isFixed, isInvalid, onChange }: Props) {
  const t = useText()
  const title = t(brand.fields.color.title)
  return (
    <div className="field">
      <label htmlFor="brand-color">{title}</label>
      <div className="brand-color">
        <input
          type="color"
          aria-label={t(['选取颜色', 'Pick a colour'])}
          value={colorPattern.test(value) ? value : product}
          disabled={isFixed}
          onChange={(e) => onChange(e.target.value)}
        />
        <Input
          id="brand-color"
          value={value}
          maxLength={7}
          disabled={isFixed}
          placeholder={product}
          status={isInvalid ? 'error' : ''}
          aria-invalid={isInvalid}
          aria-describedby="brand-color-hint"
          onChange={(e) => onChange(e.target.value.trim().toLowerCase())}
        />
        <Button disabled={isFixed || value === ''} onClick={() => onChange('')}>
          {t(['恢复默认', 'Default'])}
        </Button>
      </div>
      <p id="brand-color-hint" className={isInvalid ? 'problem' : 'hint'}>
        {isInvalid
          ? t(['请填写#和六位数字或字母a到f，如 #0f766e', 'Enter # and six digits or letters a to f, such as #0f766e'])
          : t([
              '浅色主题自动加深、深色主题自动调亮，保证文字清晰可读',
              'Darkened in the light theme and lightened in the dark one, so that text stays readable',
            ])}
      </p>
    </div>
  )
}

import type { Language, Text } from '@lading/contract/kernel/text.ts'
import type { Prefs } from '@lading/contract/sys/display.ts'
import { Drawer, Segmented } from 'antd'
import { useId } from 'react'
import { setPrefs, usePrefs } from '../client/prefs.ts'
import { useText } from '../client/text.ts'

interface Choice<K extends keyof Prefs> {
  readonly name: K
  readonly title: Text
  readonly options: readonly { readonly value: Prefs[K]; readonly title: Text }[]
}
const options = <V extends string>(texts: Readonly<Record<V, Text>>) =>
  // The keys of the record are its values.
  Object.entries<Text>(texts).map(([value, title]) => ({ value: value as V, title }))

const language: Choice<'language'> = {
  name: 'language',
  title: ['语言', 'Language'],
  options: options<Language>({ 'zh-CN': ['中文', '中文'], 'en-US': ['English', 'English'] }),
}
const theme: Choice<'theme'> = {
  name: 'theme',
  title: ['外观', 'Theme'],
  options: options<Prefs['theme']>({
    light: ['浅色', 'Light'],
    dark: ['深色', 'Dark'],
    system: ['跟随系统', 'Follow system'],
  }),
}
const density: Choice<'density'> = {
  name: 'density',
  title: ['密度', 'Density'],
  options: options<Prefs['density']>({ comfortable: ['宽松', 'Comfortable'], compact: ['紧凑', 'Compact'] }),
}
const sizes: readonly Prefs['fontSize'][] = [12, 14, 16]
const fontSize: Choice<'fontSize'> = {
  name: 'fontSize',
  title: ['字号', 'Font size'],
  options: sizes.map((size) => ({ value: size, title: [`${size}`, `${size}`] })),
}
const palette: Choice<'palette'> = {
  name: 'palette',
  title: ['状态颜色', 'Status colours'],
  options: options<Prefs['palette']>({ usual: ['标准', 'Standard'], weak: ['色弱友好', 'Colour-blind friendly'] }),
}

/** 偏好设置: applied at once, painted first at the next start, and brought to the user's other devices. */
export function Preferences({ onClose }: { onClose: () => void }) {
  const t = useText()
  return (
    <Drawer open title={t(['偏好设置', 'Preferences'])} size={360} onClose={onClose}>
      <div className="prefs">
        <Pick choice={language} />
        <Pick choice={theme} />
        <Pick choice={density} />
        <Pick choice={fontSize} />
        <Pick choice={palette} />
      </div>
    </Drawer>
  )
}

function Pick<K extends keyof Prefs>({ choice }: { choice: Choice<K> }) {
  const t = useText()
  const id = useId()
  const value = usePrefs((prefs) => prefs[choice.name])
  return (
    <div className="pref">
      <span id={id}>{t(choice.title)}</span>
      <Segmented<Prefs[K] & (string | number)>
        block
        aria-labelledby={id}
        // Preferences are words and numbers, which the control knows.
        value={value as Prefs[K] & (string | number)}
        options={choice.options.map((o) => ({ value: o.value as Prefs[K] & (string | number), label: t(o.title) }))}
        onChange={(picked) => setPrefs({ [choice.name]: picked })}
      />
    </div>
  )
}

import { type Accents, accentsOf } from '@lading/contract/sys/brandColor.ts'
import { ConfigProvider, type ThemeConfig, theme } from 'antd'
import enUS from 'antd/es/locale/en_US'
import zhCN from 'antd/es/locale/zh_CN'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { paintAccent } from '../client/accent.ts'
import { changeAtOnce, useDark, usePrefs } from '../client/prefs.ts'
import { useUser } from '../client/session.ts'

const font =
  '-apple-system, BlinkMacSystemFont, "Segoe UI", "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", "Noto Sans SC", "Helvetica Neue", Arial, sans-serif'

/** The same numbers as in `ui/tokens.css`. */
const light = {
  colorInfo: '#1d5fa8',
  colorError: '#b42318',
  colorTextBase: '#16211f',
  colorTextDescription: '#51605f',
  colorTextPlaceholder: '#697877',
  colorBorder: '#b9c5c7',
  colorBorderSecondary: '#dfe6e7',
  colorBgLayout: '#f3f6f6',
  colorBorderDisabled: '#dfe6e7',
  colorTextDisabled: '#7a8886',
}
const dark = {
  colorInfo: '#8fc2fb',
  colorError: '#ff9c92',
  colorTextBase: '#e5edec',
  colorTextDescription: '#9fb1b0',
  colorTextPlaceholder: '#84979a',
  colorBgBase: '#0e1415',
  colorBgContainer: '#161d1f',
  colorBgElevated: '#1c2527',
  colorBorder: '#475759',
  colorBorderSecondary: '#2a3638',
  colorBgLayout: '#0e1415',
  colorBorderDisabled: '#2a3638',
  colorTextDisabled: '#7f918f',
}

/** The product's own. */
const ownAccents: ReturnType<typeof accentsOf> = {
  light: { accent: '#0f766e', strong: '#115e59', soft: '#e3f2f0', softer: '#d4ebe8', on: '#ffffff' },
  dark: { accent: '#3ccbb9', strong: '#6fe0d1', soft: '#12332f', softer: '#173e39', on: '#04211e' },
}

const accentTokens = ({ accent, strong, soft, softer }: Accents) => ({
  colorPrimary: accent,
  colorLink: accent,
  colorLinkHover: strong,
  colorPrimaryBg: soft,
  colorPrimaryBgHover: softer,
  // The ring around what has the focus: a paler one could not be told from a dark ground.
  colorPrimaryBorder: accent,
  controlItemBgActive: soft,
  controlItemBgActiveHover: softer,
})

const themeOf = (
  isDark: boolean,
  isCompact: boolean,
  fontSize: number,
  accents: Accents,
  isWeak: boolean,
): ThemeConfig => ({
  algorithm: [isDark ? theme.darkAlgorithm : theme.defaultAlgorithm, ...(isCompact ? [theme.compactAlgorithm] : [])],
  token: {
    ...(isDark ? dark : light),
    ...accentTokens(accents),
    ...(isWeak && { colorError: isDark ? '#fe860f' : '#892408' }),
    motion: !window.matchMedia('(prefers-reduced-motion: reduce)').matches,
    fontFamily: font,
    borderRadius: 6,
    lineWidthFocus: 2,
    controlHeight: isCompact ? 28 : 32,
    fontSize,
  },
  components: {
    Button: {
      primaryShadow: 'none',
      defaultShadow: 'none',
      ...(isDark && { primaryColor: accents.on, dangerColor: '#2b0a07' }),
    },
    Modal: { titleFontSize: 16 },
  },
})

const button = { autoInsertSpace: false }

/** Gives antd our colours, the user's density and his language. Another object would draw every part of antd again. */
export function Theme({ children }: { children: ReactNode }) {
  const isDark = useDark()
  const { language, density, fontSize, palette } = usePrefs()
  const isChinese = language === 'zh-CN'
  useEffect(() => void dayjs.locale(isChinese ? 'zh-cn' : 'en'), [isChinese])
  const color = useUser().tenant.color ?? null
  useLayoutEffect(() => paintAccent(color), [color])
  const drawn = useRef(isDark)
  useLayoutEffect(() => {
    if (drawn.current !== isDark) changeAtOnce()
    drawn.current = isDark
  }, [isDark])
  const config = useMemo(() => {
    const accents = color ? accentsOf(color) : ownAccents
    return themeOf(isDark, density === 'compact', fontSize, accents[isDark ? 'dark' : 'light'], palette === 'weak')
  }, [isDark, density, fontSize, color, palette])
  return (
    <ConfigProvider locale={isChinese ? zhCN : enUS} theme={config} button={button}>
      {children}
    </ConfigProvider>
  )
}

import { ConfigProvider, type ThemeConfig, theme } from 'antd'
import enUS from 'antd/es/locale/en_US'
import zhCN from 'antd/es/locale/zh_CN'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import { type ReactNode, useEffect, useMemo } from 'react'
import { useDark, usePrefs } from '../client/prefs.ts'

const font =
  '-apple-system, BlinkMacSystemFont, "Segoe UI", "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", "Noto Sans SC", "Helvetica Neue", Arial, sans-serif'

/** The same numbers as in `ui/tokens.css`. */
const light = {
  colorPrimary: '#0f766e',
  colorInfo: '#1d5fa8',
  colorError: '#b42318',
  colorLink: '#0f766e',
  colorLinkHover: '#115e59',
  colorTextBase: '#16211f',
  colorTextDescription: '#51605f',
  colorTextPlaceholder: '#697877',
  colorBorder: '#b9c5c7',
  colorBorderSecondary: '#dfe6e7',
  colorBgLayout: '#f3f6f6',
  colorBorderDisabled: '#dfe6e7',
  colorTextDisabled: '#7a8886',
  colorPrimaryBg: '#e3f2f0',
  colorPrimaryBgHover: '#d4ebe8',
  controlItemBgActive: '#e3f2f0',
  controlItemBgActiveHover: '#d4ebe8',
}
const dark = {
  colorPrimary: '#3ccbb9',
  colorInfo: '#8fc2fb',
  colorError: '#ff9c92',
  colorLink: '#3ccbb9',
  colorLinkHover: '#6fe0d1',
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
  colorPrimaryBg: '#12332f',
  colorPrimaryBgHover: '#173e39',
  controlItemBgActive: '#12332f',
  controlItemBgActiveHover: '#173e39',
}

const themeOf = (isDark: boolean, isCompact: boolean, fontSize: number): ThemeConfig => ({
  algorithm: [isDark ? theme.darkAlgorithm : theme.defaultAlgorithm, ...(isCompact ? [theme.compactAlgorithm] : [])],
  token: {
    ...(isDark ? dark : light),
    motion: !window.matchMedia('(prefers-reduced-motion: reduce)').matches,
    fontFamily: font,
    borderRadius: 6,
    controlHeight: isCompact ? 28 : 32,
    fontSize,
  },
  components: {
    Button: {
      primaryShadow: 'none',
      defaultShadow: 'none',
      ...(isDark && { primaryColor: '#04211e', dangerColor: '#2b0a07' }),
    },
    Table: {
      headerBg: isDark ? '#1c2527' : '#f3f6f6',
      headerSplitColor: 'transparent',
      cellPaddingBlockSM: isCompact ? 5 : 9,
      cellPaddingInlineSM: 10,
      rowHoverBg: isDark ? '#212b2d' : '#eef3f3',
      rowSelectedBg: isDark ? '#12332f' : '#e3f2f0',
      rowSelectedHoverBg: isDark ? '#173e39' : '#d4ebe8',
      headerBorderRadius: 0,
    },
    Modal: { titleFontSize: 16 },
  },
})

const button = { autoInsertSpace: false }

/** Gives antd our colours, the user's density and his language. Another object would draw every part of antd again. */
export function Theme({ children }: { children: ReactNode }) {
  const isDark = useDark()
  const { language, density, fontSize } = usePrefs()
  const isChinese = language === 'zh-CN'
  useEffect(() => void dayjs.locale(isChinese ? 'zh-cn' : 'en'), [isChinese])
  const config = useMemo(() => themeOf(isDark, density === 'compact', fontSize), [isDark, density, fontSize])
  return (
    <ConfigProvider locale={isChinese ? zhCN : enUS} theme={config} button={button}>
      {children}
    </ConfigProvider>
  )
}

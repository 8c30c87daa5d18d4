import type { LaidWidget } from '@lading/contract/sys/dashboard.ts'
import { BarChart, LineChart, PieChart } from 'echarts/charts'
import { GridComponent, LegendComponent, TooltipComponent } from 'echarts/components'
import { type EChartsCoreOption, init, use } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import { useEffect, useRef } from 'react'
import { useDark, usePrefs } from '../../client/prefs.ts'

use([BarChart, LineChart, PieChart, GridComponent, LegendComponent, TooltipComponent, CanvasRenderer])

interface Props {
  readonly of: LaidWidget
  readonly onPick: ((key: string) => void) | undefined
}

/** Bars, lines or slices of a widget. Who cannot see them reads the table that stands behind them. */
export function Chart({ of, onPick }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const isDark = useDark()
  const { palette } = usePrefs()
  const drawn = JSON.stringify([of, isDark, palette])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `drawn` is all that the picture depends on.
  useEffect(() => {
    const element = box.current
    if (!element) return
    const chart = init(element)
    chart.setOption(optionOf(of, getComputedStyle(element)))
    chart.on('click', ({ dataIndex }) => {
      const key = of.rows[dataIndex]?.key
      if (key) onPick?.(key)
    })
    const watch = new ResizeObserver(() => chart.resize())
    watch.observe(element)
    return () => {
      watch.disconnect()
      chart.dispose()
    }
  }, [drawn])
  return (
    <>
      <div ref={box} className="dash-chart" aria-hidden />
      <table className="sr-only">
        <caption>{of.title}</caption>
        <tbody>
          {of.rows.map((r) => (
            <tr key={r.key}>
              <th>{r.key}</th>
              {r.texts.map((text, i) => (
                <td key={of.heads[i + 1]}>{text}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

function optionOf(of: LaidWidget, style: CSSStyleDeclaration): EChartsCoreOption {
  const color = (name: string) => style.getPropertyValue(name).trim()
  const text = { color: color('--ink-2'), fontFamily: style.fontFamily }
  const line = { lineStyle: { color: color('--line') } }
  const colors = ['--accent', '--busy', '--warn', '--good', '--bad', '--idle'].map(color)
  const common = { animation: false, color: colors, tooltip: { trigger: of.type === 'PIE' ? 'item' : 'axis' } }
  const names = of.heads.slice(1)
  const legend = names.length > 1 ? { right: 0, top: 0, textStyle: text } : undefined
  if (of.type === 'PIE')
    return {
      ...common,
      legend: { type: 'scroll', bottom: 0, textStyle: text },
      series: [
        {
          type: 'pie',
          radius: ['36%', '62%'],
          center: ['50%', '44%'],
          label: { ...text, formatter: '{d}%' },
          data: of.rows.map((r) => ({ name: r.key, value: r.values[0] ?? 0 })),
        },
      ],
    }
  return {
    ...common,
    legend,
    grid: { left: 0, right: 8, top: legend ? 32 : 12, bottom: 0, containLabel: true },
    xAxis: { type: 'category', data: of.rows.map((r) => r.key), axisLabel: text, axisLine: line },
    yAxis: { type: 'value', axisLabel: text, splitLine: line },
    series: names.map((name, i) => ({
      name,
      type: of.type === 'LINE' ? 'line' : 'bar',
      barMaxWidth: 36,
      data: of.rows.map((r) => r.values[i] ?? null),
    })),
  }
}

import type { BoardChart } from '@lading/contract/kernel/board.ts'
import type { Fields } from '@lading/contract/kernel/entity.ts'
import { BarChart as Bars } from 'echarts/charts'
import { GridComponent, LegendComponent } from 'echarts/components'
import { type EChartsCoreOption, init, use } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import { useEffect, useRef } from 'react'
import { useDark, usePrefs } from '../client/prefs.ts'
import { useText } from '../client/text.ts'

use([Bars, GridComponent, LegendComponent, CanvasRenderer])

interface Props {
  readonly of: BoardChart
  readonly fields: Fields
  readonly rows: readonly Readonly<Record<string, unknown>>[]
}

/** Bars of a board's rows. Who cannot see them reads the table below, which has the same figures. */
export function BarChart({ of, fields, rows }: Props) {
  const t = useText()
  const box = useRef<HTMLDivElement>(null)
  const isDark = useDark()
  const { palette } = usePrefs()
  const names = of.bars.map((name) => t(fields[name]?.title ?? [name, name]))
  const data = {
    by: rows.map((r) => String(r[of.by] ?? '')),
    bars: of.bars.map((b) => rows.map((r) => Number(r[b] ?? 0))),
  }
  const drawn = JSON.stringify([names, data, isDark, palette])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `drawn` is all that the picture depends on.
  useEffect(() => {
    const element = box.current
    if (!element) return
    const chart = init(element)
    chart.setOption(optionOf(names, data, getComputedStyle(element)))
    const watch = new ResizeObserver(() => chart.resize())
    watch.observe(element)
    return () => {
      watch.disconnect()
      chart.dispose()
    }
  }, [drawn])
  const label = t(['{what}，数字见下表', '{what}; the table below has the figures'], { what: t(of.title) })
  return <div ref={box} className="board-chart" role="img" aria-label={label} />
}

/** What is to be done is an outline, what is done fills it: told by shape as much as by colour. */
function optionOf(
  names: readonly string[],
  data: { readonly by: readonly string[]; readonly bars: readonly (readonly number[])[] },
  style: CSSStyleDeclaration,
): EChartsCoreOption {
  const color = (name: string) => style.getPropertyValue(name).trim()
  const text = { color: color('--ink-2'), fontFamily: style.fontFamily }
  const outline = { color: 'transparent', borderColor: color('--ink-2'), borderWidth: 1 }
  const line = { lineStyle: { color: color('--line') } }
  return {
    animation: false,
    legend: { right: 0, top: 0, textStyle: text, selectedMode: false },
    grid: { left: 0, right: 0, top: 36, bottom: 0, containLabel: true },
    xAxis: { type: 'category', data: data.by, axisLabel: text, axisLine: line, axisTick: { show: false } },
    yAxis: { type: 'value', minInterval: 1, axisLabel: text, splitLine: line },
    series: names.map((name, i) => ({
      name,
      type: 'bar',
      data: data.bars[i],
      barMaxWidth: 40,
      barGap: '10%',
      label: { show: true, position: 'top', ...text },
      itemStyle: i === 0 && names.length > 1 ? outline : { color: color('--accent') },
    })),
  }
}

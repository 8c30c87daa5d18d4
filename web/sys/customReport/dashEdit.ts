import type { DescribedModel } from '@lading/contract/sys/customReport.ts'
import type { Dashboard, LaidWidget, Widget, WidgetType } from '@lading/contract/sys/dashboard.ts'
import type { Dragged } from './drop.ts'
import { withSet } from './drop.ts'

export const emptyDashboard: Dashboard = { v: 1, widgets: [], sets: {}, params: [] }

/** How large a new widget is. */
const sizes: Readonly<Record<WidgetType, readonly [number, number]>> = {
  FIGURE: [3, 2],
  BAR: [6, 5],
  LINE: [6, 5],
  PIE: [4, 5],
  TABLE: [6, 5],
}

/** A new widget, below all others. */
export function addWidget(d: Dashboard, type: WidgetType, title: string): Dashboard {
  const bottom = Math.max(0, ...d.widgets.map((w) => w.at[1] + w.at[3]))
  const last = d.widgets.at(-1)
  const [wide, high] = sizes[type]
  // Beside the last one, where it is as high and there is room.
  const beside = last && last.at[3] === high && last.at[0] + last.at[2] + wide <= 12
  const at: Widget['at'] = beside ? [last.at[0] + last.at[2], last.at[1], wide, high] : [0, bottom, wide, high]
  const id = `w${1 + Math.max(0, ...d.widgets.map((w) => Number(w.id.slice(1)) || 0))}`
  return { ...d, widgets: [...d.widgets, { id, type, title, set: '', figures: [], at }] }
}

export const changeWidget = (d: Dashboard, id: string, change: (w: Widget) => Widget): Dashboard => ({
  ...d,
  widgets: d.widgets.map((w) => (w.id === id ? change(w) : w)),
})
export const removeWidget = (d: Dashboard, id: string): Dashboard => ({
  ...d,
  widgets: d.widgets.filter((w) => w.id !== id),
})

/** Puts a field on a widget: a figure is added up, anything else is what its rows stand for, then what splits them. */
export function takeField(d: Dashboard, id: string, field: Dragged): Dashboard {
  const widget = d.widgets.find((w) => w.id === id)
  if (!widget) return d
  // A set of its own: what one widget groups by is no other's matter.
  const { sets, set } = withSet(d.sets, field, widget.set || id)
  const isOther = widget.set !== '' && d.sets[widget.set]?.model !== field.model
  const own: Widget = isOther ? { ...widget, figures: [] } : widget
  const { by, split, ...rest } = own
  const bound: Widget = field.isMeasure
    ? { ...own, figures: [...own.figures.filter((f) => f !== field.name), field.name].slice(-6) }
    : widget.type === 'FIGURE'
      ? own
      : by === undefined || isOther
        ? { ...rest, by: field.name }
        : { ...rest, by, split: field.name }
  return changeWidget({ ...d, sets: used(sets, d, id, set) }, id, () => ({ ...bound, set }))
}
/** Sets that no widget asks are none. */
function used(sets: Dashboard['sets'], d: Dashboard, id: string, set: string): Dashboard['sets'] {
  const names = new Set([set, ...d.widgets.filter((w) => w.id !== id).map((w) => w.set)])
  return Object.fromEntries(Object.entries(sets).filter(([name]) => names.has(name)))
}

/** What a widget looks like while it is put together: by its names, without figures. */
export function drawnOf(w: Widget, d: Dashboard, models: readonly DescribedModel[]): LaidWidget {
  const model = models.find((m) => m.key === d.sets[w.set]?.model)
  const title = (name: string): string =>
    [...(model?.dims ?? []), ...(model?.measures ?? [])].find((f) => f.name === name)?.title ?? name
  const heads = [w.by ? title(w.by) : '', ...w.figures.map(title)]
  const texts = w.figures.map(() => '…')
  return {
    ...{ id: w.id, type: w.type === 'FIGURE' ? 'FIGURE' : 'TABLE', title: w.title, at: w.at, heads, isMarked: false },
    rows: [{ key: w.split ? title(w.split) : null, values: texts.map(() => null), texts }],
  }
}

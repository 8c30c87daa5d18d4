import { type PrintLayout, printLayout } from '@lading/contract/sys/printForm.ts'
import { printer, printTemplate, printTemplateRevision } from '@lading/contract/sys/printTemplate.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import { containerForm } from '../print/labelForms.ts'
import { pickLabelForm } from '../print/pickLabels.ts'

/** By this the rules of a centre name the label of cases from the freezer. */
export const frozenLabel = 'BQ-LD'

/** Label printers, a container label of the demo company's own, and a pick label that says how cold its goods must stay. */
export async function seedPrinters(ctx: Ctx): Promise<void> {
  const { marks, ...paper } = containerForm.layout('zh-CN')
  const layout = printLayout.parse({
    ...paper,
    marks: marks.map((m) => (m.text === '{printedAt}' ? { ...m, text: '轻拿轻放 {printedAt}' } : m)),
  })
  await insert(ctx, printer, [
    { code: 'LP01', name: '收货口标签机', language: 'ZPL', host: '192.168.10.21', port: 9100, dots: 'D203' },
    { code: 'LP02', name: '发货口标签机', language: 'TSPL', host: '192.168.10.22', port: 9100, dots: 'D300' },
    {
      code: 'XP01',
      name: '门店小票机',
      language: 'ESCPOS',
      host: '192.168.10.23',
      port: 9100,
      dots: 'D203',
      paper: 'W80',
    },
  ])
  const template = {
    code: 'BQ-RQ',
    name: '容器标签（轻拿轻放）',
    kind: containerForm.kind,
    forOrgId: ctx.org.id,
    layout,
  }
  const cold = { code: frozenLabel, name: '拣货标签（冷冻）', kind: pickLabelForm.kind, layout: frozen() }
  const { ids } = await insert(ctx, printTemplate, [
    { ...template, isDefault: true, revision: 1 },
    // Not the default: who picks frozen goods names it.
    { ...cold, isDefault: false, revision: 1 },
  ])
  await insert(
    ctx,
    printTemplateRevision,
    [template, cold].map((t, i) => ({ templateId: ids[i] ?? '', revision: 1, layout: t.layout })),
  )
}

function frozen(): PrintLayout {
  const { marks, ...paper } = pickLabelForm.layout('zh-CN')
  return printLayout.parse({
    ...paper,
    marks: marks.map((m) => (m.text === '{toName}' ? { ...m, text: '-18℃ {toName}' } : m)),
  })
}

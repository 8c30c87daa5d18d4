import { printLayout } from '@lading/contract/sys/printForm.ts'
import { printer, printTemplate, printTemplateRevision } from '@lading/contract/sys/printTemplate.ts'
import { insert } from '../kernel/insert.ts'
import type { Server } from '../server.ts'
import { containerForm } from '../wms/print/labelForms.ts'
import { inTenant, type MadeTenant } from './tenant.ts'

/** A label printer at the dock, and a container label of the demo company's own: its slogan instead of the time. */
export async function seedPrinters({ kernel }: Server, demo: MadeTenant): Promise<void> {
  const dc = demo.orgs.get('DC01')
  if (!dc) return
  const { marks, ...paper } = containerForm.layout('zh-CN')
  const layout = printLayout.parse({
    ...paper,
    marks: marks.map((m) => (m.text === '{printedAt}' ? { ...m, text: '轻拿轻放 {printedAt}' } : m)),
  })
  await inTenant(kernel, demo.tenantId, dc, async (ctx) => {
    await insert(ctx, printer, [
      { code: 'LP01', name: '收货口标签机', language: 'ZPL', host: '192.168.10.21', port: 9100, dots: 'D203' },
      { code: 'LP02', name: '发货口标签机', language: 'TSPL', host: '192.168.10.22', port: 9100, dots: 'D300' },
    ])
    const template = { code: 'BQ-RQ', name: '容器标签（轻拿轻放）', kind: containerForm.kind, forOrgId: dc.id, layout }
    const [templateId = ''] = (await insert(ctx, printTemplate, [{ ...template, isDefault: true, revision: 1 }])).ids
    await insert(ctx, printTemplateRevision, [{ templateId, revision: 1, layout }])
  })
}

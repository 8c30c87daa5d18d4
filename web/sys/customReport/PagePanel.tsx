import type { PageModel } from '@lading/contract/sys/reportTemplate.ts'
import { Checkbox, Form, Input, InputNumber, Select } from 'antd'
import { useText } from '../../client/text.ts'
import type { Design } from './useDesign.ts'

/** How the sheet is cut into pages and put on paper. */
export function PagePanel({ design }: { design: Design }) {
  const t = useText()
  const { sheet, changeSheet } = design
  const { page } = sheet
  const set = (made: { [K in keyof PageModel]?: PageModel[K] | undefined }) =>
    changeSheet((s) => ({
      ...s,
      page: Object.fromEntries(
        Object.entries({ ...s.page, ...made }).filter(([, v]) => v !== undefined && v !== false),
      ) as PageModel,
    }))
  const band = (key: 'head' | 'tail', title: string) => (
    <Form.Item label={title}>
      <Input
        aria-label={title}
        key={String(page[key])}
        defaultValue={page[key]?.join('-') ?? ''}
        placeholder="1-3"
        onBlur={(e) => {
          const match = /^(\d{1,3})(?:-(\d{1,3}))?$/.exec(e.target.value.trim())
          const from = Number(match?.[1] ?? 0)
          set({ [key]: match ? [from, Math.max(from, Number(match[2] ?? from))] : undefined })
        }}
      />
    </Form.Item>
  )
  const groups = Object.entries(sheet.cells)
    .filter(([, c]) => c.expand === 'DOWN')
    .map(([value]) => ({ value, label: value }))
  return (
    <Form layout="vertical" size="small">
      <Form.Item label={t(['工作表名称', 'Name of the sheet'])}>
        <Input
          aria-label={t(['工作表名称', 'Name of the sheet'])}
          value={sheet.name}
          maxLength={31}
          onChange={(e) => e.target.value && changeSheet((s) => ({ ...s, name: e.target.value }))}
        />
      </Form.Item>
      <Form.Item label={t(['纸张', 'Paper'])}>
        <Select
          aria-label={t(['纸张', 'Paper'])}
          value={page.size ?? 'A4'}
          options={['A4', 'A3', 'A5'].map((value) => ({ value, label: value }))}
          onChange={(v) => set({ size: v as 'A4' })}
        />
      </Form.Item>
      <Checkbox checked={page.landscape === true} onChange={(e) => set({ landscape: e.target.checked })}>
        {t(['横向', 'Landscape'])}
      </Checkbox>
      {band('head', t(['每页重复的表头行', 'Head rows on each page']))}
      {band('tail', t(['每页重复的表尾行', 'Tail rows on each page']))}
      <Form.Item label={t(['冻结列数', 'Columns that stay'])}>
        <InputNumber
          aria-label={t(['冻结列数', 'Columns that stay'])}
          min={0}
          max={10}
          value={page.headCols ?? 0}
          onChange={(v) => set({ headCols: v || undefined })}
        />
      </Form.Item>
      <Form.Item label={t(['每页行数', 'Rows a page'])}>
        <InputNumber
          aria-label={t(['每页行数', 'Rows a page'])}
          min={1}
          max={500}
          value={page.rowsPerPage ?? null}
          onChange={(v) => set({ rowsPerPage: v ?? undefined })}
        />
      </Form.Item>
      <Form.Item label={t(['分组后分页', 'New page after'])}>
        <Select
          aria-label={t(['分组后分页', 'New page after'])}
          allowClear
          value={page.breakAfter ?? null}
          options={groups}
          onChange={(v) => set({ breakAfter: v ?? undefined })}
        />
      </Form.Item>
      <Checkbox checked={page.fill === true} onChange={(e) => set({ fill: e.target.checked })}>
        {t(['空行补满一页', 'Fill the page with empty rows'])}
      </Checkbox>
      <Checkbox checked={page.exportHead === true} onChange={(e) => set({ exportHead: e.target.checked })}>
        {t(['导出时附标题与参数', 'Title and parameters above exports'])}
      </Checkbox>
    </Form>
  )
}

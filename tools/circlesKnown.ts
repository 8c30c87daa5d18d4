/**
 * Files that name each other in a circle, of which at least one side is a type or comes late, and why they may. None is
 * added: what both sides name gets a file of its own. A circle that is gone leaves the list.
 */
export const knownCircles: Readonly<Record<string, readonly string[]>> = {
  'An entity has fields, and a field may hold rows of an entity.': [
    'contract/kernel/entity.ts',
    'contract/kernel/field.ts',
  ],
  'What a task’s lines have in common, and its type’s settings, are asked of rows as the reader of tasks types them.': [
    'server/wms/task/alike.ts',
    'server/wms/task/read.ts',
    'server/wms/task/typeConfig.ts',
  ],
  'The command that checks the code also prints its density, which is counted by the same rules.': [
    'tools/changedPages.ts',
    'tools/density.ts',
    'tools/tidy.ts',
  ],
  'A form has inputs, one of which types rows, whose cells and forms have inputs again.': [
    'web/kernel/field/DateInput.tsx',
    'web/kernel/field/RefsSelect.tsx',
    'web/kernel/field/RowForm.tsx',
    'web/kernel/field/RowsByForm.tsx',
    'web/kernel/field/RowsInput.tsx',
    'web/kernel/field/cells.tsx',
    'web/kernel/field/inputs.tsx',
    'web/kernel/field/rowCells.tsx',
    'web/kernel/field/useRows.ts',
    'web/kernel/form/FieldRow.tsx',
  ],
  'The width of a column is worked out from the column as the grid knows it.': [
    'web/kernel/grid/columns.tsx',
    'web/kernel/grid/fit.ts',
  ],
  'The choice of views fetches its panel and its dialog only when they are opened.': [
    'web/kernel/list/ViewChoice.tsx',
    'web/kernel/list/ViewDialog.tsx',
    'web/kernel/list/ViewPanel.tsx',
  ],
}

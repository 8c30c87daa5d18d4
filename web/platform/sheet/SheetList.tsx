import { EntityList, type EntityListProps } from '../../kernel/list/EntityList.tsx'
import { useVerbs } from '../../kernel/verbs.tsx'
import { ExportButton, ImportButton } from './files.tsx'

/** The default list with what it has of import and export. */
export function SheetList(p: EntityListProps) {
  const { can, refused } = useVerbs(p.of)
  return (
    <EntityList
      {...p}
      tools={(list, columns) => (
        <>
          {p.tools?.(list, columns)}
          {can(p.of, 'import') && <ImportButton of={p.of} refused={refused} />}
          {can(p.of, 'export') && <ExportButton list={list} columns={columns} />}
        </>
      )}
    />
  )
}

import { EntityList, type EntityListProps, EntityListWithin } from '../../kernel/list/EntityList.tsx'
import { useVerbs } from '../../kernel/verbs.tsx'
import { ExportButton, ImportButton } from './files.tsx'

/** The default list with what it has of import and export. */
export const SheetList = (p: EntityListProps) => <EntityList {...p} tools={useSheetTools(p)} />

/** The same in a tab or a drawer of another page. */
export const SheetListWithin = (p: EntityListProps) => <EntityListWithin {...p} tools={useSheetTools(p)} />

function useSheetTools({ of, tools }: EntityListProps): NonNullable<EntityListProps['tools']> {
  const { can, refused } = useVerbs(of)
  return (list, columns) => (
    <>
      {tools?.(list, columns)}
      {can(of, 'import') && <ImportButton of={of} refused={refused} />}
      {can(of, 'export') && <ExportButton list={list} columns={columns} />}
    </>
  )
}

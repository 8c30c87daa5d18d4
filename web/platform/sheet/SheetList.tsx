import { EntityList, type EntityListProps, EntityListWithin } from '../../kernel/list/EntityList.tsx'
import { useVerbs } from '../../kernel/verbs.tsx'
import { ExportButton, ImportButton } from './files.tsx'

type SheetListProps = EntityListProps & {
  /** Columns that are worked out for the list, and are none of a file. */
  readonly notInFiles?: readonly string[]
}

/** The default list with what it has of import and export. */
export const SheetList = ({ notInFiles, ...p }: SheetListProps) => (
  <EntityList {...p} tools={useSheetTools(p, notInFiles)} />
)

/** The same in a tab or a drawer of another page. */
export const SheetListWithin = (p: EntityListProps) => <EntityListWithin {...p} tools={useSheetTools(p)} />

function useSheetTools(
  { of, tools }: EntityListProps,
  notInFiles: readonly string[] = [],
): NonNullable<EntityListProps['tools']> {
  const { can, refused } = useVerbs(of)
  return (list, columns) => (
    <>
      {tools?.(list, columns)}
      {can(of, 'import') && <ImportButton of={of} refused={refused} />}
      {can(of, 'export') && <ExportButton list={list} columns={columns.filter((c) => !notInFiles.includes(c))} />}
    </>
  )
}

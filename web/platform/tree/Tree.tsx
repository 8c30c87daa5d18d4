import type { ReactNode } from 'react'
import './tree.css'

/** A node with its place in the tree, from 0; each stands before those below it. */
export interface Branch {
  readonly id: string
  readonly name: string
  /** At the end of the row: its code, or how much it holds. */
  readonly note: ReactNode
  readonly depth: number
  readonly isOff?: boolean
}

function TreeRow({
  branch: { name, note, depth, isOff = false },
  isOn,
  onClick,
}: {
  branch: Omit<Branch, 'id'>
  isOn: boolean
  onClick: () => void
}) {
  return (
    <button
      type="button"
      className="tree-row"
      style={{ paddingLeft: 12 + depth * 16 }}
      aria-pressed={isOn}
      data-off={isOff || undefined}
      data-depth={depth}
      title={typeof note === 'string' ? `${name} ${note}` : name}
      onClick={onClick}
    >
      <span>{name}</span>
      {note !== '' && <span className="num">{note}</span>}
    </button>
  )
}

/** A tree beside what it narrows; its first row is for all. Stands in a `tree-page` or wherever there is room. */
export function Tree({
  title,
  all,
  branches,
  chosen,
  onChoose,
  narrow,
  children,
}: {
  title: string
  all: Pick<Branch, 'name' | 'note'>
  branches: readonly Branch[]
  chosen: string | undefined
  onChoose: (id: string | undefined) => void
  /** Takes the rows' place on a narrow screen. */
  narrow?: ReactNode
  /** Above the rows. */
  children?: ReactNode
}) {
  return (
    <nav className="tree card" aria-label={title}>
      {narrow !== undefined && <div className="tree-narrow">{narrow}</div>}
      {children}
      <div className="tree-rows">
        <TreeRow branch={{ ...all, depth: 0 }} isOn={!chosen} onClick={() => onChoose(undefined)} />
        {branches.map((b) => (
          <TreeRow key={b.id} branch={b} isOn={chosen === b.id} onClick={() => onChoose(b.id)} />
        ))}
      </div>
    </nav>
  )
}

import { Component, type ReactNode } from 'react'

interface Props {
  readonly children: ReactNode
  /** What stands in the place of what broke, and how it is tried anew. */
  readonly lost: (error: unknown, again: () => void) => ReactNode
}

/** What breaks within stays within. React knows such boundaries as classes only. */
export class Boundary extends Component<Props, { error: unknown }> {
  override state: { error: unknown } = { error: undefined }
  static getDerivedStateFromError(error: unknown) {
    return { error }
  }
  again = () => this.setState({ error: undefined })
  override render() {
    const { error } = this.state
    return error === undefined ? this.props.children : this.props.lost(error, this.again)
  }
}

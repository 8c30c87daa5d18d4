import type { OrgNode } from '@lading/contract/sys/orgCalls.ts'
import { Select } from 'antd'
import { usePlace } from '../../client/tabStore.ts'
import { useText } from '../../client/text.ts'
import type { InputProps } from '../../kernel/field/inputs.tsx'
import { useOrgs, useRefusedOrg } from './orgTree.ts'
import { below } from './tree.ts'
import '../sys.css'
import { Indent } from '../../ui/Indent.tsx'

/** One organisation out of the tree. */
export const OrgInput = (p: InputProps) => <OrgChoice {...p} />

/** What a logistics centre may stand below: not itself, and only what takes one. */
export function ParentInput(p: InputProps) {
  const t = useText()
  const { id = '' } = usePlace().query
  const { orgs } = useOrgs()
  const own = below(orgs, id)
  const refused = (node: OrgNode) =>
    own.has(node.id)
      ? t(['本组织或其下级', 'This organisation or below'])
      : node.type === 'GROUP' || node.type === 'BC' || node.type === 'DC'
        ? undefined
        : t(['不能包含物流中心', 'Cannot contain logistics centres'])
  return <OrgChoice {...p} refused={refused} />
}

/** The centre that a new one is made like. */
export function CopySourceInput(p: InputProps) {
  const t = useText()
  const refused = (node: OrgNode) => (node.type === 'DC' ? undefined : t(['不是物流中心', 'Not a logistics centre']))
  return <OrgChoice {...p} refused={refused} />
}

/** Who plans the transport of a centre. */
export function TransportInput(p: InputProps) {
  const t = useText()
  const refused = (node: OrgNode) => (node.type === 'TC' ? undefined : t(['不是运输中心', 'Not a transport centre']))
  return <OrgChoice {...p} refused={refused} />
}

/** What a finance, business or transport centre may stand below: the enterprise. */
export function UpperInput(p: InputProps) {
  const t = useText()
  const refused = (node: OrgNode) =>
    node.type === 'GROUP' || node.type === 'PLAT' || node.type === 'AGENT'
      ? undefined
      : t(['只能位于企业之下', 'Only below the enterprise'])
  return <OrgChoice {...p} refused={refused} />
}

function OrgChoice(p: InputProps & { refused?: (node: OrgNode) => string | undefined }) {
  const t = useText()
  const { orgs, isPending } = useOrgs()
  const outOfReach = useRefusedOrg()
  const options = orgs.map(({ node, depth }) => {
    const why = p.refused?.(node) ?? outOfReach(node)
    const label = `${node.code} ${node.name}`
    return { value: node.id, label, depth, why, disabled: why !== undefined }
  })
  return (
    <Select
      id={p.id}
      className="wide"
      value={typeof p.value === 'string' ? p.value : null}
      options={options}
      optionRender={({ data }) => (
        <Indent depth={data.depth} className="org-option">
          {data.label}
          {data.why && <small>{data.why}</small>}
        </Indent>
      )}
      showSearch={{ optionFilterProp: 'label' }}
      loading={isPending}
      disabled={p.isDisabled ?? false}
      allowClear={!p.field.required}
      status={p.isInvalid ? 'error' : ''}
      aria-label={p.title}
      aria-invalid={p.isInvalid}
      aria-describedby={p.describedBy}
      placeholder={t(['选择组织', 'Choose an organisation'])}
      popupMatchSelectWidth={false}
      onChange={(id: string | null) => p.onChange(id ?? null)}
    />
  )
}

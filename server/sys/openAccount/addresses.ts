import { BlockList, isIP } from 'node:net'
import { refuse } from '@lading/contract/kernel/fault.ts'
import { openAccountFaults } from '@lading/contract/sys/openCalls.ts'

const linesOf = (list: string | null): readonly string[] => (list ?? '').split(/[\s,;]+/).filter(Boolean)
const family = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4')
/** An address of IPv4 that came by a socket of IPv6. */
const plain = (ip: string): string => ip.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '').replace(/%.*$/, '')

/** @returns undefined where it is neither an address nor a network */
function networkIn(line: string): { readonly address: string; readonly bits: number } | undefined {
  const [address = '', bits, ...more] = line.split('/')
  const kind = isIP(address)
  if (kind === 0 || more.length > 0) return undefined
  const most = kind === 6 ? 128 : 32
  if (bits === undefined) return { address, bits: most }
  return /^\d{1,3}$/.test(bits) && Number(bits) <= most ? { address, bits: Number(bits) } : undefined
}

/** Refuses a list of which a line is neither an address nor a network: it would let in whom nobody meant, or nobody. */
export function demandAddresses(list: string | null): void {
  for (const line of linesOf(list)) if (!networkIn(line)) refuse(openAccountFaults.address, { line })
}

/** Whether somebody may call from there; nothing listed: from everywhere. */
export function isListed(list: string | null, ip: string): boolean {
  const lines = linesOf(list)
  if (lines.length === 0) return true
  const listed = new BlockList()
  for (const line of lines) {
    const network = networkIn(line)
    if (network) listed.addSubnet(network.address, network.bits, family(network.address))
  }
  const from = plain(ip)
  return isIP(from) !== 0 && listed.check(from, family(from))
}

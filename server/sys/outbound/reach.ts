import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'
import { refuse } from '@lading/contract/kernel/fault.ts'
import { outboundFaults } from '@lading/contract/sys/outboundFaults.ts'

/** Networks that are not the internet: machines beside ours, ourselves, and what providers keep for themselves. */
const inside = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
  ['::', 96],
  ['64:ff9b::', 96],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const
const family = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4')
const closed = new BlockList()
for (const [address, bits] of inside) closed.addSubnet(address, bits, family(address))

let open = new BlockList()
/**
 * Which addresses connections may go to beside those of the internet; said once, when the process starts.
 * @param networks as `192.168.10.0/24`, already looked at by the configuration
 */
export function allowReach(networks: readonly string[]): void {
  open = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    open.addSubnet(address, Number(bits ?? (isIP(address) === 6 ? 128 : 32)), family(address))
  }
}

/** An address of IPv4 that is written as one of IPv6 is the address that it stands for. */
const plain = (address: string): string => address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '')
/** Whether a connection may go to the address. */
export function isReachable(written: string): boolean {
  const address = plain(written)
  const kind = family(address)
  return isIP(address) !== 0 && (open.check(address, kind) || !closed.check(address, kind))
}

/** Whether the installation's administrator has named this address himself: it is beside ours, and not on the internet. */
export function isOpened(host: string): boolean {
  const bare = plain(host.replace(/^\[|\]$/g, ''))
  return isIP(bare) !== 0 && open.check(bare, family(bare))
}

/** The address that is written in a name, in whatever way, or that needs nobody to be asked. */
function writtenIn(host: string): string | undefined {
  const bare = host.replace(/^\[|\]$/g, '')
  if (isIP(bare) !== 0) return bare
  // A single number, and parts in octal or hexadecimal, are addresses as well.
  const read = URL.parse(`http://${bare}/`)?.hostname ?? bare
  if (isIP(read) !== 0) return read
  return /(^|\.)localhost\.?$/i.test(bare) ? '127.0.0.1' : undefined
}

/**
 * Refuses, where an address is typed, what sending would refuse. Whom a name stands for is asked when it is sent: it may be
 * another one by then.
 */
export function demandReachable(host: string): void {
  const address = writtenIn(host)
  if (address !== undefined && !isReachable(address)) refuse(outboundFaults.notAllowed, { host })
}

/**
 * The address that a name stands for now, to be connected to as it is: a name that answers otherwise the next time, when
 * nobody looks, leads nowhere else.
 */
export async function addressOf(host: string): Promise<string> {
  const bare = host.replace(/^\[|\]$/g, '')
  if (isIP(bare) !== 0) return isReachable(bare) ? bare : refuse(outboundFaults.notAllowed, { host })
  const found = await lookup(bare, { all: true, verbatim: true })
  // One address of several that is not allowed is enough: which of them is taken would be chance.
  const first = found[0]
  return first && found.every(({ address }) => isReachable(address))
    ? first.address
    : refuse(outboundFaults.notAllowed, { host })
}

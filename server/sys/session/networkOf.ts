const groups = 8
/** 64 bits: what a provider gives to one customer. */
const networkGroups = 4

/** Whom an address stands for: of IPv6 its network, since whoever has one address of it has them all. */
export function networkOf(ip: string): string {
  const plain = ip.split('%', 1)[0] ?? ''
  if (!plain.includes(':') || plain.includes('.')) return plain
  const [head = [], tail = []] = plain.split('::').map((part) => part.split(':').filter(Boolean))
  const between = Array<string>(Math.max(0, groups - head.length - tail.length)).fill('0')
  const network = [...head, ...between, ...tail].slice(0, networkGroups)
  return `${network.map((group) => group.toLowerCase().replace(/^0+(?=.)/, '')).join(':')}::/64`
}

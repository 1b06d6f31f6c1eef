import ipaddr from 'ipaddr.js'

/** Ranges within `unicast` for ipaddr.js that are nobody's on the internet, or lead to an IPv4 address by a detour. */
const withheld = ['64:ff9b::/96', '64:ff9b:1::/48', '::/96', '100::/64', '2001::/23', '2001:db8::/32', '2002::/16'].map(
  (range) => ipaddr.IPv6.parseCIDR(range),
)

/** Only where a public server can be: no private network, no machine of ours, no cloud's metadata, by none of their spellings. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.IPv4.isValidFourPartDecimal(address) && !ipaddr.IPv6.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed instanceof ipaddr.IPv4) return parsed.range() === 'unicast'
  if (parsed.isIPv4MappedAddress()) return false
  // Of all of IPv6 only this eighth is given out.
  const global = parsed.match(ipaddr.IPv6.parse('2000::'), 3)
  return global && parsed.range() === 'unicast' && !withheld.some((range) => parsed.match(range))
}

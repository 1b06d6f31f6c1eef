import { isIP } from 'node:net'

/**
 * The key under which an address is counted, of 20 characters at most. An IPv6 customer has a whole /64 and could
 * change addresses within it. Whatever is no address, as a proxy that is not ours may write, counts as one.
 */
export function addressKey(ip: string | null): string {
  if (!ip || isIP(ip) === 0) return 'unknown'
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped || !ip.includes(':')) return mapped ?? ip
  const [head = '', tail] = (ip.split('%')[0] ?? '').split('::')
  const front = head.split(':').filter(Boolean)
  const back = tail?.split(':').filter(Boolean) ?? []
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - front.length - back.length)
  return [...front, ...Array<string>(zeros).fill('0'), ...back].slice(0, 4).join(':').toLowerCase()
}

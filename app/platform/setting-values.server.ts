import { createECDH } from 'node:crypto'
import { BlockList, isIP, isIPv4 } from 'node:net'
import { z } from 'zod'
import { compactIban } from './iban.ts'

/** An account that belongs to nobody, shown in development. */
export const exampleIban = 'FI7944052020036082'

export const isExampleIban = (iban: string): boolean => compactIban(iban) === exampleIban

/** Whether a host name or address only reaches this machine. */
export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[(.*)\]$/, '$1').toLowerCase()
  return name === 'localhost' || name === '::1' || (isIPv4(name) && name.startsWith('127.'))
}

export const isHttpsUrl = (text: string): boolean => URL.canParse(text) && new URL(text).protocol === 'https:'

export function isLoopbackUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  return /^https?:$/.test(protocol) && isLoopback(hostname)
}

/**
 * Whether nodemailer reads a URL as it was meant. A password with an unescaped `/` or `#` parses too, but the rest of
 * it becomes a path or a fragment, and what precedes it the host.
 */
export function isSmtpUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, pathname, hash } = new URL(text)
  return /^smtps?:$/.test(protocol) && hostname !== '' && pathname.length <= 1 && hash === ''
}

const senderAddress = (text: string): string => /^[^<>]*<([^<>]+)>$/.exec(text.trim())?.[1] ?? text.trim()

/** Whether a text is an email address, or a name followed by one in angle brackets. */
export const isSender = (text: string): boolean => z.email().safeParse(senderAddress(text)).success

/**
 * Whether a domain is kept for examples and tests, so that no mail and no link reaches it from elsewhere (RFC 2606, RFC
 * 6761).
 */
const isReserved = (domain: string): boolean =>
  /(?:^|\.)(?:example(?:\.(?:com|net|org))?|test|invalid|localhost)\.?$/i.test(domain)

/** Whether the address of a sender, or a plain address, is in such a domain. */
export const isReservedAddress = (text: string): boolean => isReserved(senderAddress(text).split('@').at(-1) ?? '')

/** Whether a URL leads to such a domain. */
export const isReservedUrl = (text: string): boolean => URL.canParse(text) && isReserved(new URL(text).hostname)

const privateAddresses = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  privateAddresses.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  privateAddresses.addSubnet(network, prefix, 'ipv6')

/** Whether a URL has a loopback, private, shared or link-local address (RFC 6890) in place of a name. */
export function isPrivateUrl(text: string): boolean {
  const host = URL.canParse(text) ? new URL(text).hostname.replace(/^\[(.*)\]$/, '$1') : ''
  return isIP(host) !== 0 && privateAddresses.check(host, isIPv4(host) ? 'ipv4' : 'ipv6')
}

/** Whether a URL, if it is one, has nothing that `origin` leaves out. */
export function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return true
  const { username, password, pathname, search, hash } = new URL(text)
  return `${username}${password}${search}${hash}` === '' && pathname.length <= 1
}

/** Whether a secret contains words that people write into examples. The secret of our tests does. */
export const isPlaceholder = (secret: string): boolean => /secret|change|password|example|groundwork/i.test(secret)

/**
 * Whether a secret consists of one short piece over and over. 32 random hexadecimal digits contain 30 sequences of
 * three, almost all of them different.
 */
export function repeatsItself(secret: string): boolean {
  const sequences = new Set(Array.from(secret.slice(2), (_last, index) => secret.slice(index, index + 3)))
  return sequences.size < 24
}

type Vapid = { VAPID_PUBLIC_KEY?: string; VAPID_PRIVATE_KEY?: string; VAPID_SUBJECT?: string }

/** Whether none of web push's settings is there, or all are and the keys are a pair on P-256 (RFC 8292, section 2). */
export function isVapidPair({
  VAPID_PUBLIC_KEY: key,
  VAPID_PRIVATE_KEY: secret,
  VAPID_SUBJECT: subject,
}: Vapid): boolean {
  if (!key && !secret && !subject) return true
  if (!key || !secret || !subject) return false
  try {
    const pair = createECDH('prime256v1')
    pair.setPrivateKey(secret, 'base64url')
    return pair.getPublicKey('base64url') === key
  } catch {
    return false
  }
}

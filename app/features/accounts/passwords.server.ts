import { hash, verify } from '@node-rs/argon2'
import { dictionary } from '@zxcvbn-ts/language-common'
import { env } from '#app/platform/env.server.ts'
import { type AppError, invalid } from '#app/platform/errors.ts'
import { productName } from '#app/platform/product.ts'

/** argon2id (the package's default) with the parameters that OWASP recommends: 19 MiB, 2 passes. */
const strength = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }

export const maxPasswordLength = 128

/** Why a password is chosen; the least that may be set is less when a mailed link proves the address (ACC-2). */
export type PasswordPurpose = 'signup' | 'change' | 'reset' | 'invite'

const minima: Record<PasswordPurpose, number> = { signup: 8, change: 8, reset: 6, invite: 6 }

/** Minimum password length for a purpose, in characters: PASSWORD_MIN_LENGTH, or the purpose's own where that is more (ACC-2). */
export function minPasswordLength(purpose: PasswordPurpose): number {
  return Math.max(minima[purpose], env.PASSWORD_MIN_LENGTH ?? 8)
}

/**
 * The ten thousand most often leaked passwords (the list is sorted by frequency). Rarer ones are not tried early by attackers.
 */
const common = new Set(dictionary['passwords-common'].slice(0, 10_000))

/**
 * The error for a password that may not be chosen, or null. Forms check the length earlier with the same message. One character
 * over and over, and what names its owner, are refused by NIST SP 800-63B, section 5.1.1.2.
 * @param owner whose password it becomes
 */
export function refusePassword(
  password: string,
  purpose: PasswordPurpose,
  owner: { email: string; name: string },
): AppError | null {
  const min = minPasswordLength(purpose)
  // Blanks at the ends make a password longer, and no harder to guess.
  const typed = password.normalize('NFKC').trim()
  if (typed === '') return invalid('accounts:password.blank', { field: 'password' })
  // Code points, by the same section: an emoji is one.
  if ([...typed].length < min)
    return invalid('accounts:password.tooShort', { field: 'password', params: { count: min } })
  if (password.length > maxPasswordLength) {
    return invalid('validation:tooLong', { field: 'password', params: { count: maxPasswordLength } })
  }
  const lower = typed.toLowerCase()
  if (common.has(lower) || new Set(lower).size === 1) return invalid('accounts:password.common', { field: 'password' })
  if (namesOf(owner).has(withoutBlanks(lower))) return invalid('accounts:password.ownName', { field: 'password' })
  const others = lower.replaceAll(productName.toLowerCase(), '')
  const isName = others !== lower && others.length < min
  return isName ? invalid('accounts:password.productName', { field: 'password' }) : null
}

/** What anybody would try first who knows the owner: the address, the part before its @, and the name. */
function namesOf({ email, name }: { email: string; name: string }): Set<string> {
  const names = [email, email.slice(0, email.lastIndexOf('@')), name]
  return new Set(names.map((one) => withoutBlanks(one.normalize('NFKC').toLowerCase())))
}

const withoutBlanks = (text: string) => text.replaceAll(/\s/g, '')

/** Hashes a password. Normalizes to NFKC, so that the same characters typed on another keyboard match. */
export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFKC'), strength)
}

let nobody: Promise<string> | null = null

/** Checks a password. Without a hash (no such user, or none chosen yet) it takes just as long to return false. */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  nobody ??= hashPassword('nobody has this password')
  const right = await verify(passwordHash ?? (await nobody), password.normalize('NFKC'))
  return right && passwordHash !== null && password.length <= maxPasswordLength
}

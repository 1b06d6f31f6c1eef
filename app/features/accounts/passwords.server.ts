import { hash, verify } from '@node-rs/argon2'
import { dictionary } from '@zxcvbn-ts/language-common'
import { env } from '#app/platform/env.server.ts'
import { type AppError, invalid } from '#app/platform/errors.ts'

/** argon2id (the package's default) as OWASP has it: 19 MiB, 2 passes. */
const strength = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }

export const maxPasswordLength = 128

/** What a password is chosen for; less is asked where a mailed link proves the address (ACC-2). */
export type PasswordPurpose = 'signup' | 'change' | 'reset' | 'invite'

const minima: Record<PasswordPurpose, number> = { signup: 8, change: 8, reset: 6, invite: 6 }

/** The shortest password that may be chosen; PASSWORD_MIN_LENGTH raises all of them (ACC-2). */
export function minPasswordLength(purpose: PasswordPurpose): number {
  return Math.max(minima[purpose], env.PASSWORD_MIN_LENGTH ?? 0)
}

/** The ten thousand that leaked most often (the list begins with those); rarer ones do not come early in any guessing. */
const common = new Set(dictionary['passwords-common'].slice(0, 10_000))

/** The refusal of a password that cannot be chosen, or null. Forms check the length before, with the same words. */
export function refusePassword(password: string, purpose: PasswordPurpose): AppError | null {
  const min = minPasswordLength(purpose)
  if (password.length < min) return invalid('accounts:password.tooShort', { field: 'password', params: { count: min } })
  if (password.length > maxPasswordLength) {
    return invalid('validation:tooLong', { field: 'password', params: { count: maxPasswordLength } })
  }
  return common.has(password.toLowerCase()) ? invalid('accounts:password.common', { field: 'password' }) : null
}

/** Hashes a password; the same characters typed on another keyboard (NFKC) give the same password. */
export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFKC'), strength)
}

let nobody: Promise<string> | null = null

/** Whether a password is right. Without a hash (nobody, or nobody yet) it takes just as long to say no. */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  nobody ??= hashPassword('nobody has this password')
  const right = await verify(passwordHash ?? (await nobody), password.normalize('NFKC'))
  return right && passwordHash !== null && password.length <= maxPasswordLength
}

import { Secret, TOTP } from 'otpauth'
import { productName } from '#app/platform/product.ts'

/** A new secret of 160 random bits (RFC 4226, section 4, R6), in base32. */
export const newSecret = (): string => new Secret({ size: 20 }).base32

/** What authenticator apps read from a QR code: six digits, every 30 seconds, SHA-1, the only kind that all of them know. */
export const appAddress = (secret: string, email: string): string => totpOf(secret, email).toString()

/**
 * The time step of a code, if it is that of now or of one before or after, for clocks that differ (RFC 6238, section 5.2); null
 * for any other. The caller accepts each step once.
 * @param now UTC ms
 */
export function stepOfCode(secret: string, code: string, now: number): number | null {
  const totp = totpOf(secret)
  const delta = totp.validate({ token: code, timestamp: now, window: 1 })
  return delta === null ? null : totp.counter({ timestamp: now }) + delta
}

const totpOf = (secret: string, label = '') => new TOTP({ issuer: productName, label, secret })

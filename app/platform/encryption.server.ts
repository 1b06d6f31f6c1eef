import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { env } from './env.server.ts'

const [ivBytes, tagBytes] = [12, 16]

/** A key for each purpose, derived from the installation's session secret: whoever changes that loses what is encrypted. */
export const keyFor = (purpose: string) => Buffer.from(hkdfSync('sha256', env.sessionSecret, '', purpose, 32))

/** Encrypts a text with AES-256-GCM for the database, bound to its owner's id: in another row it cannot be read. Base64. */
export function encrypt(purpose: string, ownerId: string, text: string): string {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', keyFor(purpose), iv).setAAD(Buffer.from(ownerId))
  const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), content]).toString('base64')
}

/**
 * Decrypts what `encrypt` has written.
 * @throws Error for another purpose, owner or session secret, and for changed content
 */
export function decrypt(purpose: string, ownerId: string, content: string): string {
  const bytes = Buffer.from(content, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', keyFor(purpose), bytes.subarray(0, ivBytes))
    .setAAD(Buffer.from(ownerId))
    .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
  return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]).toString('utf8')
}

import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { env } from '#app/platform/env.server.ts'
import { AppError } from '#app/platform/errors.ts'

/** How long before its end a certificate is warned of: getting another from a trust service provider takes weeks. */
export const warnDays = 60
const day = 86_400_000

export type SealValidity = {
  state: 'valid' | 'ending' | 'ended' | 'not_yet'
  /** UTC ms. */
  from: number
  to: number
}

/** Whether a certificate is valid at `at` (UTC ms): from its first to its last moment, both included (RFC 5280, section 4.1.2.5). */
export function validityOf(
  { validFrom, validTo }: Pick<X509Certificate, 'validFrom' | 'validTo'>,
  at: number,
): SealValidity {
  const [from, to] = [Date.parse(validFrom), Date.parse(validTo)]
  if (at < from) return { state: 'not_yet', from, to }
  // Certificates know no parts of a second.
  if (at >= to + 1000) return { state: 'ended', from, to }
  return { state: at > to - warnDays * day ? 'ending' : 'valid', from, to }
}

/** @throws AppError busy when documents cannot be sealed with the certificate at `at` (UTC ms) */
export function requireValid(certificate: X509Certificate, at: number): void {
  const { state } = validityOf(certificate, at)
  if (state === 'ended' || state === 'not_yet') throw new AppError('busy', 'seals:notNow')
}

/**
 * The certificate that documents are sealed with now; null before the installation has made its own.
 * @throws StartRefusal if the file of the setting cannot be used; Error if the installation's own cannot
 */
export async function currentSealCertificate(): Promise<X509Certificate | null> {
  // Whatever opens such a file takes 14 MB, so it is loaded only where there is one.
  if (env.SEAL_KEY_FILE) return (await (await import('./seal-key.server.ts')).sealKey()).certificates[0]
  return readFile(env.ownSealKeyPath, 'utf8').then(
    (pem) => new X509Certificate(pem),
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null
      throw error
    },
  )
}

/**
 * Opens the key of `SEAL_KEY_FILE` where there is one, so that a wrong password is known at the start and not at the first document. A
 * certificate that has ended stops no server: only the sealing is refused.
 * @throws StartRefusal if it cannot be used
 */
export async function checkSealKey(): Promise<void> {
  if (env.SEAL_KEY_FILE) await currentSealCertificate()
}

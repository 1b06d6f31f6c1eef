import { X509Certificate } from 'node:crypto'
import { desc, eq } from 'drizzle-orm'
import type { Context } from '#app/features/accounts/context.ts'
import { env } from '#app/platform/env.server.ts'
import { sealCertificates } from '#db/schema/seals.ts'

/** A certificate as its page shows it. Times are UTC ms. */
export type SealCertificate = {
  /** SHA-256 as viewers show it: pairs of hexadecimal digits. */
  fingerprint: string
  sha256: string
  name: string
  /** Who issued it; null where it is by the installation itself. */
  issuer: string | null
  validFrom: number
  validTo: number
  usedSince: number
}

/** The host of the service that stamps the time of seals now; null where none does. */
export const timeStampService = (): string | null => (env.TIMESTAMP_URL ? new URL(env.TIMESTAMP_URL).host : null)

/** The certificates that documents were sealed with, the newest first; for everybody. */
export function listSealCertificates({ db }: Pick<Context, 'db'>): SealCertificate[] {
  const rows = db.select().from(sealCertificates).orderBy(desc(sealCertificates.usedSince)).limit(50).all()
  return rows.map(({ fingerprint, pem, usedSince }) => {
    const { fingerprint256, subject, issuer, validFrom, validTo } = new X509Certificate(pem)
    return {
      ...{ sha256: fingerprint, fingerprint: fingerprint256, usedSince },
      name: commonName(subject),
      issuer: issuer === subject ? null : commonName(issuer),
      ...{ validFrom: Date.parse(validFrom), validTo: Date.parse(validTo) },
    }
  })
}

/** A certificate (DER), the one with this SHA-256 or the newest; null where there is none. For everybody. */
export function findSealCertificate({ db }: Pick<Context, 'db'>, sha256: string | null): Buffer | null {
  const certificates = db.select({ pem: sealCertificates.pem }).from(sealCertificates)
  const found =
    sha256 === null
      ? certificates.orderBy(desc(sealCertificates.usedSince)).limit(1).get()
      : certificates.where(eq(sealCertificates.fingerprint, sha256)).get()
  return found ? new X509Certificate(found.pem).raw : null
}

/** The name by which viewers call who is in a distinguished name, or all of it. */
function commonName(distinguishedName: string): string {
  return /^CN=(.+)$/m.exec(distinguishedName)?.[1] ?? distinguishedName.replaceAll('\n', ', ')
}

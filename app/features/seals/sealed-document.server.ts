// verb-rule: whoever may read a contract may have it sealed; the caller has checked that they may
import { createHash, randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { and, desc, eq } from 'drizzle-orm'
import { type PdfFile, renderFile } from '#app/documents/pdf-answer.server.ts'
import type { Seal } from '#app/documents/seal/seal-pdf.server.ts'
import type { UserContext } from '#app/features/accounts/context.ts'
import { env } from '#app/platform/env.server.ts'
import type { Network } from '#app/platform/fetch-page.server.ts'
import { fileStorage } from '#app/platform/files/file-storage.server.ts'
import { needWriter } from '#app/platform/processes/needs-writer.server.ts'
import { role } from '#app/platform/processes/process-role.server.ts'
import { singleton } from '#app/platform/singleton.server.ts'
import { appendAudit } from '#db/audit.server.ts'
import { type Database, type Transaction, transact } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { sealCertificates, sealedDocuments } from '#db/schema/seals.ts'
import type { SealedKind } from '#db/vocabulary/seals.ts'

/** The kept file: its name in the file storage, and the SHA-256 of its bytes. */
type SealedFile = { storedAs: string; sha256: string; isStamped: boolean }
type Content = { contractId: string; kind: SealedKind; contentDigest: string }

/** When a time stamp was last asked for again, by the file that has none; UTC ms. */
const tried = singleton('time stamps', () => new Map<string, number>())
const isDue = (storedAs: string, now: number): boolean => now - (tried.get(storedAs) ?? 0) >= 3_600_000

/**
 * The sealed PDF of a document of a contract: made when it is first asked for, kept, and the same file ever after for the same
 * content (CON-10). One that was sealed without a time stamp, because the service gave none, is sealed anew with one when it is next asked for, once an
 * hour; the earlier file stays. Checks no right: the caller has.
 * @param reason why it is sealed, for the viewer's panel
 * @param network what of the internet may be reached for a time stamp
 */
export async function sealedDocument(
  ctx: UserContext,
  { contractId, kind, reason }: { contractId: string; kind: SealedKind; reason: string },
  { document, options }: PdfFile,
  network?: Network,
): Promise<SealedFile> {
  const content = { contractId, kind, contentDigest: sha256(JSON.stringify([document, options])) }
  const kept = findSealed(ctx.db, content)
  if (kept && (kept.isStamped || !env.TIMESTAMP_URL || !isDue(kept.storedAs, ctx.now))) return kept
  // A process that only reads would make it in vain.
  if (role === 'renderer') needWriter()
  if (kept) tried.set(kept.storedAs, ctx.now)
  // What makes signatures is loaded with the first one: it takes 50 ms and 14 MB, which a start and other pages should not.
  const { prepareSeal } = await import('#app/documents/seal/seal-pdf.server.ts')
  const seal = await prepareSeal({ reason, at: ctx.now, ...(network && { network }) }).catch((error: unknown) => {
    if (kept) return null
    throw error
  })
  if (!seal) return kept as SealedFile
  const { bytes, isStamped } = await seal.fill(await renderFile({ document, options: { ...options, seal } }))
  if (kept && !isStamped) return kept
  const file = { storedAs: randomUUID(), sha256: sha256(bytes), isStamped }
  await writeFile(fileStorage.incomingPath(file.storedAs), bytes, { mode: 0o600, flush: true })
  await fileStorage.put(file.storedAs)
  const stored = transact(ctx.db, (tx) => record(tx, ctx, content, { ...file, size: bytes.length }, seal))
  // Somebody else's download was first.
  if (stored.storedAs !== file.storedAs) await fileStorage.remove(file.storedAs)
  return stored
}

function record(
  tx: Transaction,
  ctx: UserContext,
  content: Content,
  file: SealedFile & { size: number },
  { fingerprint, certificate }: Seal,
): SealedFile {
  const first = findSealed(tx, content)
  if (first && (first.isStamped || !file.isStamped)) return first
  keepCertificate(tx, ctx, { fingerprint, certificate })
  const row = { id: newId(), ...content, ...file, certificate: fingerprint, sealedAt: ctx.now }
  tx.insert(sealedDocuments).values(row).run()
  appendAudit(tx, ctx, {
    action: 'contract.seal',
    subject: { type: 'contract', id: content.contractId },
    after: row,
    detail: { kind: content.kind, sha256: file.sha256, certificate: fingerprint, isStamped: file.isStamped },
  })
  return file
}

/** Keeps a certificate that seals a document for the first time, so that everybody can compare it. */
export function keepCertificate(
  tx: Transaction,
  ctx: Pick<UserContext, 'now'>,
  { fingerprint, certificate }: Pick<Seal, 'fingerprint' | 'certificate'>,
): void {
  if (!hasCertificate(tx, fingerprint))
    tx.insert(sealCertificates).values({ fingerprint, pem: certificate.toString(), usedSince: ctx.now }).run()
}

/** Whether a certificate has sealed a document before. */
export const hasCertificate = (db: Database | Transaction, fingerprint: string): boolean =>
  db
    .select({ known: sealCertificates.fingerprint })
    .from(sealCertificates)
    .where(eq(sealCertificates.fingerprint, fingerprint))
    .get() !== undefined

function findSealed(db: Database | Transaction, { contractId, kind, contentDigest }: Content): SealedFile | undefined {
  const { storedAs, sha256, isStamped } = sealedDocuments
  const isThis = [
    eq(sealedDocuments.contractId, contractId),
    eq(sealedDocuments.kind, kind),
    eq(sealedDocuments.contentDigest, contentDigest),
  ]
  return db
    .select({ storedAs, sha256, isStamped })
    .from(sealedDocuments)
    .where(and(...isThis))
    .orderBy(desc(isStamped))
    .limit(1)
    .get()
}

const sha256 = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex')

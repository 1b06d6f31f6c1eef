import { asc, eq } from 'drizzle-orm'
import type { Database, Transaction } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { demandedCertificates } from '#db/schema/qualifications.ts'
import type { DemandedCertificate } from '#db/vocabulary/qualifications.ts'

/** The certificates that a project's bidders have to show, in order. Checks no right: whoever sees the project may read them. */
export function listDemanded(db: Database | Transaction, projectId: string): DemandedCertificate[] {
  const { kind, label, minSumCents, position } = demandedCertificates
  return db
    .select({ kind, label, minSumCents })
    .from(demandedCertificates)
    .where(eq(demandedCertificates.projectId, projectId))
    .orderBy(asc(position))
    .all()
}

/** Replaces them. */
export function saveDemanded(tx: Transaction, projectId: string, demanded: readonly DemandedCertificate[]): void {
  tx.delete(demandedCertificates).where(eq(demandedCertificates.projectId, projectId)).run()
  for (const [position, { kind, label, minSumCents }] of demanded.entries())
    tx.insert(demandedCertificates).values({ id: newId(), projectId, position, kind, label, minSumCents }).run()
}

import { and, desc, eq, isNull } from 'drizzle-orm'
import type { CompanyContext, UserContext } from '#app/features/accounts/context.ts'
import { companyInScope } from '#app/features/accounts/module-scope.server.ts'
import type { ServedFile } from '#app/platform/files/serve-file.server.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { columns } from '#db/fields.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { files } from '#db/schema/files.ts'
import { companyCertificates } from '#db/schema/qualifications.ts'
import { sql } from '#db/sql.server.ts'

const { id, kind, label, issuer, number, issuedOn, validUntil, sumCents, currency, fileId } = companyCertificates
const shown = {
  ...{ id, kind, label, issuer, number, issuedOn, validUntil, sumCents, currency, fileId },
  ...{ fileName: files.name, sha256: files.sha256 },
}

/** The certificates that a company keeps now, by kind, the newest of each first. Checks no right: the caller has. */
export function listCertificates(db: Database | Transaction, companyId: string) {
  return db
    .select(shown)
    .from(companyCertificates)
    .innerJoin(files, eq(files.id, fileId))
    .where(and(eq(companyCertificates.companyId, companyId), isNull(companyCertificates.removedAt)))
    .orderBy(kind, desc(issuedOn), desc(id))
    .all()
}
export type Certificate = ReturnType<typeof listCertificates>[number]

/** The certificates of the caller's own company. */
export const getCertificates = (ctx: CompanyContext): Certificate[] =>
  listCertificates(ctx.db, companyInScope(ctx, 'company.read'))

/** One of them, or null. */
export const getCertificate = (ctx: CompanyContext, certificateId: string): Certificate | null =>
  getCertificates(ctx).find((one) => one.id === certificateId) ?? null

const readable = sql(
  {
    params: { id: files.id, company: companies.id, client: companies.id },
    row: columns(files, 'name', 'mime', 'sha256', 'storedAs'),
  },
  `SELECT f.name, f.mime, f.sha256, f.stored_as AS storedAs
   FROM company_certificates c JOIN files f ON f.id = c.file_id
   WHERE c.file_id = :id AND (c.company_id = :company OR EXISTS (
     SELECT 1 FROM bids b JOIN projects p ON p.id = b.project_id
     WHERE b.company_id = c.company_id AND p.company_id = :client AND p.bids_opened_at IS NOT NULL
       AND b.status NOT IN ('draft', 'submitted') AND (b.status <> 'withdrawn' OR b.withdrawn_at > p.bids_opened_at)
       AND (instr(b.qualification, c.id) > 0 OR EXISTS (
         SELECT 1 FROM bid_completions done WHERE done.bid_id = b.id AND instr(done.statement, c.id) > 0))))`,
)

/** The file of a certificate, for its own company and for a client who has opened a bid that names it; null for everybody else. */
export function findCertificateFile(ctx: UserContext, id: string): ServedFile | null {
  const company = companyInScope(ctx, 'company.read')
  const row = readable.first(ctx.db, { id, company, client: companyInScope(ctx, 'bids.read') })
  return row && { name: row.name, mime: row.mime, storedAs: row.storedAs, etag: row.sha256 }
}

import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { and, eq, isNotNull } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { getInvoiceFile, type InvoiceFileData } from '#app/features/einvoices/queries.server.ts'
import { openDatabase } from '#db/client.server.ts'
import { companies, companyMembers, users } from '#db/schema/accounts.ts'
import { invoices } from '#db/schema/invoices/invoicing.ts'

/** Every invoice and credit note that was issued in the demo world, seeded anew. */
export function seededInvoices(): InvoiceFileData[] {
  const folder = mkdtempSync(join(tmpdir(), 'groundwork-invoices-'))
  try {
    const env = { ...process.env, DATA_DIR: folder, APP_ENV: 'development', NODE_ENV: 'production' as const }
    execFileSync(process.execPath, ['build/seed.js'], { env, stdio: ['ignore', 'ignore', 'inherit'] })
    const db = openDatabase(join(folder, 'groundwork.db'))
    try {
      return db
        .select({ id: invoices.id, company: companies, user: users })
        .from(invoices)
        .innerJoin(companies, eq(companies.id, invoices.companyId))
        .innerJoin(companyMembers, and(eq(companyMembers.companyId, companies.id), eq(companyMembers.role, 'owner')))
        .innerJoin(users, eq(users.id, companyMembers.userId))
        .where(isNotNull(invoices.number))
        .all()
        .flatMap(({ id, company, user }) => {
          const ctx = {
            db,
            now: Date.now(),
            company,
            actor: { ...user, companyRole: 'owner', modules: {} },
          } as unknown as CompanyContext
          return getInvoiceFile(ctx, id) ?? []
        })
    } finally {
      db.$client.close()
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

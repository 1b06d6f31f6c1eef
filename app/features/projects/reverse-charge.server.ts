import { eq } from 'drizzle-orm'
import { invalid } from '#app/platform/errors.ts'
import { vatNumberOf } from '#app/platform/vat-number.server.ts'
import type { Transaction } from '#db/client.server.ts'
import { companies } from '#db/schema/accounts.ts'
import type { ProjectRow } from './project-access.server.ts'

/**
 * Refuses bidding under reverse charge to a client that cannot be charged so (PROJ-8): it depends on the buyer, which has to sell
 * construction services other than occasionally (Finnish VAT Act, section 8 c) and has a VAT number, which every such invoice states
 * (section 209 e; EN 16931, BR-AE-2).
 * @throws AppError invalid
 */
export function requireReverseCharge(
  tx: Transaction,
  project: Pick<ProjectRow, 'companyId' | 'vatTreatment' | 'sellsConstruction'>,
): void {
  if (project.vatTreatment !== 'reverse_charge') return
  if (!project.sellsConstruction) throw invalid('projectform:sellsConstructionNeeded', { field: 'sellsConstruction' })
  const { vatNumber } = companies
  const client = tx.select({ vatNumber }).from(companies).where(eq(companies.id, project.companyId)).get()
  if (!vatNumberOf(client?.vatNumber ?? ''))
    throw invalid('projects:refused.vatNumberNeeded', { field: 'vatTreatment' })
}

import { eq } from 'drizzle-orm'
import { invalid } from '#app/platform/errors.ts'
import { euPrefixOf, vatNumberOf } from '#app/platform/vat-number.server.ts'
import type { Transaction } from '#db/client.server.ts'
import { companies } from '#db/schema/accounts.ts'
import type { ProjectRow } from './project-access.server.ts'

/**
 * Refuses bidding under reverse charge to a client that cannot be charged so (PROJ-8): it depends on the buyer, which has to sell
 * construction services other than occasionally (Finnish VAT Act, section 8 c), or be a business in another EU country (Directive 2006/112/EC,
 * articles 44 and 196), and has a VAT number of Finland, or of that country, which every such invoice states (section 209 e; EN 16931, BR-AE-2).
 * @throws AppError invalid
 */
export function requireReverseCharge(
  tx: Transaction,
  project: Pick<ProjectRow, 'companyId' | 'vatTreatment' | 'sellsConstruction'>,
): void {
  const { vatTreatment } = project
  if (vatTreatment !== 'reverse_charge' && vatTreatment !== 'eu_services') return
  const isConstruction = vatTreatment === 'reverse_charge'
  if (isConstruction && !project.sellsConstruction)
    throw invalid('projectform:sellsConstructionNeeded', { field: 'sellsConstruction' })
  const { vatNumber } = companies
  const client = tx.select({ vatNumber }).from(companies).where(eq(companies.id, project.companyId)).get()
  const number = vatNumberOf(client?.vatNumber ?? '')
  if (!number) throw invalid('projects:refused.vatNumberNeeded', { field: 'vatTreatment' })
  const prefix = euPrefixOf(number)
  if (isConstruction && prefix !== 'FI') throw invalid('projectform:finnishVatNumberNeeded', { field: 'vatTreatment' })
  // The numbers of Northern Ireland are for goods.
  if (!isConstruction && (prefix === null || prefix === 'FI' || prefix === 'XI'))
    throw invalid('projectform:otherVatNumberNeeded', { field: 'vatTreatment' })
}

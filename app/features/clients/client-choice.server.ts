import type { CompanyContext } from '#app/features/accounts/context.ts'
import { getClient, listClientChoices } from './queries.server.ts'

/** The clients to choose from for an invoice, and the chosen one (`id`), or the one that its record was merged into. */
export function getClientChoice(ctx: CompanyContext, id: string | null) {
  const found = id ? getClient(ctx, id) : null
  const client = found?.mergedIntoId ? getClient(ctx, found.mergedIntoId) : found
  if (!client) return { client: null, choices: listClientChoices(ctx) }
  const { name, businessId, vatNumber, street, postalCode, city, country, email, paymentTermDays, lateInterestBp } =
    client
  const { eScheme, eAddress, eOperator } = client
  const address = { street, postalCode, city, country, email, eScheme, eAddress, eOperator }
  const buyer = { id: client.id, name, businessId, vatNumber, ...address }
  return { client: { ...buyer, paymentTermDays, lateInterestBp }, choices: listClientChoices(ctx) }
}

// verb-rule: follows from a contract that both have signed, within the rights of those who signed; clientOfBuyer writes the audit row
import { eq } from 'drizzle-orm'
import type { DurableListener } from '#db/durable-listener.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { clientOfBuyer } from './link-invoices.server.ts'

/** Puts the client of a signed contract on the provider's list of clients, before anything is invoiced (INV-16). */
export const clientListener: DurableListener = {
  name: 'clients',
  on: {
    'contract.activated': (tx, { payload }, { actor, now, requestId }) => {
      const { clientCompanyId, providerCompanyId: companyId } = payload
      const buyer = tx.select().from(companies).where(eq(companies.id, clientCompanyId)).get()
      if (!buyer) return
      const source = { actor, company: { id: companyId }, now, requestId, ip: null, via: 'job' as const }
      clientOfBuyer(tx, source, { companyId, buyerCompanyId: clientCompanyId, buyer }, 'contract')
    },
  },
}

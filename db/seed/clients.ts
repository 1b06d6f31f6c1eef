import { blankClient, type ClientContent } from '#app/features/clients/client.ts'
import { contentOf } from '#app/features/clients/client-rows.server.ts'
import { createClient } from '#app/features/clients/create-client.server.ts'
import { getClient, listClients } from '#app/features/clients/queries.server.ts'
import { updateClient } from '#app/features/clients/update-client.server.ts'
import type { People } from './people.ts'

/** What the provider knows of the clients that came with its invoices, by name. */
const known: Record<string, Partial<ClientContent>> = {
  'As Oy Tikkurilan Mäntyrinne': {
    locale: 'fi',
    phone: '+358 9 555 0110',
    ...{ eScheme: '0216', eAddress: '003712345671', eOperator: '003721291126' },
    contacts: [
      {
        name: 'Riitta Salo',
        role: 'Property manager',
        email: 'riitta.salo@mantyrinne.example',
        phone: '+358 40 555 0111',
      },
      { name: 'Jukka Laine', role: 'Chair of the board', email: 'jukka.laine@mantyrinne.example', phone: null },
    ],
    paymentTermDays: 30,
    tags: ['Housing company', 'Vantaa'],
    notes: 'Invoices need the number of the board’s decision.',
  },
  'Uudenmaan Rakennuttajat Oy': {
    contacts: [
      {
        name: 'Sami Heino',
        role: 'Site manager',
        email: 'sami.heino@uudenmaanrakennuttajat.example',
        phone: '+358 50 555 0122',
      },
    ],
    ...{ lateInterestBp: 1150, creditLimits: [{ currency: 'EUR', cents: 600_000 }], tags: ['Developer'] },
  },
  'Anna and Petri Koskinen': { tags: ['Household', 'Vantaa'] },
}

/** The records of the provider, and one that waits for its first invoice; and a client of the client company. Needs the invoices. */
export function seedClients(people: People, now: number): void {
  const ctx = { ...people.provider, now }
  for (const { id, name } of listClients(ctx, { view: 'all', q: '', tag: null, sort: 'name', after: null }).rows) {
    const row = getClient(ctx, id)
    const more = known[name]
    if (row && more) updateClient(ctx, { clientId: id, content: { ...contentOf(row), ...more } })
  }
  createClient(ctx, {
    content: {
      ...blankClient('FI'),
      ...{ name: 'Metsäkylän kunta', email: 'laskut@metsakyla.example' },
      ...{ street: 'Koulutie 2', postalCode: '01900', city: 'Nurmijärvi', locale: 'fi', tags: ['Public'] },
    },
  })
  createClient(
    { ...people.client, now },
    {
      content: {
        ...blankClient('FI'),
        ...{ name: 'Pohjolan Kiinteistöt Oy', businessId: '7654321-4', street: 'Asemakatu 9', postalCode: '90100' },
        ...{ city: 'Oulu', email: 'laskut@pohjolankiinteistot.example', tags: ['Tenant'] },
      },
    },
  )
}

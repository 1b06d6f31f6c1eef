import { expect, it } from 'vitest'
import { getInvoice } from '#app/features/invoicing/queries.server.ts'
import { formatFor } from '#app/i18n/format.ts'
import { i18nFor } from '#app/i18n/i18n.server.ts'
import { draftInvoice } from '#tests/factories/invoice.ts'
import { createPerson } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { documentFacts } from './document-texts.ts'
import { noDetails } from './invoice-content.ts'

it('names the country of a place that is not in the seller’s', () => {
  const ctx = createPerson(testDatabase())
  const site = { name: 'Warehouse', street: 'Havnegata 2', postalCode: '0150', city: 'Oslo', country: 'NO' }
  const home = { ...site, street: 'Satamakatu 2', postalCode: '00160', city: 'Helsinki', country: 'FI' }
  const { getFixedT } = i18nFor('en')
  const [t, tParts] = [getFixedT(null, 'invoicing'), getFixedT(null, 'invoiceparts')]
  const placeOf = (deliverySite: typeof site) => {
    const id = draftInvoice(ctx, { details: { ...noDetails, deliverySite } })
    const document = getInvoice(ctx, id)?.document
    if (!document) throw new Error('no invoice')
    const facts = documentFacts(document, { t, tParts, format: formatFor('en', 'UTC') })
    return facts.find(([term]) => term === tParts('document.site'))?.[1]
  }
  expect([placeOf(site), placeOf(home)]).toEqual([
    'Warehouse, Havnegata 2, 0150 Oslo, Norway',
    'Warehouse, Satamakatu 2, 00160 Helsinki',
  ])
})

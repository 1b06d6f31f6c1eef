import type { ClientContact, CreditLimit } from '#db/schema/clients.ts'
import type { BuyerKind } from '#db/vocabulary/invoicing.ts'

/** What a client's record says, without how it came and what became of it. */
export type ClientContent = {
  name: string
  businessId: string | null
  vatNumber: string | null
  buysAs: BuyerKind | null
  street: string | null
  postalCode: string | null
  city: string | null
  country: string
  locale: string | null
  email: string | null
  phone: string | null
  eScheme: string | null
  eAddress: string | null
  eOperator: string | null
  contacts: ClientContact[]
  paymentTermDays: number | null
  lateInterestBp: number | null
  creditLimits: CreditLimit[]
  tags: string[]
  notes: string
}

/** Of one record. */
export const clientLimits = { contacts: 20, tags: 20, tagLength: 40, notes: 5000 }
/** Of one company. */
export const maxClients = 20_000

/** A client of whom nothing but this is known. */
export const blankClient = (country: string): ClientContent => ({
  ...{ name: '', businessId: null, vatNumber: null, street: null, postalCode: null, city: null, country },
  ...{ buysAs: null, locale: null, email: null, phone: null, eScheme: null, eAddress: null, eOperator: null },
  ...{ contacts: [], paymentTermDays: null, lateInterestBp: null, creditLimits: [], tags: [], notes: '' },
})

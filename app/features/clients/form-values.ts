import { decimalText } from '#app/platform/money.ts'
import type { ClientContent } from './client.ts'

export type ContactValues = { name: string; role: string; email: string; phone: string }
export type LimitValues = { currency: string; amount: string }

/** Initial values of a client's form, as strings. */
export type ClientFormValues = {
  [Name in
    | 'name'
    | 'businessId'
    | 'vatNumber'
    | 'buysAs'
    | 'street'
    | 'postalCode'
    | 'city'
    | 'country'
    | 'locale'
    | 'email'
    | 'phone'
    | 'eScheme'
    | 'eAddress'
    | 'eOperator'
    | 'paymentTermDays'
    | 'lateInterest'
    | 'tags'
    | 'notes']: string
} & { contacts: ContactValues[]; creditLimits: LimitValues[] }

export const blankContact: ContactValues = { name: '', role: '', email: '', phone: '' }

export function clientFormValues(content: ClientContent, mark: { decimalMark: ',' | '.' }): ClientFormValues {
  const amount = (cents: number) => decimalText(cents).replace('.', mark.decimalMark)
  const { contacts, creditLimits, tags, paymentTermDays, lateInterestBp, ...texts } = content
  const text = <Name extends keyof typeof texts>(name: Name): string => texts[name] ?? ''
  return {
    ...{ name: text('name'), businessId: text('businessId'), vatNumber: text('vatNumber'), street: text('street') },
    ...{
      buysAs: text('buysAs'),
      postalCode: text('postalCode'),
      city: text('city'),
      country: text('country'),
      locale: text('locale'),
    },
    ...{ email: text('email'), phone: text('phone'), eScheme: text('eScheme'), eAddress: text('eAddress') },
    ...{ eOperator: text('eOperator'), notes: text('notes'), tags: tags.join(', ') },
    paymentTermDays: paymentTermDays === null ? '' : String(paymentTermDays),
    lateInterest: lateInterestBp === null ? '' : amount(lateInterestBp),
    contacts: contacts.map(({ name, role, email, phone }) => ({
      ...{ name, role: role ?? '', email: email ?? '', phone: phone ?? '' },
    })),
    creditLimits:
      creditLimits.length > 0
        ? creditLimits.map(({ currency, cents }) => ({ currency, amount: amount(cents) }))
        : [{ currency: 'EUR', amount: '' }],
  }
}

import { blankContact, type ClientFormValues, type ContactValues } from '#app/features/clients/form-values.ts'
import { normalizeForSearch } from '#app/platform/text/normalize-for-search.ts'
import type { ImportedClient, ImportedPerson } from './imported-client.ts'

/** What a cell of credit limits says: `6000.00 EUR; 10 SEK`. What is no amount is kept, for the form's own check to refuse. */
function limitsOf(text: string): ClientFormValues['creditLimits'] {
  return text.split(';').flatMap((part) => {
    if (part.trim() === '') return []
    const [, amount = part.trim(), currency = ''] = /^\s*(.*?)\s*([A-Za-z]{3})\s*$/.exec(part) ?? []
    return [{ currency: currency.toUpperCase(), amount: pointed(amount) }]
  })
}

/** A number with a decimal point, and without a percent sign. */
const pointed = (text: string): string =>
  text
    .replace(/%\s*$/, '')
    .trim()
    .replace(/^(-?\d+),(\d{1,2})$/, '$1.$2')

const isSamePerson = (one: ContactValues, { name, email }: ImportedPerson): boolean =>
  one.email !== '' && email !== ''
    ? one.email.toLowerCase() === email.toLowerCase()
    : normalizeForSearch(one.name) === normalizeForSearch(name)

/**
 * A record with what a file says of it, as the fields of its form. What the file does not say stays; people that it names are added, or
 * completed where their email, or without one their name, is known. `lines` has the line of each person, null for those that the file does not name.
 */
export function overlay(
  stored: ClientFormValues,
  { cells, people }: ImportedClient,
): { values: ClientFormValues; lines: (number | null)[] } {
  const { creditLimits, lateInterest, eScheme, ...texts } = cells
  const values: ClientFormValues = {
    ...{ ...stored, ...texts },
    ...(lateInterest && { lateInterest: decimals(pointed(lateInterest), stored.lateInterest) }),
    ...(creditLimits && { creditLimits: limitsOf(creditLimits) }),
    // A spreadsheet takes it for a number, and leaves out the zeros that it begins with.
    ...(eScheme && { eScheme: /^\d{1,3}$/.test(eScheme) ? eScheme.padStart(4, '0') : eScheme }),
    contacts: [...stored.contacts],
  }
  const lines: (number | null)[] = values.contacts.map(() => null)
  for (const person of people) {
    const { line, ...said } = person
    const known = values.contacts.findIndex((one) => isSamePerson(one, person))
    const at = known < 0 ? values.contacts.length : known
    const given = Object.fromEntries(Object.entries(said).filter(([, text]) => text !== ''))
    values.contacts[at] = { ...(values.contacts[known] ?? blankContact), ...given }
    lines[at] = line
  }
  return { values, lines }
}

/** `11.5` for the stored `11.50`. */
const decimals = (given: string, stored: string): string =>
  stored !== '' && Number(given) === Number(stored) ? stored : given

import { type ClientContent, clientLimits } from '#app/features/clients/client.ts'

/** What is chosen between two records; each with the columns that go together. */
export const choices = {
  name: ['name'],
  businessId: ['businessId'],
  vatNumber: ['vatNumber'],
  buysAs: ['buysAs'],
  address: ['street', 'postalCode', 'city', 'country'],
  email: ['email'],
  phone: ['phone'],
  locale: ['locale'],
  eAddress: ['eScheme', 'eAddress', 'eOperator'],
  paymentTermDays: ['paymentTermDays'],
  lateInterest: ['lateInterestBp'],
  creditLimits: ['creditLimits'],
} as const satisfies Record<string, readonly (keyof ClientContent)[]>
export type Choice = keyof typeof choices
export const choiceNames = Object.keys(choices) as Choice[]
/** The record whose value stays. */
export type Side = 'kept' | 'other'

const said = (content: ClientContent, choice: Choice) => choices[choice].map((column) => content[column])
const isEmpty = (content: ClientContent, choice: Choice) =>
  said(content, choice).every((value) => value === null || (Array.isArray(value) && value.length === 0))

/** Whether two records say different things, so that one chooses. */
export const isChosen = (choice: Choice, kept: ClientContent, other: ClientContent): boolean =>
  JSON.stringify(said(kept, choice)) !== JSON.stringify(said(other, choice))

/** What is chosen at first: what the kept record says, or where it says nothing, the other. An address without a street or a town says nothing. */
export function firstChoice(choice: Choice, kept: ClientContent, other: ClientContent): Side {
  if (choice === 'address') return kept.street || kept.postalCode || kept.city ? 'kept' : 'other'
  return isEmpty(kept, choice) && !isEmpty(other, choice) ? 'other' : 'kept'
}

/** Two records as one: what was chosen, and the people, tags and notes of both. Null where that is more than a record can have. */
export function mergedContent(
  kept: ClientContent,
  other: ClientContent,
  sides: Partial<Record<Choice, Side>>,
): ClientContent | null {
  const chosen = choiceNames
    .filter((choice) => sides[choice] === 'other')
    .flatMap((choice) => choices[choice].map((column) => [column, other[column]] as const))
  const contacts = unique([...kept.contacts, ...other.contacts], ({ name, email, phone }) =>
    JSON.stringify([name.toLowerCase(), email?.toLowerCase() ?? null, phone]),
  )
  const tags = unique([...kept.tags, ...other.tags], (tag) => tag.toLowerCase())
  const notes = unique([kept.notes, other.notes].filter(Boolean), (note) => note).join('\n\n')
  const fits =
    contacts.length <= clientLimits.contacts && tags.length <= clientLimits.tags && notes.length <= clientLimits.notes
  return fits ? { ...kept, ...Object.fromEntries(chosen), contacts, tags, notes } : null
}

/** Without repetitions, the first of each. */
const unique = <Value>(values: readonly Value[], keyOf: (value: Value) => string): Value[] =>
  [...new Map(values.toReversed().map((value) => [keyOf(value), value] as const)).values()].toReversed()

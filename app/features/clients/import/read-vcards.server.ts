import ICAL from 'ical.js'
import { nameKey } from '#app/features/clients/client-rows.server.ts'
import { invalid } from '#app/platform/errors.ts'
import { decodeText } from '#app/platform/tables/read-table.server.ts'
import type { ImportedClient, ImportedPerson, OwnColumn } from './imported-client.ts'

const maxCards = 1000
/** Characters of one property; notes have at most 5,000, and the library takes long over a property with very many parameters. */
const maxProperty = 20_000

/** A property as the library reads it: name, parameters, type, and its values, of which one with parts is a list. */
type Property = [name: string, params: Record<string, unknown>, type: string, ...values: unknown[]]
type Card = { line: number; properties: Property[] }

const refuse = (problem: string, line: number, params: Record<string, string | number> = {}) =>
  invalid(`clientimport:refused.${problem}`, { field: 'files', params: { line, ...params } })

/**
 * The clients of a file of vCards, 3.0 (RFC 2426) or 4.0 (RFC 6350): organizations, and people without one. A person of an
 * organization is one of its people; where the file has no card of it, the person's address is the organization's.
 * @throws AppError invalid for what is no vCard, with its line, and for more than 1,000 of them
 */
export function readVcards(bytes: Uint8Array): ImportedClient[] {
  const cards = cardsOf(decodeText(bytes)).filter((card) => textOf(card, 'kind').toLowerCase() !== 'group')
  const organizations = new Map<string, ImportedClient>()
  const clients: ImportedClient[] = []
  const add = (client: ImportedClient) => clients.push(client)
  for (const card of cards.filter(isOrganization)) {
    const client = clientOf(card, nameOf(card) || organizationOf(card))
    const key = nameKey(client.cells.name ?? '')
    if (!organizations.has(key)) organizations.set(key, client)
    add(client)
  }
  for (const card of cards.filter((one) => !isOrganization(one))) {
    const organization = organizationOf(card)
    if (organization === '') {
      add(clientOf(card, nameOf(card)))
      continue
    }
    const key = nameKey(organization)
    let client = organizations.get(key)
    if (!client) {
      client = { line: card.line, cells: { name: organization, ...addressOf(card) }, people: [] }
      organizations.set(key, client)
      add(client)
    }
    client.people.push(personOf(card))
  }
  return clients.sort((one, other) => one.line - other.line)
}

/** The cards of a file, each read by itself, so that what is broken has a line. */
function cardsOf(text: string): Card[] {
  const lines = text.split(/\r\n?|\n/)
  const cards: Card[] = []
  let start = -1
  for (const [index, line] of lines.entries()) {
    const isBegin = /^BEGIN:VCARD\s*$/i.test(line)
    if (start < 0) {
      if (line.trim() === '') continue
      if (!isBegin) throw refuse('noVcard', index + 1)
      if (cards.length >= maxCards) throw refuse('tooManyCards', index + 1)
      start = index
    } else if (isBegin) throw refuse('cardOpen', start + 1)
    else if (/^END:VCARD\s*$/i.test(line)) {
      cards.push({ line: start + 1, properties: propertiesOf(lines.slice(start + 1, index), start + 2) })
      start = -1
    }
  }
  if (start >= 0) throw refuse('cardOpen', start + 1)
  if (cards.length === 0) throw refuse('noVcard', 1)
  return cards
}

/** Pictures, sounds and keys: nothing of a client, and most of a file. */
const skipped = /^(?:[\w-]+\.)?(?:PHOTO|LOGO|SOUND|KEY)[;:]/i

function propertiesOf(lines: readonly string[], firstLine: number): Property[] {
  const logical: { line: number; text: string }[] = []
  for (const [index, text] of lines.entries()) {
    const last = logical.at(-1)
    if (/^[ \t]/.test(text) && last) last.text += text.slice(1)
    else if (text.trim() !== '') logical.push({ line: firstLine + index, text })
  }
  const version = logical
    .find(({ text }) => /^VERSION:/i.test(text))
    ?.text.slice('VERSION:'.length)
    .trim()
  if (version !== '3.0' && version !== '4.0')
    throw refuse('cardVersion', firstLine - 1, { version: version?.slice(0, 20) || '–' })
  const read = (of: readonly { text: string }[]) => {
    const body = of.map(({ text }) => text).join('\r\n')
    return ICAL.parse(`BEGIN:VCARD\r\nVERSION:${version}\r\n${body}\r\nEND:VCARD`) as unknown as [string, Property[]]
  }
  const wanted = logical.filter(({ text }) => !skipped.test(text) && !/^VERSION:/i.test(text))
  const long = wanted.find(({ text }) => text.length > maxProperty)
  if (long) throw refuse('cardBroken', long.line)
  try {
    const [, properties] = read(wanted)
    return properties
  } catch {
    const broken = wanted.find((one) => {
      try {
        return read([one]) === null
      } catch {
        return true
      }
    })
    throw refuse('cardBroken', broken?.line ?? firstLine - 1)
  }
}

/** A text of a property, without what a URI begins with; of a list its parts. */
const partsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.flatMap(partsOf) : [plainText(String(value ?? ''))]

/** Without the backslash that the library leaves before these two where a property of another type would have parts (RFC 6350, 3.4). */
const plainText = (text: string): string =>
  text
    .replace(/^(?:tel|mailto):/i, '')
    .replace(/\\([;,])/g, '$1')
    .trim()

const isPreferred = ([, params]: Property) =>
  params.pref !== undefined || /(?:^|,)pref(?:,|$)/i.test([params.type ?? ''].flat().join(','))

/** The preferred of a card's properties of a name, or its first. */
const find = ({ properties }: Card, name: string): Property | undefined => {
  const all = properties.filter(([one]) => one === name)
  return all.find(isPreferred) ?? all[0]
}
const textOf = (card: Card, name: string): string => partsOf(find(card, name)?.[3])[0] ?? ''
const organizationOf = (card: Card): string => textOf(card, 'org')

function nameOf(card: Card): string {
  const full = textOf(card, 'fn')
  if (full !== '') return full
  const [family = '', given = ''] = partsOf(find(card, 'n')?.[3])
  return `${given} ${family}`.trim()
}

/** As 4.0 says it, as address books of Apple do, or a card in the organization's own name. */
const isOrganization = (card: Card): boolean =>
  /^org$/i.test(textOf(card, 'kind')) ||
  /^company$/i.test(textOf(card, 'x-abshowas')) ||
  (organizationOf(card) !== '' && nameKey(organizationOf(card)) === nameKey(nameOf(card)))

function addressOf(card: Card): Partial<Record<OwnColumn, string>> {
  const parts = find(card, 'adr')?.[3]
  if (!Array.isArray(parts)) return {}
  const [box, extended, street, city, , postalCode, country] = parts.map((part) =>
    partsOf(part).filter(Boolean).join(', '),
  )
  const where = [street, extended, box].filter(Boolean).join(', ')
  return said({ street: where, postalCode, city, country })
}

function clientOf(card: Card, name: string): ImportedClient {
  const tags = card.properties.filter(([one]) => one === 'categories').flatMap(([, , , ...values]) => partsOf(values))
  const cells = said({
    ...{ name, businessId: textOf(card, 'x-business-id'), vatNumber: textOf(card, 'x-vat-number') },
    ...{ locale: textOf(card, 'lang'), email: textOf(card, 'email'), phone: textOf(card, 'tel') },
    ...{ tags: tags.join(', '), notes: textOf(card, 'note') },
  })
  return { line: card.line, cells: { ...cells, ...addressOf(card) }, people: [] }
}

const personOf = (card: Card): ImportedPerson => ({
  ...{ line: card.line, name: nameOf(card), role: textOf(card, 'title') || textOf(card, 'role') },
  ...{ email: textOf(card, 'email'), phone: textOf(card, 'tel') },
})

const said = (cells: Partial<Record<OwnColumn, string | undefined>>) =>
  Object.fromEntries(Object.entries(cells).filter(([, text]) => text)) as Partial<Record<OwnColumn, string>>

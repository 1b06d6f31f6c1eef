import type { ClientContent } from '#app/features/clients/client.ts'
import { productName } from '#app/platform/product.ts'

type Carded = ClientContent & { id: string; updatedAt: number }

/**
 * Clients as vCards 4.0 (RFC 6350): each as an organization, and each of its people as an individual of it. The company's own notes, tags
 * and limits are left out, because cards are passed on.
 */
export const vcardText = (clients: readonly Carded[], countryName: (code: string) => string): string =>
  clients.flatMap((client) => cardsOf(client, countryName)).join('')

function cardsOf(client: Carded, countryName: (code: string) => string): string[] {
  const { id, name, businessId, vatNumber, street, postalCode, city, country, email, phone, locale } = client
  const address = ['', '', street ?? '', city ?? '', '', postalCode ?? '', countryName(country)]
  const shared = [
    line('ADR;TYPE=work', address.map(escaped).join(';')),
    line('REV', new Date(client.updatedAt).toISOString().replace(/[-:]|\.\d+/g, '')),
  ]
  const organization = [
    line('UID', `urn:uuid:${id}`),
    line('KIND', 'org'),
    ...texts({ FN: name, ORG: name, EMAIL: email, TEL: phone, LANG: locale }),
    ...texts({ 'X-BUSINESS-ID': businessId, 'X-VAT-NUMBER': vatNumber }),
  ]
  const people = client.contacts.map((person) => [
    line('KIND', 'individual'),
    ...texts({ FN: person.name, ORG: name, TITLE: person.role }),
    ...texts({ 'EMAIL;TYPE=work': person.email, 'TEL;TYPE=work': person.phone }),
  ])
  return [organization, ...people].map((lines) =>
    [
      'BEGIN:VCARD\r\nVERSION:4.0\r\n',
      line('PRODID', `-//${productName}//Clients//EN`),
      ...lines,
      ...shared,
      'END:VCARD\r\n',
    ].join(''),
  )
}

const texts = (properties: Record<string, string | null>): string[] =>
  Object.entries(properties).flatMap(([name, value]) => (value ? [line(name, escaped(value))] : []))

/** Backslash, comma, semicolon and line end stand for themselves behind a backslash (RFC 6350, 3.4). */
const escaped = (text: string): string => text.replace(/[\\,;]/g, '\\$&').replace(/\r\n?|\n/g, '\\n')

const maxBytes = 75

/** A content line, folded so that none has more than 75 octets, and none ends within a character (RFC 6350, 3.2). */
function line(name: string, value: string): string {
  let folded = ''
  let length = 0
  for (const character of `${name}:${value}`) {
    const size = Buffer.byteLength(character)
    if (length + size > maxBytes) {
      folded += '\r\n '
      length = 1
    }
    folded += character
    length += size
  }
  return `${folded}\r\n`
}

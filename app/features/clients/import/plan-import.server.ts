import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { companyInScope } from '#app/features/accounts/module-scope.server.ts'
import { blankClient, type ClientContent } from '#app/features/clients/client.ts'
import { type ClientRow, contentOf, nameKey } from '#app/features/clients/client-rows.server.ts'
import type { ClientColumn } from '#app/features/clients/files/client-columns.server.ts'
import { type ClientFormValues, clientFormValues } from '#app/features/clients/form-values.ts'
import { areDifferent, type Candidate, type DoubleReason, keysOf } from '#app/features/clients/merging/doubles.ts'
import { clientSchema } from '#app/features/clients/schemas.server.ts'
import { businessIdOf } from '#app/features/team/business-id.server.ts'
import { vatNumberOf } from '#app/platform/vat-number.server.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { clients } from '#db/schema/clients.ts'
import type { ImportedClient } from './imported-client.ts'
import { countryCodeOf, localeCodeOf } from './names.server.ts'
import { overlay } from './overlay.ts'

/** What is wrong with a client of a file: the line, the column, and a translation key with parameters. */
export type ImportProblem = {
  line: number
  column: ClientColumn | null
  message: string
  params?: Record<string, string | number>
}

/** What an import would do with one client of a file. */
export type PlannedClient = {
  line: number
  name: string
  /** The record that it is, and by what it is known. */
  known: { row: ClientRow; reason: DoubleReason } | null
} & (
  | { state: 'new'; content: ClientContent }
  | {
      state: 'update'
      content: ClientContent
      changes: { field: keyof ClientContent; before: string; after: string }[]
    }
  | { state: 'same' }
  | { state: 'problem'; problems: ImportProblem[] }
)

type Standing = Candidate & { sortName: string; postalCode: string | null }

/**
 * Compares the clients of a file with those of the company: the same VAT number or business id, or without different ones the same email (of
 * several the one with the same name), or the same name where neither email nor postal code differ. What cannot be told apart is a problem, and so is
 * a client that the file has twice. Texts are checked as the form's are.
 */
export function planImport(
  tx: Database | Transaction,
  ctx: CompanyContext,
  imported: readonly ImportedClient[],
): PlannedClient[] {
  const companyId = companyInScope(ctx, 'clients.read') ?? ''
  const home = tx.select({ country: companies.country }).from(companies).where(eq(companies.id, ctx.company.id)).get()
  const find = finder(standingOf(tx, companyId))
  const found = imported.map((client) => {
    const one = candidateOf(client, home?.country ?? 'FI')
    return { client, one, match: find(one, client.cells.postalCode ?? null) }
  })
  const rows = rowsOf(
    tx,
    companyId,
    found.flatMap(({ match }) => (match && match !== 'several' ? [match.id] : [])),
  )
  const lineOf = new Map<string, number>()
  const schema = clientSchema({ locale: 'en', timeZone: 'UTC', decimalMark: '.' })
  return found.map(({ client, one, match }): PlannedClient => {
    const of = { line: client.line, name: (client.cells.name ?? '').slice(0, 200) }
    const fail = (problems: ImportProblem[], known: PlannedClient['known'] = null): PlannedClient => ({
      ...{ ...of, known, state: 'problem', problems },
    })
    if (match === 'several') return fail([{ line: of.line, column: null, message: 'clientimport:problem.several' }])
    const row = match ? rows.get(match.id) : undefined
    const known = match && row ? { row, reason: match.reason } : null
    const keys = [known?.row.id, keysOf.businessId(one), keysOf.vatNumber(one)].filter((key) => key != null)
    const earlier = keys.map((key) => lineOf.get(key)).find((line) => line !== undefined)
    if (earlier !== undefined)
      return fail([{ line: of.line, column: null, message: 'clientimport:problem.twice', params: { earlier } }], known)
    for (const key of keys) lineOf.set(key, of.line)
    const stored = known ? contentOf(known.row) : blankClient(one.country)
    const before = clientFormValues(stored, { decimalMark: '.' })
    const { values, lines } = overlay(before, withCodes(client, one.country))
    if (known && JSON.stringify(values) === JSON.stringify(before)) return { ...of, known, state: 'same' }
    const parsed = schema.safeParse(inputOf(values))
    if (!parsed.success)
      return fail(
        parsed.error.issues.map(({ path, message }) => problemOf(path, message, of.line, lines)),
        known,
      )
    const { content } = parsed.data
    if (!known) return { ...of, known, state: 'new', content }
    const [was, becomes] = [shownOf(stored, content), shownOf(content, stored)]
    const changes = (Object.keys(content) as (keyof ClientContent)[])
      .filter((name) => JSON.stringify(content[name]) !== JSON.stringify(stored[name]))
      .map((field) => ({ field, before: was[field], after: becomes[field] }))
    return changes.length === 0 ? { ...of, known, state: 'same' } : { ...of, known, state: 'update', content, changes }
  })
}

/** What identifies a client of a file, in the form in which it is stored. */
function candidateOf({ cells }: ImportedClient, home: string): Candidate {
  const { name = '', businessId, vatNumber, email = null } = cells
  const country = cells.country ? countryCodeOf(cells.country) : home
  const ids = {
    businessId: businessId ? businessIdOf(businessId, country) : null,
    vatNumber: vatNumber ? vatNumberOf(vatNumber) : null,
  }
  return { id: '', name, email, country, ...ids, linkedCompanyId: null }
}

const withCodes = (client: ImportedClient, country: string): ImportedClient => {
  const { country: given, locale, ...cells } = client.cells
  const codes = { ...(given && { country }), ...(locale && { locale: localeCodeOf(locale) }) }
  return { ...client, cells: { ...cells, ...codes } }
}

function standingOf(tx: Database | Transaction, companyId: string): Standing[] {
  const { id, name, businessId, vatNumber, email, country, linkedCompanyId, sortName, postalCode } = clients
  return tx
    .select({ id, name, businessId, vatNumber, email, country, linkedCompanyId, sortName, postalCode })
    .from(clients)
    .where(and(eq(clients.companyId, companyId), isNull(clients.mergedIntoId)))
    .orderBy(clients.id)
    .all()
}

function rowsOf(tx: Database | Transaction, companyId: string, ids: readonly string[]): Map<string, ClientRow> {
  const own = and(eq(clients.companyId, companyId), inArray(clients.id, [...new Set(ids)]))
  return new Map(
    tx
      .select()
      .from(clients)
      .where(own)
      .all()
      .map((row) => [row.id, row]),
  )
}

/** The surest first; the first two are numbers. */
const reasons: readonly DoubleReason[] = ['vatNumber', 'businessId', 'email', 'name']

/** Finds the record of a client: null without one, `several` where more than one could be it. */
function finder(standing: readonly Standing[]) {
  const keyOf = (reason: DoubleReason, one: Candidate) => (reason === 'name' ? nameKey(one.name) : keysOf[reason](one))
  const index = new Map(reasons.map((reason) => [reason, new Map<string, Standing[]>()]))
  for (const one of standing)
    for (const [reason, known] of index) {
      const key = keyOf(reason, one)
      if (!key) continue
      const same = known.get(key)
      if (same) same.push(one)
      else known.set(key, [one])
    }
  const fitting = (reason: DoubleReason, one: Candidate): Standing[] => {
    const key = keyOf(reason, one)
    return key ? (index.get(reason)?.get(key) ?? []).filter((other) => !areDifferent(one, other)) : []
  }
  return (one: Candidate, postalCode: string | null): { id: string; reason: DoubleReason } | 'several' | null => {
    const numbered = reasons
      .slice(0, 2)
      .flatMap((reason) => fitting(reason, one).map((other) => ({ id: other.id, reason })))
    if (numbered.some(({ id }) => id !== numbered[0]?.id)) return 'several'
    if (numbered[0]) return numbered[0]
    for (const reason of reasons.slice(2)) {
      const found = fitting(reason, one).filter((other) => reason !== 'name' || mayBe(one, postalCode, other))
      const named = found.length > 1 ? found.filter((other) => nameKey(one.name) === other.sortName) : found
      const [only] = named
      if (only && named.length === 1) return { id: only.id, reason }
      if (found.length > 1) return 'several'
    }
    return null
  }
}

/** Whether two of one name can be one: with different emails or postal codes they are not. */
function mayBe(one: Candidate, postalCode: string | null, other: Standing): boolean {
  const plain = (text: string | null) => (text ?? '').replace(/\s+/g, '').toLowerCase()
  const differs = (a: string | null, b: string | null) => plain(a) !== '' && plain(b) !== '' && plain(a) !== plain(b)
  return !differs(one.email, other.email) && !differs(postalCode, other.postalCode)
}

/** What a record says, each field as one text; of its people those that `other` does not have just so. */
function shownOf(content: ClientContent, other: ClientContent): Record<keyof ClientContent, string> {
  const { contacts, creditLimits, lateInterest, ...texts } = clientFormValues(content, { decimalMark: '.' })
  const others = new Set(other.contacts.map(textOfPerson))
  return {
    ...texts,
    lateInterestBp: lateInterest,
    contacts: contacts
      .map(textOfPerson)
      .filter((person) => !others.has(person))
      .join('; '),
    creditLimits: creditLimits.flatMap(({ amount, currency }) => (amount ? `${amount} ${currency}` : [])).join('; '),
  }
}

const textOfPerson = ({ name, role, email, phone }: ClientContent['contacts'][number]): string =>
  [name, role, email, phone].filter(Boolean).join(', ')

/** Fields as a form sends them: what is empty is not there. */
function inputOf({ contacts, creditLimits, ...texts }: ClientFormValues): unknown {
  const filled = (fields: Record<string, string>) =>
    Object.fromEntries(Object.entries(fields).filter(([, text]) => text !== ''))
  return { ...filled(texts), contacts: contacts.map(filled), creditLimits: creditLimits.map(filled) }
}

const contactColumns: Record<string, ClientColumn> = {
  name: 'contactName',
  role: 'contactRole',
  email: 'contactEmail',
  phone: 'contactPhone',
}

function problemOf(
  [field, index, part]: PropertyKey[],
  message: string,
  line: number,
  lines: readonly (number | null)[],
): ImportProblem {
  if (field !== 'contacts' || typeof index !== 'number')
    return { line, column: field === 'contacts' ? 'contactName' : (field as ClientColumn), message }
  return { line: lines[index] ?? line, column: contactColumns[String(part)] ?? 'contactName', message }
}

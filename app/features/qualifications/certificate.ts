import { type CertificateKind, insuredKinds, isStatutory } from '#db/vocabulary/qualifications.ts'

/** The days of a certificate, YYYY-MM-DD. */
export type Dated = { kind: CertificateKind; issuedOn: string; validUntil: string | null }

/** How many months old an extract or a certificate may be when the contract is concluded (Act 1233/2006, section 5). */
export const maxAgeMonths = 3
/**
 * How many months an insurance without an end date counts from its issue. By trade custom, as no statute says so: a policy of a company
 * runs for a year at a time, at whose end either side can end or change it.
 */
export const maxPolicyMonths = 12
/** Whoever keeps a certificate is told so many days before it ends. */
export const reminderDays = 30

/** The same day so many months later, or the last day of that month where it has no such day. Both are YYYY-MM-DD. */
export function monthsAfter(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const lastOfMonth = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, lastOfMonth))).toISOString().slice(0, 10)
}

/** The day so many days later. Both are YYYY-MM-DD. */
export const daysAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/** The last day on which a certificate is young enough for a contract; null for kinds whose age nothing limits. */
export const youngUntil = ({ kind, issuedOn }: Pick<Dated, 'kind' | 'issuedOn'>): string | null =>
  isStatutory(kind) ? monthsAfter(issuedOn, maxAgeMonths) : null

/** The last day that a certificate names, or, for an insurance that was added without one, a year after its issue; null where neither holds. */
export const lastDayOf = ({ kind, issuedOn, validUntil }: Dated): string | null =>
  validUntil ?? (insuredKinds.includes(kind) ? monthsAfter(issuedOn, maxPolicyMonths) : null)

export type CertificateState = 'valid' | 'ending' | 'expired' | 'tooOld' | 'notYet'

/** Whether a certificate can be relied on when a contract is concluded on a day (YYYY-MM-DD). */
export function certificateState(certificate: Dated, day: string): CertificateState {
  const { issuedOn } = certificate
  const lastDay = lastDayOf(certificate)
  const young = youngUntil(certificate)
  if (day < issuedOn) return 'notYet'
  if (lastDay !== null && day > lastDay) return 'expired'
  if (young !== null && day > young) return 'tooOld'
  return lastDay !== null && daysAfter(day, reminderDays) >= lastDay ? 'ending' : 'valid'
}

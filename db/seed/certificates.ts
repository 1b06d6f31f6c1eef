import type { CompanyContext } from '#app/features/accounts/context.ts'
import { addCertificate, type NewCertificate } from '#app/features/qualifications/add-certificate.server.ts'
import { daysAfter } from '#app/features/qualifications/certificate.ts'
import { businessDay } from '#app/platform/business-day.ts'
import { type CertificateKind, insuredKinds } from '#db/vocabulary/qualifications.ts'
import type { People } from './people.ts'
import { storedText } from './stored-text.ts'

type Seeded = {
  kind: CertificateKind
  issuer: string
  number?: string
  label?: string
  issuedDaysAgo: number
  validDays?: number
  sumCents?: number
}

const ofProvider: Seeded[] = [
  { kind: 'trade_register', issuer: 'Patentti- ja rekisterihallitus', issuedDaysAgo: 24 },
  { kind: 'tax_registers', issuer: 'Verohallinto', issuedDaysAgo: 24 },
  { kind: 'tax_debt', issuer: 'Verohallinto', issuedDaysAgo: 24 },
  {
    kind: 'pension_insurance',
    issuer: 'Keskinäinen Eläkevakuutusyhtiö Ilmarinen',
    issuedDaysAgo: 31,
    number: '47-1180926',
  },
  { kind: 'accident_insurance', issuer: 'LähiTapiola', issuedDaysAgo: 31, validDays: 365, number: '338-6120417' },
  { kind: 'collective_agreement', issuer: 'Vantaan Runko Oy', issuedDaysAgo: 40 },
  { kind: 'occupational_health', issuer: 'Terveystalo', issuedDaysAgo: 40 },
  {
    kind: 'liability_insurance',
    issuer: 'LähiTapiola',
    issuedDaysAgo: 340,
    validDays: 365,
    sumCents: 100_000_000,
    number: '338-6120418',
  },
  { kind: 'works_insurance', issuer: 'LähiTapiola', issuedDaysAgo: 120, validDays: 365, sumCents: 250_000_000 },
  { kind: 'other', label: 'RALA-pätevyys', issuer: 'Rakentamisen Laatu RALA ry', issuedDaysAgo: 200, validDays: 365 },
]

const ofBathrooms: Seeded[] = [
  { kind: 'tax_debt', issuer: 'Verohallinto', issuedDaysAgo: 110 },
  { kind: 'liability_insurance', issuer: 'Pohjola Vakuutus', issuedDaysAgo: 20, validDays: 365, sumCents: 50_000_000 },
]

/** The certificates of two contractors: one has all that a client may ask for, and an insurance that ends soon; the other lacks some. */
export async function seedCertificates(people: People, now: number): Promise<void> {
  for (const one of ofProvider) await seedCertificate({ ...people.provider, now }, one)
  for (const one of ofBathrooms) await seedCertificate({ ...people.bathrooms, now }, one)
}

async function seedCertificate(
  ctx: CompanyContext,
  { issuedDaysAgo, validDays, sumCents, ...of }: Seeded,
): Promise<void> {
  const issuedOn = daysAfter(businessDay(ctx.now), -issuedDaysAgo)
  const isInsured = insuredKinds.includes(of.kind)
  const certificate: NewCertificate = {
    ...{ kind: of.kind, issuer: of.issuer, issuedOn, label: of.label ?? null, number: of.number ?? null },
    validUntil: validDays === undefined ? null : daysAfter(issuedOn, validDays),
    sumCents: isInsured ? (sumCents ?? null) : null,
    currency: isInsured ? 'EUR' : null,
  }
  const file = await storedText(`${of.kind.replace('_', '-')}.txt`, `${of.issuer}\n${of.number ?? ''}\n${issuedOn}\n`)
  addCertificate(ctx, { ...certificate, files: [file] })
}

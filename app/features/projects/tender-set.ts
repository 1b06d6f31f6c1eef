import { localDateTimeText } from '#app/platform/local-time.ts'
import { decimalText, quantityText } from '#app/platform/money.ts'
import { type CanonicalFields, canonicalText, readRecord } from '#app/platform/text/canonical-text.ts'
import type { PriceForm } from '#db/vocabulary/projects.ts'
import type { DemandedCertificate } from '#db/vocabulary/qualifications.ts'
import { type AwardTerms, awardTermsFields } from './award-terms.ts'
import type { ProjectFields } from './project-fields.ts'
import type { Visit } from './site-visits.server.ts'

/** One version of a document. Without a file it withdraws the document. */
export type DocumentVersion = {
  documentId: string
  revision: number
  projectVersion: number
  file: { id: string; name: string; mime: string; size: number; sha256: string } | null
  /** UTC ms. */
  createdAt: number
}

/** A document with all its versions, the newest first. `number` counts the documents in the order in which they came. */
export type TenderDocument = { documentId: string; number: number; isWithdrawn: boolean; versions: DocumentVersion[] }

/** The documents that versions belong to, in the order in which they came. The order of the versions does not matter. */
export function documentsOf(versions: readonly DocumentVersion[]): TenderDocument[] {
  const byDocument = new Map<string, DocumentVersion[]>()
  const newestFirst = [...versions].sort((a, b) => b.revision - a.revision)
  for (const version of newestFirst)
    byDocument.set(version.documentId, [...(byDocument.get(version.documentId) ?? []), version])
  // The ids ascend with time (UUIDv7).
  return [...byDocument]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([documentId, of], index) => ({
      ...{ documentId, number: index + 1, versions: of },
      isWithdrawn: of[0]?.file === null,
    }))
}

export type TenderSetContent = ProjectFields & {
  projectId: string
  projectVersion: number
  currency: string
  client: { companyId: string; name: string; businessId: string | null }
  lines: readonly {
    position: number
    description: string
    quantityMilli: number
    unit: string
    priceForm: PriceForm
    /** A text without any is what it was before there were options. */
    isOption?: boolean
  }[]
  awardTerms: AwardTerms
  /** What bidders have to show. A text without any is what it was before they were kept. */
  demanded?: readonly DemandedCertificate[]
  /** When the site can be seen. A text without any is what it was before they were kept. */
  visits?: readonly Omit<Visit, 'id'>[]
  documents: readonly TenderDocument[]
  addenda: readonly { version: number; summary: string; createdAt: number }[]
  answers: readonly { number: number; question: string; answer: string; projectVersion: number; answeredAt: number }[]
}

const day = 86_400_000

/**
 * Until when questions can be asked (UTC ms): as many days before the deadline as a significant addendum leaves for bids. Information
 * that was requested in good time reaches bidders six days before the deadline at the latest (Directive 2014/24/EU, articles 53(2)
 * and 47(3)(a)).
 */
export const questionsUntil = (project: { bidDeadline: number; addendumDays: number }): number =>
  project.bidDeadline - project.addendumDays * day

/**
 * The text whose SHA-256 says what bidders were asked (PROJ-11): the request, its lines, what bids are chosen by, every version of the documents by name and
 * hash, the addenda, and the answers to questions. Version 1 had no questions, version 2 did not say who can bid; only a set that allows alternates of bidders has version 7, and of the others only one with options version 6, and of the others only one with a standstill version 5, and of the others only one with a line that is not priced by the unit version 4. Amounts are decimal numbers in the project's currency, times in UTC (ISO 8601), the deadline also in the
 * time zone in which it was set.
 */
export function canonicalTenderSet(
  set: TenderSetContent,
  version = set.variantTerms !== null
    ? 7
    : set.lines.some(({ isOption }) => isOption)
      ? 6
      : set.standstillDays > 0
        ? 5
        : set.lines.some(({ priceForm }) => priceForm !== 'unit')
          ? 4
          : 3,
): string {
  const { timeZone } = set
  return canonicalText(`groundwork-tender-set ${version}`, [
    ['project', set.projectId],
    ['project version', set.projectVersion],
    [
      'client',
      [
        [
          ['company', set.client.companyId],
          ['name', set.client.name],
          ['business id', set.client.businessId],
        ],
      ],
    ],
    ['title', set.title],
    ['description', set.description],
    ['category', set.category],
    ['location', set.location],
    ['currency', set.currency],
    ['budget', set.budgetCents === null ? null : decimalText(set.budgetCents)],
    ['bid deadline', iso(set.bidDeadline)],
    ['time zone', timeZone],
    ['bid deadline there', timeZone === null ? null : localDateTimeText(set.bidDeadline, timeZone)],
    ['questions until', version < 2 ? null : iso(questionsUntil(set))],
    ['start', set.startDate],
    ['end', set.endDate],
    ['VAT treatment', set.vatTreatment],
    ['VAT ground', set.vatGround],
    ['client deducts VAT', set.buyerDeductsVat],
    ['client sells construction', set.sellsConstruction],
    ['days after a significant addendum', set.addendumDays],
    ['bidding may close early', set.mayCloseEarly],
    ...closingFields(set),
    ['standstill, calendar days', set.standstillDays > 0 ? set.standstillDays : null],
    ['own alternates of bidders, outside the total, have to meet', set.variantTerms],
    ['bidding', version < 3 ? null : set.invitedOnly ? 'by invitation only' : 'open to everybody'],
    [
      'lines',
      set.lines.map((line) => [
        ['position', line.position],
        ['description', line.description],
        ['quantity', quantityText(line.quantityMilli)],
        ['unit', line.unit],
        ['price form', priceFormText(line.priceForm)],
        ['option outside the total', line.isOption ? true : null],
      ]),
    ],
    ['bidder bears percent of an over-run', set.overrunShareBp === null ? null : decimalText(set.overrunShareBp)],
    ['bidder gets percent of an under-run', set.underrunShareBp === null ? null : decimalText(set.underrunShareBp)],
    ...awardTermsFields(set.awardTerms),
    ['demanded certificates', set.demanded?.length ? set.demanded.map(demandedFields) : null],
    ['site visits', set.visits?.length ? set.visits.map((visit) => visitFields(visit, timeZone)) : null],
    ['documents', set.documents.flatMap(documentFields)],
    [
      'addenda',
      set.addenda.map(({ version, summary, createdAt }) => [
        ['project version', version],
        ['summary', summary],
        ['published', iso(createdAt)],
      ]),
    ],
    ['answers', version < 2 ? null : set.answers.map(answerFields)],
  ])
}

/** None where bidding does not close by itself: the text is what it was before that could be announced. */
const closingFields = ({ closesWhenAnswered }: ProjectFields): CanonicalFields =>
  closesWhenAnswered ? [['bidding closes when', 'all invited companies have bid or declined']] : []

/** How a canonical text names the form of a price; null, which stands in no text, for the usual unit price. */
export const priceFormText = (priceForm: PriceForm): string | null => (priceForm === 'unit' ? null : priceForm)

const demandedFields = ({ kind, label, minSumCents }: DemandedCertificate) =>
  [
    ['kind', kind],
    ['name', label],
    ['least sum', minSumCents === null ? null : decimalText(minSumCents)],
  ] as const

const visitFields = (visit: Omit<Visit, 'id'>, timeZone: string | null) =>
  [
    ['number', visit.number],
    ['starts', iso(visit.startsAt)],
    ['starts there', timeZone === null ? null : localDateTimeText(visit.startsAt, timeZone)],
    ['minutes long', visit.durationMinutes],
    ['place', visit.place],
    ['meeting point', visit.meetingPoint],
    ['sign up until', iso(visit.signUpUntil)],
    ['people at most', visit.maxPeople],
    ['mandatory', visit.isMandatory],
    ['cancelled', visit.cancelledAt === null ? null : iso(visit.cancelledAt)],
    ['minutes', visit.minutes],
    ['minutes published', visit.minutesAt === null ? null : iso(visit.minutesAt)],
  ] as const

/** The versions of a document, the first one first. */
function documentFields({ number, versions }: TenderDocument) {
  return versions.toReversed().map(
    ({ revision, projectVersion, file }, index) =>
      [
        ['document', number],
        ['version', revision],
        ['project version', projectVersion],
        ['name', file?.name ?? null],
        ['size', file?.size ?? null],
        ['SHA-256', file?.sha256 ?? null],
        ['status', file === null ? 'withdrawn' : index === versions.length - 1 ? 'in force' : 'superseded'],
      ] as const,
  )
}

const answerFields = ({ number, question, answer, projectVersion, answeredAt }: TenderSetContent['answers'][number]) =>
  [
    ['number', number],
    ['question', question],
    ['answer', answer],
    ['project version', projectVersion],
    ['published', iso(answeredAt)],
  ] as const

/** The client as a frozen text names it, whatever the company is called now. */
export function clientInText(text: string, companyId: string): TenderSetContent['client'] {
  const fields = readRecord(text, 'client')
  return { companyId, name: fields.get('name') ?? '', businessId: fields.get('business id') ?? null }
}

const iso = (ms: number) => new Date(ms).toISOString()

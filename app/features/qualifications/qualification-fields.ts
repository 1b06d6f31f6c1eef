import { decimalText } from '#app/platform/money.ts'
import type { CanonicalFields } from '#app/platform/text/canonical-text.ts'
import type { BidQualification, NamedCertificate } from '#db/vocabulary/qualifications.ts'
import type { QualificationItem } from './check-qualification.ts'

/** The fields of a canonical text that say what a bid answers: its requirements, and the certificates that it names, with the hashes of their files. */
export const qualificationFields = ({ answers, certificates }: BidQualification): CanonicalFields => [
  [
    'answers to minimum requirements',
    answers.map(({ requirement, meets, words, certificate }) => [
      ['requirement', requirement],
      ['meets', meets],
      ['words', words],
      ...(certificate ? fileFields(certificate) : []),
    ]),
  ],
  [
    'certificates',
    certificates.map(({ demanded, certificate }) => [
      ['demanded', demanded.label ?? demanded.kind],
      ...certificateFields(certificate),
    ]),
  ],
]

/** What a certificate says, and the hash of its file. */
const certificateFields = (certificate: NamedCertificate): CanonicalFields => [
  ['kind', certificate.label ?? certificate.kind],
  ['issuer', certificate.issuer],
  ['number', certificate.number],
  ['issued', certificate.issuedOn],
  ['valid until', certificate.validUntil],
  ['sum insured', certificate.sumCents === null ? null : decimalText(certificate.sumCents)],
  ['currency', certificate.currency],
  ...fileFields(certificate),
]

/** What a bid answered to one requirement or one demanded certificate, as it was checked. */
export const itemFields = (item: QualificationItem): CanonicalFields =>
  item.subject === 'requirement'
    ? [
        ['requirement', item.requirement],
        ['state', item.state],
        ['words', item.answer?.words ?? null],
      ]
    : [
        ['certificate', item.demanded.label ?? item.demanded.kind],
        ['least sum', item.demanded.minSumCents === null ? null : decimalText(item.demanded.minSumCents)],
        ['state', item.state],
        ...(item.certificate ? certificateFields(item.certificate) : []),
      ]

const fileFields = ({ fileName, sha256 }: NamedCertificate): CanonicalFields => [
  ['file', fileName],
  ['SHA-256', sha256],
]

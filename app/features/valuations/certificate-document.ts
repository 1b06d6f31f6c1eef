import type { FrozenParty } from '#app/features/contracts/contract-document.ts'
import { decimalText, quantityText } from '#app/platform/money.ts'
import { canonicalText } from '#app/platform/text/canonical-text.ts'
import type { ContractParty } from '#db/vocabulary/contracts.ts'
import type { ProgressBasis } from '#db/vocabulary/valuations.ts'
import { lineValue, valueToDate } from './valuation.ts'

export type CertificateDocument = {
  name: string
  valuation: string
  contractNumber: string
  /** SHA-256 of the contract's text, and of the certificate before it: the chain to what is certified. */
  contractDigest: string
  digestBefore: string | null
  parties: Record<ContractParty, FrozenParty>
  milestone: { position: number; title: string; netCents: number; vatCents: number }
  currency: string
  lines: readonly {
    description: string
    netCents: number
    basis: ProgressBasis
    whole: number
    unit: string
    claimedDone: number
    certifiedDone: number
    reason: string | null
  }[]
  files: readonly { name: string; sha256: string }[]
  note: string
  /** What the certificates before it come to. */
  before: { netCents: number; vatCents: number }
  netCents: number
  vatCents: number
  grossCents: number
  retainedCents: number
  certifier: { name: string; account: string }
  /** UTC ms. */
  claimedAt: number
  certifiedAt: number
}

/** The text of a payment certificate that is frozen and hashed (SHA-256) when the client certifies it (VAL-3). Amounts are those of its name, beyond the ones before. */
export function canonicalCertificate(certificate: CertificateDocument): string {
  const { milestone, before, netCents, vatCents, grossCents, retainedCents, parties } = certificate
  const [net, vat] = [before.netCents + netCents, before.vatCents + vatCents]
  const claimed = certificate.lines.map((line) => ({ ...line, done: line.claimedDone }))
  return canonicalText('groundwork-payment-certificate 1', [
    ['certificate', certificate.name],
    ['valuation', certificate.valuation],
    ['contract', certificate.contractNumber],
    ['SHA-256 of the contract', certificate.contractDigest],
    ['SHA-256 of the certificate before', certificate.digestBefore],
    ['client', [partyFields(parties.client)]],
    ['provider', [partyFields(parties.provider)]],
    ['milestone', `${milestone.position}. ${milestone.title}`],
    ['currency', certificate.currency],
    ['net of the milestone', decimalText(milestone.netCents)],
    ['VAT of the milestone', decimalText(milestone.vatCents)],
    ['claimed', new Date(certificate.claimedAt).toISOString()],
    ['claimed to date', decimalText(valueToDate(claimed))],
    ['note', certificate.note || null],
    [
      'files',
      certificate.files.map(
        (file) =>
          [
            ['name', file.name],
            ['SHA-256 of the file', file.sha256],
          ] as const,
      ),
    ],
    ['lines', certificate.lines.map(lineFields)],
    ['net to date', decimalText(net)],
    ['VAT to date', decimalText(vat)],
    ['gross to date', decimalText(net + vat)],
    ['certified before', decimalText(before.netCents + before.vatCents)],
    ['net', decimalText(netCents)],
    ['VAT', decimalText(vatCents)],
    ['gross', decimalText(grossCents)],
    ['retention', decimalText(retainedCents)],
    ['released', decimalText(grossCents - retainedCents)],
    ['left of the milestone', decimalText(milestone.netCents + milestone.vatCents - net - vat)],
    ['certified by', certificate.certifier.name],
    ['account', certificate.certifier.account],
    ['certified', new Date(certificate.certifiedAt).toISOString()],
  ])
}

const partyFields = ({ name, businessId }: FrozenParty) =>
  [
    ['name', name],
    ['business id', businessId],
  ] as const

function lineFields(line: CertificateDocument['lines'][number], index: number) {
  const measure = (done: number) => (line.basis === 'percent' ? decimalText(done) : quantityText(done))
  return [
    ['position', index + 1],
    ['description', line.description],
    ['value', decimalText(line.netCents)],
    ['measure', line.basis],
    ['unit', line.unit || null],
    ['whole', measure(line.whole)],
    ['claimed', measure(line.claimedDone)],
    ['certified', measure(line.certifiedDone)],
    ['value to date', decimalText(lineValue(line, line.certifiedDone))],
    ['reason', line.reason],
  ] as const
}

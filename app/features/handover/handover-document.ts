import type { FrozenParty } from '#app/features/contracts/contract-document.ts'
import { canonicalText } from '#app/platform/text/canonical-text.ts'
import type { ContractParty } from '#db/vocabulary/contracts.ts'

export type HandoverDocument = {
  name: string
  contractNumber: string
  /** SHA-256 of the contract's text: the chain from the protocol to what it hands over. */
  contractDigest: string
  parties: Record<ContractParty, FrozenParty>
  /** The milestones that it takes over, of the handover of a part; none for the whole work. */
  parts: readonly { position: number; title: string }[]
  /** How the handovers of parts before that of the rest are called. */
  before: readonly string[]
  /** `YYYY-MM-DD` */
  heldOn: string | null
  present: string
  result: string | null
  reasons: string
  defects: readonly {
    position: number
    description: string
    place: string
    responsible: ContractParty
    dueOn: string | null
  }[]
  /** What shows the defects, in their order: the defect's position, and whose file it is. */
  files: readonly { position: number; name: string; sha256: string; party: ContractParty }[]
  clientClaims: string
  providerClaims: string
  /** The last day of the warranty time, and of the performance security, that begin or end with this handover; null without. */
  warrantyUntil: string | null
  securityUntil: string | null
}

/**
 * The text that is frozen and hashed (SHA-256) when the first party signs a handover protocol; both sign it (CON-13). It names the files of
 * the defects by theirs (CON-27); without files and parts (CON-29), it is as it was before there could be any.
 */
export function canonicalHandover(handover: HandoverDocument): string {
  const { client, provider } = handover.parties
  const hasParts = handover.parts.length > 0 || handover.before.length > 0
  return canonicalText(`groundwork-handover ${hasParts ? 3 : handover.files.length > 0 ? 2 : 1}`, [
    ['handover', handover.name],
    ['contract', handover.contractNumber],
    ['SHA-256 of the contract', handover.contractDigest],
    ['client', [partyFields(client)]],
    ['provider', [partyFields(provider)]],
    [
      'parts',
      handover.parts.length > 0
        ? handover.parts.map(({ position, title }) => `${position}. ${title}`).join('\n')
        : null,
    ],
    ['parts taken over before', handover.before.length > 0 ? handover.before.join(', ') : null],
    ['held on', handover.heldOn],
    ['present', handover.present],
    ['result', handover.result],
    ['reasons', handover.reasons || null],
    [
      'defects',
      handover.defects.map(
        (defect) =>
          [
            ['position', defect.position],
            ['description', defect.description],
            ['place', defect.place || null],
            ['responsible', defect.responsible],
            ['due', defect.dueOn],
          ] as const,
      ),
    ],
    [
      'files',
      handover.files.length === 0
        ? null
        : handover.files.map(({ position, name, sha256, party }) => [
            ['defect', position],
            ['name', name],
            ['SHA-256', sha256],
            ['by', party],
          ]),
    ],
    ['claims of the client', handover.clientClaims || null],
    ['claims of the provider', handover.providerClaims || null],
    ['warranty until', handover.warrantyUntil],
    ['performance security until', handover.securityUntil],
  ])
}

const partyFields = ({ name, businessId }: FrozenParty) =>
  [
    ['name', name],
    ['business id', businessId],
  ] as const

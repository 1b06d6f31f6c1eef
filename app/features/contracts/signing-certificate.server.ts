import type { Block, ReadableDocument } from '#app/documents/document.ts'
import { qrModules } from '#app/documents/qr.server.ts'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { companyInScope } from '#app/features/accounts/module-scope.server.ts'
import { i18nFor } from '#app/i18n/i18n.server.ts'
import type { Reader } from '#app/i18n/reader.server.ts'
import { env } from '#app/platform/env.server.ts'
import { readCanonicalText } from '#app/platform/text/canonical-text.ts'
import { columns, nullable, oneOf, required } from '#db/fields.server.ts'
import { companies, users } from '#db/schema/accounts.ts'
import { contractEvents, contractSignatures, contracts } from '#db/schema/contracts.ts'
import { type RowOf, sql } from '#db/sql.server.ts'
import type { ContractParty } from '#db/vocabulary/contracts.ts'
import { frozenParties } from './contract-document.ts'
import { type Facts, filled } from './frozen-values.ts'
import { listSignatures, type Signature } from './queries.server.ts'
import { markOf } from './readable-contract.ts'
import { nameAtSending } from './signer-names.server.ts'

const sentContract = sql(
  {
    params: { id: contracts.id, company: companies.id },
    row: {
      ...columns(contracts, 'id', 'number', 'status', 'activatedAt'),
      documentText: required(contracts.documentText),
      documentHash: required(contracts.documentHash),
      sentAt: required(contracts.sentAt),
      senderId: nullable(users.id),
      senderName: nullable(users.name),
    },
  },
  `SELECT c.id, c.number, c.status, c.activated_at AS activatedAt, u.id AS senderId, u.name AS senderName, document_text AS documentText, document_hash AS documentHash, sent_at AS sentAt
   FROM contracts c LEFT JOIN users u ON u.id = c.sent_by WHERE c.id = :id AND (client_company_id = :company OR provider_company_id = :company)
     AND document_text IS NOT NULL AND document_hash IS NOT NULL AND sent_at IS NOT NULL`,
)

/** How a contract ended before both had signed. */
const unsignedEnds = sql(
  {
    params: { id: contracts.id },
    row: {
      ...columns(contractEvents, 'at'),
      action: oneOf(['decline', 'void', 'expire'] as const, contractEvents.action),
      actorId: nullable(users.id),
      actorName: nullable(users.name),
    },
  },
  `SELECT e.at, e.action, u.id AS actorId, u.name AS actorName FROM contract_events e LEFT JOIN users u ON u.id = e.actor_id
   WHERE e.contract_id = :id AND e.action IN ('decline', 'void', 'expire') ORDER BY e.id`,
)

const addresses = sql(
  { params: { id: contracts.id }, row: columns(contractSignatures, 'party', 'ordinal', 'ip') },
  'SELECT party, ordinal, ip FROM contract_signatures WHERE contract_id = :id',
)

/** What a signing certificate is made of: rows that no later change of a name or a company reaches. */
export type SigningCertificate = Omit<RowOf<typeof sentContract>, 'senderId' | 'senderName'> & {
  signatures: CertifiedSignature[]
  /** The people who sent it and who ended it unsigned, as they were called then; null for the system. */
  sentBy: string | null
  ends: { at: number; action: 'decline' | 'void' | 'expire'; by: string | null }[]
}

/** The certificate of a sent contract for its parties; null for everybody else, and for a draft. */
export function getSigningCertificate(ctx: CompanyContext, id: string): SigningCertificate | null {
  const contract = sentContract.first(ctx.db, { id, company: companyInScope(ctx, 'contracts.read') })
  if (!contract) return null
  const from = addresses.all(ctx.db, { id })
  const signatures = listSignatures(ctx.db, id).map((signature) => {
    const stored = from.find(({ party, ordinal }) => party === signature.party && ordinal === signature.ordinal)
    return { ...signature, ip: stored?.ip ?? null }
  })
  const nameThen = (id: string | null, name: string | null, at: number) =>
    id === null || name === null ? null : nameAtSending(ctx.db, { id, name }, at)
  const ends = unsignedEnds
    .all(ctx.db, { id })
    .map(({ at, action, actorId, actorName }) => ({ at, action, by: nameThen(actorId, actorName, at) }))
  const { senderId, senderName, ...sent } = contract
  return { ...sent, signatures, sentBy: nameThen(senderId, senderName, contract.sentAt), ends }
}

/** A moment in the reader's zone, which is named, and below it in UTC. */
const momentOf = (at: number, { format }: Reader) => `${format.deadline(at)}\n${new Date(at).toISOString()}`

export type CertifiedSignature = Signature & { ip: string | null }

/** Who has signed for a party, by which account, when, from where and how. */
export function signatureBlocks(
  signature: CertifiedSignature,
  parties: Record<ContractParty, { name: string }>,
  reader: Reader,
): Block[] {
  const { locale, format } = reader
  const t = i18nFor(locale).getFixedT(null, 'contracts')
  const tDocument = i18nFor(locale).getFixedT(null, 'documents')
  const { typedName, accountName, accountEmail, accountSource, nameReason, jobTitle, authority, drawing } = signature
  const company = parties[signature.party].name
  const facts: Facts = [
    [tDocument('certificate.name'), typedName],
    [tDocument('certificate.role'), jobTitle ?? ''],
    [tDocument('certificate.authority'), authority ? t(`authority.${authority}`) : ''],
    [
      tDocument('certificate.account'),
      [
        t(`signature.account.${accountSource}`, { name: accountName, email: accountEmail }),
        ...signature.formerNames.map(({ name, changedAt }) =>
          t('signature.formerName', { name, date: format.date(changedAt) }),
        ),
      ].join('\n'),
    ],
    [tDocument('certificate.otherName'), nameReason ?? ''],
    [tDocument('certificate.signedAt'), momentOf(signature.signedAt, reader)],
    [tDocument('certificate.ip'), signature.ip ?? ''],
    [
      tDocument('certificate.how'),
      [
        tDocument(drawing === null ? 'certificate.howText' : 'certificate.howDrawnText'),
        signature.ordinal > 1 ? t('signature.second') : '',
      ]
        .filter(Boolean)
        .join('\n'),
    ],
    [t('signature.record'), signature.recordHash ?? ''],
  ]
  return [
    { kind: 'heading', text: tDocument('certificate.signedBy', { name: typedName, company }) },
    { kind: 'facts', facts: filled(facts) },
    ...(drawing === null
      ? []
      : [
          {
            kind: 'drawing' as const,
            label: tDocument('certificate.drawing'),
            alt: t('signature.drawn', { name: typedName }),
            path: drawing,
          },
        ]),
  ]
}

/** What kind of signatures they are, and where anybody can check what was signed (`hash`). */
export function verificationBlocks(hash: string, { locale }: Reader): Block[] {
  const tDocument = i18nFor(locale).getFixedT(null, 'documents')
  const url = `${env.origin}/verify/${hash}`
  return [
    { kind: 'heading', text: tDocument('certificate.kind') },
    { kind: 'text', text: tDocument('certificate.kindText') },
    { kind: 'heading', text: tDocument('certificate.verify') },
    {
      kind: 'qr',
      text: tDocument('certificate.verifyText'),
      url,
      label: tDocument('certificate.code'),
      modules: qrModules(url),
    },
  ]
}

/** A signing certificate to read, in a reader's language: what was signed, by whom, when, how, and what kind of signature that is (CON-9). */
export function readableCertificate(certificate: SigningCertificate, reader: Reader): ReadableDocument {
  const { locale } = reader
  const { number, status, sentAt, activatedAt, documentText, documentHash, signatures, sentBy, ends } = certificate
  const t = i18nFor(locale).getFixedT(null, 'contracts')
  const tDocument = i18nFor(locale).getFixedT(null, 'documents')
  const said = (name: string) => {
    const value = readCanonicalText(documentText).fields.get(name)
    return typeof value === 'string' ? value : ''
  }
  const parties = frozenParties(documentText)
  const party = ({ name, businessId }: (typeof parties)['client']) =>
    [name, businessId && t('paper.businessId', { id: businessId })].filter(Boolean).join('\n')
  // A contract is sent and voided by the client, and declined by the provider; what expires does so by itself.
  const endedBy = { decline: parties.provider.name, void: parties.client.name, expire: t('event.system') }
  const people = (...names: (string | null)[]) => names.filter(Boolean).join('\n')
  const trail: [at: number, what: string, who: string][] = [
    [sentAt, t('event.send'), people(sentBy, parties.client.name)],
    ...signatures.map(({ signedAt, typedName, party }): [number, string, string] => [
      signedAt,
      t('event.sign'),
      `${typedName}\n${parties[party].name}`,
    ]),
    ...ends.map(({ at, action, by }): [number, string, string] => [
      at,
      t(`event.${action}`),
      people(by, endedBy[action]),
    ]),
    ...(activatedAt === null ? [] : [[activatedAt, t('status.active'), ''] as [number, string, string]]),
  ]
  return {
    kind: tDocument('certificate.title'),
    number,
    title: said('title'),
    mark: markOf(status, t),
    blocks: [
      { kind: 'heading', text: tDocument('certificate.document') },
      {
        kind: 'facts',
        facts: [
          [t('paper.number'), number],
          [t('document.hash'), documentHash],
          [t('party.client'), party(parties.client)],
          [t('party.provider'), party(parties.provider)],
        ],
      },
      ...signatures.flatMap((signature) => signatureBlocks(signature, parties, reader)),
      { kind: 'heading', text: tDocument('certificate.trail') },
      {
        kind: 'table',
        caption: tDocument('certificate.trail'),
        columns: [
          { header: tDocument('certificate.when'), width: 4 },
          { header: tDocument('certificate.what'), width: 3 },
          { header: tDocument('certificate.who'), width: 4 },
        ],
        rows: trail.sort(([a], [b]) => a - b).map(([at, what, who]) => [momentOf(at, reader), what, who]),
      },
      ...verificationBlocks(documentHash, reader),
    ],
  }
}

/** When the certificate last gained something: the date that its file carries (UTC epoch ms). */
export function certifiedAt({ sentAt, activatedAt, signatures, ends }: SigningCertificate): number {
  const times = [...signatures.map(({ signedAt }) => signedAt), ...ends.map(({ at }) => at)]
  return Math.max(sentAt, activatedAt ?? 0, ...times)
}

import { eq } from 'drizzle-orm'
import { bidParts, isSealIntact, listSeals } from '#app/features/bids/bid-document.server.ts'
import { canonicalBid } from '#app/features/bids/bid-seal.ts'
import { frozenParties } from '#app/features/contracts/contract-document.ts'
import { sha256 } from '#app/features/contracts/contract-text.server.ts'
import type { ContractRow } from '#app/features/contracts/transition-contract.server.ts'
import { findProjectEstimate } from '#app/features/projects/project-estimate.server.ts'
import { isTenderSetIntact } from '#app/features/projects/tender-set.server.ts'
import { clientInText } from '#app/features/projects/tender-set.ts'
import { parseAmount } from '#app/platform/money.ts'
import { readCanonicalText } from '#app/platform/text/canonical-text.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { columns, nullable } from '#db/fields.server.ts'
import { companies, users } from '#db/schema/accounts.ts'
import { awards, bidSeals, bids } from '#db/schema/bids.ts'
import { awardLetters } from '#db/schema/decisions.ts'
import { projects } from '#db/schema/projects.ts'
import { tenderSets } from '#db/schema/tenders.ts'
import { sql } from '#db/sql.server.ts'
import type { ChainLink, Finding } from './chain.ts'

/** The estimate that a contract's project was made of, with what it came to. */
export function estimateLinks(db: Database | Transaction, contract: ContractRow): ChainLink[] {
  const { projectId, documentText, clientCompanyId } = contract
  const kept = findProjectEstimate(db, projectId)
  if (!kept) return []
  const { text, digest, keptAt, person } = kept
  const net = readCanonicalText(text).fields.get('net')
  const frozen = documentText && frozenParties(documentText).client.name
  return [
    {
      ...{ kind: 'estimate', id: projectId, at: keptAt, person, text, hash: digest, isStored: true },
      company: frozen || (companyNamed.first(db, { id: clientCompanyId })?.name ?? null),
      facts: { netCents: typeof net === 'string' ? parseAmount(net, '.') : null, currency: 'EUR' },
      findings: textFindings(text, digest),
    },
  ]
}

const setsOf = sql(
  {
    params: { project: projects.id },
    row: {
      ...columns(tenderSets, 'edition', 'projectVersion', 'text', 'digest', 'frozenAt'),
      person: users.name,
    },
  },
  `SELECT s.edition, s.project_version AS projectVersion, s.text, s.digest, s.frozen_at AS frozenAt, u.name AS person
   FROM tender_sets s JOIN users u ON u.id = s.frozen_by WHERE s.project_id = :project ORDER BY s.edition`,
)

/** The tender sets of a contract's project. The rows are compared with the last one, because they are changed by addenda. */
export function tenderSetLinks(db: Database | Transaction, { projectId, clientCompanyId }: ContractRow): ChainLink[] {
  const project = db.select().from(projects).where(eq(projects.id, projectId)).get()
  const rows = setsOf.all(db, { project: projectId })
  return rows.map(({ edition, projectVersion: version, text, digest, frozenAt, person }, index) => {
    const isLast = index === rows.length - 1
    const differs = isLast && project !== undefined && !isTenderSetIntact(db, project)
    return {
      ...{ kind: 'tender_set' as const, id: `${projectId}/${edition}`, at: frozenAt, person, text, hash: digest },
      ...{ company: clientInText(text, clientCompanyId).name, isStored: true, facts: { edition, version } },
      findings: [...textFindings(text, digest), ...(differs ? ['rowsDiffer' as const] : [])],
    }
  })
}

const sealOf = sql(
  {
    params: { bid: bids.id },
    row: { ...columns(bidSeals, 'revision', 'digest', 'text', 'sealedAt'), person: users.name },
  },
  `SELECT s.revision, s.digest, s.text, s.sealed_at AS sealedAt, u.name AS person
   FROM bid_seals s JOIN users u ON u.id = s.sealed_by WHERE s.bid_id = :bid ORDER BY s.revision DESC LIMIT 1`,
)
const companyNamed = sql(
  { params: { id: companies.id }, row: columns(companies, 'name') },
  'SELECT name FROM companies WHERE id = :id',
)

/** The awarded bid as it was last sealed. Where the seal has kept no text, its rows give it. */
export function bidLinks(db: Database | Transaction, contract: ContractRow): ChainLink[] {
  const bid = db.select().from(bids).where(eq(bids.id, contract.bidId)).get()
  const seal = sealOf.first(db, { bid: contract.bidId })
  if (!bid || !seal) return []
  const parts = bidParts(db, bid.id)
  const text = seal.text ?? canonicalBid({ ...bid, ...parts })
  const { revision, digest, sealedAt, person } = seal
  const frozen = contract.documentText && frozenParties(contract.documentText).provider.name
  const intact = isSealIntact(bid, parts, listSeals(db, bid.id))
  return [
    {
      ...{ kind: 'bid', id: bid.id, at: sealedAt, person, text, hash: digest, isStored: true },
      company: frozen || (companyNamed.first(db, { id: bid.companyId })?.name ?? null),
      facts: { revision },
      findings: [...textFindings(text, digest), ...(intact ? [] : ['rowsDiffer' as const])],
    },
  ]
}

const lettersOf = sql(
  {
    params: { bid: bids.id },
    row: {
      ...columns(awardLetters, 'id', 'text', 'digest'),
      ...columns(awards, 'awardedAt'),
      company: companies.name,
      person: nullable(users.name),
    },
  },
  `SELECT l.id, l.text, l.digest, a.awarded_at AS awardedAt, c.name AS company, u.name AS person
   FROM award_letters l INDEXED BY award_letters_bid JOIN awards a ON a.id = l.award_id
   JOIN projects p ON p.id = a.project_id JOIN companies c ON c.id = p.company_id LEFT JOIN users u ON u.id = a.awarded_by
   WHERE l.bid_id = :bid AND a.bid_id = l.bid_id ORDER BY l.id`,
)

/** The letters that told the contract’s bidder of the award: their own figures, and nothing of any other bid. */
export const letterLinks = (db: Database | Transaction, { bidId, documentText }: ContractRow): ChainLink[] =>
  lettersOf.all(db, { bid: bidId }).map(({ id, text, digest, awardedAt, company, person }) => ({
    ...{ kind: 'letter', id, at: awardedAt, person, text, hash: digest, isStored: true, facts: {} },
    company: documentText ? frozenParties(documentText).client.name : company,
    findings: textFindings(text, digest),
  }))

/** What a text and the hash that was stored with it show. */
export function textFindings(text: string | null, hash: string | null): Finding[] {
  if (text === null || hash === null) return ['noText']
  return sha256(text) === hash ? [] : ['textDiffers']
}

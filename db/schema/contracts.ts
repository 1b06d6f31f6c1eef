import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import {
  accountSources,
  authorityBases,
  contractParties,
  contractStatuses,
  delayDayKinds,
  feeBases,
  paymentMethods,
  securityKinds,
  securityPurposes,
  securityStatuses,
  securitySteps,
  terminationGrounds,
  terminationStatuses,
} from '#db/vocabulary/contracts.ts'
import { currencies } from '#db/vocabulary/currencies.ts'
import { retentionStatuses } from '#db/vocabulary/escrow.ts'
import { companies, users } from './accounts.ts'
import { bids } from './bids.ts'
import { cents, id, time } from './columns.ts'
import { files } from './files.ts'
import { projects } from './projects.ts'

export const contracts = sqliteTable(
  'contracts',
  {
    id: id(),
    number: text('number').notNull(),
    projectId: text('project_id')
      .notNull()
      .references(() => projects.id),
    bidId: text('bid_id')
      .notNull()
      .references(() => bids.id),
    clientCompanyId: text('client_company_id')
      .notNull()
      .references(() => companies.id),
    providerCompanyId: text('provider_company_id')
      .notNull()
      .references(() => companies.id),
    title: text('title').notNull(),
    terms: text('terms').notNull(),
    status: text('status', { enum: contractStatuses }).notNull(),
    paymentMethod: text('payment_method', { enum: paymentMethods }).notNull(),
    currency: text('currency', { enum: currencies }).notNull(),
    netCents: cents('net_cents').notNull(),
    vatCents: cents('vat_cents').notNull(),
    grossCents: cents('gross_cents').notNull(),
    retentionBp: integer('retention_bp').notNull().default(0),
    platformFeeBp: integer('platform_fee_bp').notNull().default(0),
    platformFeeBasis: text('platform_fee_basis', { enum: feeBases }).notNull().default('gross'),
    /** `YYYY-MM-DD`: when the work is to be ready for handover, before any extension; null where it is not agreed. */
    handoverDue: text('handover_due'),
    /** From the handover; null where no warranty time is agreed. */
    warrantyMonths: integer('warranty_months'),
    /** Delay damages a day, of the net price; null, with the next two, where none are agreed. */
    delayRateBp: integer('delay_rate_bp'),
    delayDays: text('delay_days', { enum: delayDayKinds }),
    delayMaxDays: integer('delay_max_days'),
    /** The text as it was sent and its SHA-256; both parties sign it. */
    documentText: text('document_text'),
    documentHash: text('document_hash'),
    sentAt: time('sent_at'),
    sentBy: text('sent_by').references(() => users.id),
    expiresAt: time('expires_at'),
    activatedAt: time('activated_at'),
    closedAt: time('closed_at'),
    /** Once the contract has ended with a retention; null before, and for contracts without one. */
    retentionStatus: text('retention_status', { enum: retentionStatuses }),
    createdBy: text('created_by')
      .notNull()
      .references(() => users.id),
    createdAt: time('created_at').notNull(),
    updatedAt: time('updated_at').notNull(),
  },
  (t) => [
    uniqueIndex('contracts_number').on(t.number),
    uniqueIndex('contracts_document_hash').on(t.documentHash),
    uniqueIndex('contracts_one_standing')
      .on(t.projectId)
      .where(sql`${t.status} in ('draft','sent','partially_signed','active','completed')`),
    index('contracts_client').on(t.clientCompanyId, t.id),
    index('contracts_provider').on(t.providerCompanyId, t.id),
    index('contracts_parties').on(t.clientCompanyId, t.providerCompanyId, t.status),
    index('contracts_project').on(t.projectId, t.status),
    index('contracts_client_status').on(t.clientCompanyId, t.status, t.id),
    index('contracts_provider_status').on(t.providerCompanyId, t.status, t.id),
    index('contracts_client_escrow').on(t.clientCompanyId, t.id).where(sql`${t.paymentMethod} = 'secure_escrow'`),
    index('contracts_provider_escrow')
      .on(t.providerCompanyId, t.id)
      .where(sql`${t.paymentMethod} = 'secure_escrow' and ${t.status} <> 'draft'`),
    index('contracts_escrow')
      .on(t.id)
      .where(sql`${t.paymentMethod} = 'secure_escrow' and ${t.activatedAt} is not null`),
    index('contracts_expiry').on(t.status, t.expiresAt),
    index('contracts_retention_disputed').on(t.id).where(sql`${t.retentionStatus} = 'disputed'`),
  ],
)

/** The securities that a contract demands of the provider. Triggers keep them once the contract is sent. */
export const contractSecurityTerms = sqliteTable(
  'contract_security_terms',
  {
    id: id(),
    contractId: text('contract_id')
      .notNull()
      .references(() => contracts.id),
    purpose: text('purpose', { enum: securityPurposes }).notNull(),
    /** The share of the net price; null where a sum is agreed. */
    rateBp: integer('rate_bp'),
    amountCents: cents('amount_cents').notNull(),
    kind: text('kind', { enum: securityKinds }).notNull(),
    /** How long it stays valid after the handover, or after the end of the warranty time. */
    months: integer('months').notNull(),
  },
  (t) => [uniqueIndex('contract_security_terms_purpose').on(t.contractId, t.purpose)],
)

export const contractSignatures = sqliteTable(
  'contract_signatures',
  {
    id: id(),
    contractId: text('contract_id')
      .notNull()
      .references(() => contracts.id),
    party: text('party', { enum: contractParties }).notNull(),
    companyId: text('company_id')
      .notNull()
      .references(() => companies.id),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    typedName: text('typed_name').notNull(),
    /** The signer's account as it was: a later change of name or address does not reach a signature. */
    accountName: text('account_name').notNull().default(''),
    accountEmail: text('account_email').notNull().default(''),
    accountSource: text('account_source', { enum: accountSources }).notNull().default('later'),
    /** Why the typed name is not the account's; null where it is. */
    nameReason: text('name_reason'),
    /** 2 for the second person, where the sum is above the mandate of the first (TEAM-8). */
    ordinal: integer('ordinal').notNull().default(1),
    documentHash: text('document_hash').notNull(),
    /** The signer's role in the company, and what lets them bind it; null for signatures from before they were asked. */
    jobTitle: text('job_title'),
    authority: text('authority', { enum: authorityBases }),
    /** What was drawn by hand beside the typed name (`drawing.ts`); null where nothing was. */
    drawing: text('drawing'),
    /** SHA-256 of `signatureRecord`; null for signatures from before there was one. */
    recordHash: text('record_hash'),
    ip: text('ip'),
    userAgent: text('user_agent'),
    signedAt: time('signed_at').notNull(),
  },
  (t) => [
    uniqueIndex('contract_signatures_party').on(t.contractId, t.party, t.ordinal),
    index('contract_signatures_record').on(t.recordHash),
  ],
)

/** Sent, declined, voided, expired, activated, completed, terminated, and the retention's steps: who, when and why. */
export const contractEvents = sqliteTable(
  'contract_events',
  {
    id: id(),
    contractId: text('contract_id')
      .notNull()
      .references(() => contracts.id),
    action: text('action').notNull(),
    fromStatus: text('from_status', { enum: contractStatuses }).notNull(),
    toStatus: text('to_status', { enum: contractStatuses }).notNull(),
    actorId: text('actor_id').references(() => users.id),
    reason: text('reason'),
    at: time('at').notNull(),
  },
  (t) => [index('contract_events_contract').on(t.contractId, t.id)],
)

/** Notices of termination, with the other party's answer; each step is a row of `contract_events` too. Triggers keep what was claimed. */
export const contractTerminations = sqliteTable(
  'contract_terminations',
  {
    id: id(),
    contractId: text('contract_id')
      .notNull()
      .references(() => contracts.id),
    claimant: text('claimant', { enum: contractParties }).notNull(),
    ground: text('ground', { enum: terminationGrounds }).notNull(),
    facts: text('facts').notNull(),
    /** Until when the ground can be remedied; the time of the notice where it cannot. */
    remedyUntil: time('remedy_until').notNull(),
    status: text('status', { enum: terminationStatuses }).notNull(),
    /** The other party's latest answer, in its words. */
    answer: text('answer'),
    claimedBy: text('claimed_by')
      .notNull()
      .references(() => users.id),
    claimedAt: time('claimed_at').notNull(),
    /** When both parties were told that the time to remedy had ended. */
    remindedAt: time('reminded_at'),
    updatedAt: time('updated_at').notNull(),
  },
  (t) => [
    index('contract_terminations_contract').on(t.contractId, t.id),
    uniqueIndex('contract_terminations_standing')
      .on(t.contractId)
      .where(sql`${t.status} not in ('withdrawn','refused')`),
    index('contract_terminations_due')
      .on(t.remedyUntil)
      .where(sql`${t.status} in ('claimed','remedied','contested') and ${t.remindedAt} is null`),
  ],
)

/** Securities as records: no money moves. Triggers keep what was recorded; each step is a row of `contract_security_events`. */
export const contractSecurities = sqliteTable(
  'contract_securities',
  {
    id: id(),
    contractId: text('contract_id')
      .notNull()
      .references(() => contracts.id),
    purpose: text('purpose', { enum: securityPurposes }).notNull(),
    kind: text('kind', { enum: securityKinds }).notNull(),
    /** The bank or insurer; of a deposit, where it lies. */
    guarantor: text('guarantor').notNull(),
    number: text('number').notNull(),
    amountCents: cents('amount_cents').notNull(),
    currency: text('currency', { enum: currencies }).notNull(),
    /** The last day, `YYYY-MM-DD`; null for one that holds until it is given back. */
    validUntil: text('valid_until'),
    fileId: text('file_id').references(() => files.id),
    status: text('status', { enum: securityStatuses }).notNull(),
    /** When both parties were told that it is about to expire. */
    remindedAt: time('reminded_at'),
    recordedBy: text('recorded_by')
      .notNull()
      .references(() => users.id),
    recordedAt: time('recorded_at').notNull(),
    updatedAt: time('updated_at').notNull(),
  },
  (t) => [
    index('contract_securities_contract').on(t.contractId, t.id),
    index('contract_securities_due')
      .on(t.validUntil)
      .where(sql`${t.status} in ('recorded','received','claimed') and ${t.remindedAt} is null`),
  ],
)

/** Every step of a recorded security: who, when, and what it says. */
export const contractSecurityEvents = sqliteTable(
  'contract_security_events',
  {
    id: id(),
    securityId: text('security_id')
      .notNull()
      .references(() => contractSecurities.id),
    action: text('action', { enum: securitySteps }).notNull(),
    /** When it was received, claimed or given back, `YYYY-MM-DD`. */
    day: text('day'),
    /** Who received it, or to whom it was given back. */
    person: text('person'),
    /** What was claimed. */
    amountCents: cents('amount_cents'),
    note: text('note'),
    actorId: text('actor_id')
      .notNull()
      .references(() => users.id),
    at: time('at').notNull(),
  },
  (t) => [index('contract_security_events_security').on(t.securityId, t.id)],
)

import type { ReadRight } from '#app/features/accounts/module-scope.server.ts'
import type { ContractRow } from '#app/features/contracts/transition-contract.server.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import type { ChainLink } from './chain.ts'
import { handoverLinks, handoverSignatureLinks, securityLinks } from './closing-links.server.ts'
import {
  changeOrderLinks,
  changeSignatureLinks,
  contractLinks,
  sealedFileLinks,
  signatureLinks,
} from './contract-links.server.ts'
import { disputeDecisionLinks, paymentCertificateLinks } from './escrow-links.server.ts'
import { finalAccountLinks, finalAccountSignatureLinks } from './final-account-links.server.ts'
import type { LinkKind } from './link-kind.ts'
import { invoiceLinks, postingLinks, stepLinks } from './money-links.server.ts'
import { bidLinks, estimateLinks, letterLinks, tenderSetLinks } from './tender-links.server.ts'

export type KindOfLink = {
  /** What a member of a party needs to see it; the rest of the chain is shown without (ACC-8). */
  right: ReadRight
  /** Whether the admin who resolves a dispute sees it (ESC-10). */
  inDispute: boolean
  /** Whether it is the client's alone, and not the provider's. */
  ofClient?: true
  /** The links of a contract, with what their rows, texts and hashes show to be wrong. Checks no right. */
  linksOf: (db: Database | Transaction, contract: ContractRow) => ChainLink[]
}

/** Every kind of link of a contract's chain. A new frozen document is one more entry, and a word of `linkKinds`. */
export const kindsOfLinks: Readonly<Record<LinkKind, KindOfLink>> = {
  estimate: { right: 'projects.read', inDispute: false, ofClient: true, linksOf: estimateLinks },
  tender_set: { right: 'projects.read', inDispute: true, linksOf: tenderSetLinks },
  bid: { right: 'bids.read', inDispute: true, linksOf: bidLinks },
  letter: { right: 'bids.read', inDispute: false, linksOf: letterLinks },
  contract: { right: 'contracts.read', inDispute: true, linksOf: contractLinks },
  signature: { right: 'contracts.read', inDispute: true, linksOf: signatureLinks },
  change_order: { right: 'contracts.read', inDispute: true, linksOf: changeOrderLinks },
  change_signature: { right: 'contracts.read', inDispute: true, linksOf: changeSignatureLinks },
  step: { right: 'escrow.read', inDispute: true, linksOf: stepLinks },
  payment_certificate: { right: 'escrow.read', inDispute: true, linksOf: paymentCertificateLinks },
  posting: { right: 'escrow.read', inDispute: true, linksOf: postingLinks },
  dispute_decision: { right: 'escrow.read', inDispute: true, linksOf: disputeDecisionLinks },
  invoice: { right: 'invoices.read', inDispute: false, linksOf: invoiceLinks },
  handover: { right: 'contracts.read', inDispute: true, linksOf: handoverLinks },
  handover_signature: { right: 'contracts.read', inDispute: true, linksOf: handoverSignatureLinks },
  final_account: { right: 'contracts.read', inDispute: true, linksOf: finalAccountLinks },
  final_account_signature: { right: 'contracts.read', inDispute: true, linksOf: finalAccountSignatureLinks },
  security_step: { right: 'contracts.read', inDispute: true, linksOf: securityLinks },
  sealed_file: { right: 'contracts.read', inDispute: true, linksOf: sealedFileLinks },
}

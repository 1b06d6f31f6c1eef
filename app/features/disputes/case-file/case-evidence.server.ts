import type { UserContext } from '#app/features/accounts/context.ts'
import { type Attachment, attachmentsByBid } from '#app/features/bids/attachments/attachments.server.ts'
import { listBidLines } from '#app/features/bids/bid-document.server.ts'
import { lineNetCents } from '#app/features/bids/bid-totals.ts'
import { chosenOptions, pricedOptions } from '#app/features/bids/options/options.server.ts'
import { listChangeFiles } from '#app/features/change-orders/change-files.server.ts'
import { listProposedChanges } from '#app/features/change-orders/queries.server.ts'
import { getDispute } from '#app/features/disputes/queries.server.ts'
import { listDefectFiles } from '#app/features/handover/defect-files.server.ts'
import { handoverName } from '#app/features/handover/handover.ts'
import { listDefects } from '#app/features/handover/handover-text.server.ts'
import { certificateName, valuationName, valueToDate } from '#app/features/valuations/valuation.ts'
import type { Database } from '#db/client.server.ts'
import { columns, nullable } from '#db/fields.server.ts'
import type { bids } from '#db/schema/bids.ts'
import { contracts } from '#db/schema/contracts.ts'
import { deliverables, milestones } from '#db/schema/escrow.ts'
import { files } from '#db/schema/files.ts'
import { handovers } from '#db/schema/handover.ts'
import {
  milestoneValuations,
  paymentCertificates,
  valuationFiles,
  valuationLines,
  valueScheduleLines,
} from '#db/schema/valuations.ts'
import { sql } from '#db/sql.server.ts'
import { changeOrderName } from '#db/vocabulary/change-orders.ts'

const ofContract = { contract: contracts.id }

const milestoneRows = sql(
  { params: ofContract, row: columns(milestones, 'id', 'position', 'title', 'description', 'status', 'amountCents') },
  `SELECT id, position, title, description, status, amount_cents AS amountCents FROM contract_milestones
   WHERE contract_id = :contract ORDER BY position`,
)

const delivered = sql(
  {
    params: ofContract,
    row: {
      ...columns(deliverables, 'id', 'milestoneId', 'note', 'submittedAt'),
      ...{ fileId: nullable(files.id), name: nullable(files.name), sha256: nullable(files.sha256) },
    },
  },
  `SELECT d.id, d.milestone_id AS milestoneId, d.note, d.submitted_at AS submittedAt, f.id AS fileId, f.name, f.sha256
   FROM contract_milestones m JOIN milestone_deliverables d ON d.milestone_id = m.id LEFT JOIN files f ON f.id = d.file_id
   WHERE m.contract_id = :contract ORDER BY d.id`,
)

const valuationRows = sql(
  {
    params: ofContract,
    row: {
      ...columns(milestoneValuations, 'id', 'milestoneId', 'number', 'status', 'note', 'claimedAt', 'decisionReason'),
      certificate: nullable(paymentCertificates.number),
      grossCents: nullable(paymentCertificates.grossCents),
      retainedCents: nullable(paymentCertificates.retainedCents),
      certifierName: nullable(paymentCertificates.certifierName),
      certifiedAt: nullable(paymentCertificates.certifiedAt),
      documentHash: nullable(paymentCertificates.documentHash),
    },
  },
  `SELECT v.id, v.milestone_id AS milestoneId, v.number, v.status, v.note, v.claimed_at AS claimedAt, v.decision_reason AS decisionReason,
          c.number AS certificate, c.gross_cents AS grossCents, c.retained_cents AS retainedCents,
          c.certifier_name AS certifierName, c.certified_at AS certifiedAt, c.document_hash AS documentHash
   FROM contract_milestones m JOIN milestone_valuations v ON v.milestone_id = m.id
     LEFT JOIN payment_certificates c ON c.valuation_id = v.id
   WHERE m.contract_id = :contract ORDER BY m.position, v.number`,
)

const valuedRows = sql(
  {
    params: ofContract,
    row: {
      ...columns(valuationLines, 'valuationId'),
      ...{ netCents: valueScheduleLines.netCents, whole: valueScheduleLines.whole, done: valuationLines.claimedDone },
    },
  },
  `SELECT l.valuation_id AS valuationId, s.net_cents AS netCents, s.whole, l.claimed_done AS done
   FROM contract_milestones m JOIN milestone_valuations v ON v.milestone_id = m.id
     JOIN valuation_lines l ON l.valuation_id = v.id JOIN value_schedule_lines s ON s.id = l.schedule_line_id
   WHERE m.contract_id = :contract`,
)

const measured = sql(
  {
    params: ofContract,
    row: { ...columns(valuationFiles, 'valuationId', 'fileId'), ...columns(files, 'name', 'sha256') },
  },
  `SELECT a.valuation_id AS valuationId, a.file_id AS fileId, f.name, f.sha256
   FROM contract_milestones m JOIN milestone_valuations v ON v.milestone_id = m.id
     JOIN valuation_files a ON a.valuation_id = v.id JOIN files f ON f.id = a.file_id
   WHERE m.contract_id = :contract ORDER BY a.id`,
)

const signedHandovers = sql(
  {
    params: ofContract,
    row: columns(handovers, 'id', 'number', 'status', 'result', 'heldOn', 'reasons', 'returnReason', 'documentHash'),
  },
  `SELECT id, number, status, result, held_on AS heldOn, reasons, return_reason AS returnReason, document_hash AS documentHash
   FROM handovers WHERE contract_id = :contract AND document_hash IS NOT NULL ORDER BY number`,
)

const disputed = sql(
  { params: ofContract, row: { id: milestones.id } },
  `SELECT m.id FROM contract_milestones m
   WHERE m.contract_id = :contract AND EXISTS (SELECT 1 FROM milestone_events WHERE milestone_id = m.id AND action = 'dispute')
   UNION ALL
   SELECT c.id FROM contracts c
   WHERE c.id = :contract AND EXISTS (SELECT 1 FROM contract_events WHERE contract_id = c.id AND action = 'dispute_retention')`,
)

/** A file that the admin of a dispute opens at `/files/{fileId}`. */
export type CaseEntry = { fileId: string; name: string; sha256: string }

/**
 * What a decision on a contract's disputes goes by, beside the contract, the bid's lines and the project (ESC-10): what both said in the dispute,
 * what was delivered, valued and certified, what was changed, which options were chosen, and the defects of its handovers, each with
 * its files. Without what only one party has: drafts, and a protocol that nobody has signed. Checks no right: the caller has.
 */
export function caseEvidence(ctx: UserContext, { id: contract, bidId }: { id: string; bidId: string }) {
  const { db } = ctx
  const of = { contract }
  const [notes, valuations] = [delivered.all(db, of), valuationRows.all(db, of)]
  const [lines, sheets] = [valuedRows.all(db, of), measured.all(db, of)]
  return {
    disputes: disputed
      .all(db, of)
      .map(({ id }) => getDispute(ctx, id))
      .filter((dispute) => dispute !== null),
    milestones: milestoneRows.all(db, of).map((milestone) => ({
      ...milestone,
      deliverables: notes.filter(({ milestoneId }) => milestoneId === milestone.id),
      valuations: valuations
        .filter(({ milestoneId }) => milestoneId === milestone.id)
        .map(({ number, certificate, ...row }) => ({
          ...row,
          name: valuationName(number),
          certificate: certificate === null ? null : certificateName(certificate),
          claimedNetCents: valueToDate(lines.filter(({ valuationId }) => valuationId === row.id)),
          files: sheets.filter(({ valuationId }) => valuationId === row.id),
        })),
    })),
    changes: listProposedChanges(db, contract).map(
      ({ id, number, title, status, grossCents, extensionDays, documentHash }) => ({
        ...{ id, name: changeOrderName(number), title, status, grossCents, extensionDays, documentHash },
        files: listChangeFiles(db, id).map(({ storedAs: _place, ...file }) => file),
      }),
    ),
    ...bidParts(db, bidId),
    handovers: signedHandovers.all(db, of).map(({ id, number, ...handover }) => {
      const shown = listDefectFiles(db, id).map(({ storedAs: _place, addedBy: _who, ...file }) => file)
      return {
        ...handover,
        name: handoverName(number),
        defects: listDefects(db, id).map((defect) => ({
          ...defect,
          files: shown.filter(({ defectId }) => defectId === defect.id),
        })),
      }
    }),
  }
}

/** The options of a bid, with which of them the award has chosen, and its files. */
function bidParts(db: Database, bidId: typeof bids.$inferSelect.id) {
  const chosen = chosenOptions(db, bidId)
  const bidFiles: Attachment[] = attachmentsByBid(db, [bidId]).get(bidId) ?? []
  return {
    options: pricedOptions(listBidLines(db, bidId)).map((line) => ({
      ...{ id: line.id, description: line.description, netCents: lineNetCents(line) },
      isChosen: chosen.includes(line.id),
    })),
    bidFiles,
  }
}

export type CaseEvidence = ReturnType<typeof caseEvidence>

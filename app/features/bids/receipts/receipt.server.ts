import type { Context } from '#app/features/accounts/context.ts'
import { companyInScope } from '#app/features/accounts/module-scope.server.ts'
import {
  type Attachment,
  attachmentsOf,
  listEveryAttachment,
} from '#app/features/bids/attachments/attachments.server.ts'
import { digestOf } from '#app/features/bids/bid-document.server.ts'
import { columns } from '#db/fields.server.ts'
import { companies, users } from '#db/schema/accounts.ts'
import { bidSeals, bids } from '#db/schema/bids.ts'
import { projects } from '#db/schema/projects.ts'
import { type RowOf, sql } from '#db/sql.server.ts'

const ownBid = sql(
  {
    params: { bid: bids.id, company: companies.id },
    row: {
      ...columns(bids, 'id', 'withdrawnAt', 'reason'),
      ...columns(projects, 'title', 'timeZone'),
      clientName: companies.name,
    },
  },
  `SELECT b.id, b.withdrawn_at AS withdrawnAt, b.reason, p.title, p.time_zone AS timeZone, c.name AS clientName
   FROM bids b JOIN projects p ON p.id = b.project_id JOIN companies c ON c.id = p.company_id
   WHERE b.id = :bid AND b.company_id = :company`,
)

const sealedVersions = sql(
  {
    params: { bid: bids.id },
    row: { ...columns(bidSeals, 'revision', 'digest', 'text', 'occasion', 'sealedAt'), sealedBy: users.name },
  },
  `SELECT s.revision, s.digest, s.text, s.occasion, s.sealed_at AS sealedAt, u.name AS sealedBy
   FROM bid_seals s JOIN users u ON u.id = s.sealed_by WHERE s.bid_id = :bid ORDER BY s.revision DESC`,
)

/** A version of a bid as it was sealed. The text is null where it was not kept, `isIntact` then too. */
export type SealedVersion = RowOf<typeof sealedVersions> & {
  /** Whether the text still has the hash. */
  isIntact: boolean | null
  attachments: Attachment[]
}

export type Receipt = Omit<RowOf<typeof ownBid>, 'id'> & {
  bidId: string
  companyName: string
  /** Every version that was sealed, newest first. */
  versions: SealedVersion[]
}

/** The version that the address asks for by `?version=`, the newest without it; null if there is none. */
export function versionOf({ versions }: Receipt, request: Request): SealedVersion | null {
  const asked = new URL(request.url).searchParams.get('version')
  return versions.find(({ revision }) => asked === null || String(revision) === asked) ?? null
}

/** What the caller's company has sealed of one of its bids, with the texts (BID-18); null for everybody else, and for a bid that was never submitted. */
export function getReceipt(ctx: Context, bidId: string): Receipt | null {
  const bid = ownBid.first(ctx.db, { bid: bidId, company: companyInScope(ctx, 'bids.read') })
  if (!bid || !ctx.company) return null
  const every = listEveryAttachment(ctx.db, bidId)
  const versions = sealedVersions.all(ctx.db, { bid: bidId }).map((one) => ({
    ...one,
    isIntact: one.text === null ? null : digestOf(one.text) === one.digest,
    attachments: attachmentsOf(every, one.revision),
  }))
  const { id, ...facts } = bid
  return versions.length === 0 ? null : { ...facts, bidId: id, companyName: ctx.company.name, versions }
}

import type { Dispute } from '#app/features/escrow/queries.server.ts'
import { useFormat } from '#app/i18n/format.ts'

/** Why a party disputes the money that an admin is about to divide, in its own words. */
export function DisputeReason({ dispute }: { dispute: Dispute | null }) {
  const format = useFormat()
  if (!dispute?.note) return null
  return (
    <figure className="flex flex-col gap-1">
      <blockquote className="border-s-2 border-border ps-3 whitespace-pre-line wrap-anywhere">
        {dispute.note}
      </blockquote>
      <figcaption className="flex flex-wrap gap-x-2 text-sm text-muted-foreground">
        {dispute.actorName && <span>{dispute.actorName}</span>}
        <time dateTime={new Date(dispute.at).toISOString()}>{format.dateTime(dispute.at)}</time>
      </figcaption>
    </figure>
  )
}

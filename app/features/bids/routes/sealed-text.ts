import type { LoaderFunctionArgs } from '@remix-run/node'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { getReceipt } from '#app/features/bids/receipts/receipt.server.ts'
import { fileAnswer } from '#app/i18n/file-answer.server.ts'

/** The text of a sealed version of the caller's own bid, byte by byte what its hash is of. */
export const loader = ({ request, params }: LoaderFunctionArgs) =>
  fileAnswer(request, async () => {
    const ctx = await requireCompany(request, 'bids.read')
    const { versions } = orNotFound(getReceipt(ctx, params.bidId ?? ''))
    const { text, revision } = orNotFound(versions.find((one) => String(one.revision) === params.revision) ?? null)
    return new Response(orNotFound(text), {
      headers: {
        'Content-Type': 'text/plain; charset=utf-8',
        'Content-Disposition': `attachment; filename="bid-${revision}.txt"`,
        'Cache-Control': 'no-store',
      },
    })
  })

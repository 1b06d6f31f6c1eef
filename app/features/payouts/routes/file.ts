import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { requireRole } from '#app/features/accounts/guards.server.ts'
import { takePaymentFile } from '#app/features/payouts/take-payment-file.server.ts'
import { fileAnswer } from '#app/i18n/file-answer.server.ts'

export const loader = ({ params }: LoaderFunctionArgs) => redirect(`/escrow/payouts/${params.runId}`)

/** The payment file of a run for the bank. Taking it is recorded, so that it is posted. */
export const action = ({ request, params }: ActionFunctionArgs) =>
  fileAnswer(request, async () => {
    const ctx = await requireRole(request, 'admin')
    const { name, xml } = takePaymentFile(ctx, params.runId ?? '')
    return new Response(xml, {
      headers: {
        'Content-Type': 'application/xml; charset=utf-8',
        'Content-Disposition': `attachment; filename="${name}"`,
        'Cache-Control': 'no-store',
      },
    })
  })

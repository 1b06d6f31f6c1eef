import type { LoaderFunctionArgs } from '@remix-run/node'
import { orNotFound, visitorContext } from '#app/features/accounts/guards.server.ts'
import { findSealCertificate } from '#app/features/seals/queries.server.ts'
import { fileAnswer } from '#app/i18n/file-answer.server.ts'

/** The certificate of the seal as a file, the newest or, with `?sha256=`, an earlier one. */
export const loader = ({ request }: LoaderFunctionArgs) =>
  fileAnswer(request, async () => {
    const ctx = await visitorContext(request)
    const certificate = orNotFound(findSealCertificate(ctx, new URL(request.url).searchParams.get('sha256')))
    return new Response(new Uint8Array(certificate), {
      headers: {
        'Content-Type': 'application/pkix-cert',
        'Content-Disposition': 'attachment; filename="seal.cer"',
        'Cache-Control': 'no-store',
      },
    })
  })

import { createHash } from 'node:crypto'
import type { LoaderFunctionArgs } from '@remix-run/node'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { requireRateLimit } from '#app/features/accounts/rate-limited-user.server.ts'
import { getChain } from '#app/features/chain/chain.server.ts'
import { proofOf } from '#app/features/chain/proof.ts'
import { fileAnswer } from '#app/i18n/file-answer.server.ts'
import { env } from '#app/platform/env.server.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'

/** The proof of a contract's chain (CON-16), which `verify-proof.mjs` verifies without us. */
export const loader = ({ request, params }: LoaderFunctionArgs) =>
  fileAnswer(request, async () => {
    const ctx = await requireCompany(request, 'contracts.read')
    await requireRateLimit(ctx, rateLimits.pdf)
    const chain = orNotFound(getChain(ctx, params.contractId ?? ''))
    orNotFound(chain.contract.documentHash)
    const proof = proofOf(chain, env.origin, ctx.now)
    const sha256 = createHash('sha256').update(JSON.stringify(proof)).digest('hex')
    return new Response(`${JSON.stringify({ ...proof, sha256 }, null, 1)}\n`, {
      headers: {
        'Content-Type': 'application/json; charset=utf-8',
        'Content-Disposition': `attachment; filename="proof-${chain.contract.number}.json"`,
        'Cache-Control': 'no-store',
      },
    })
  })

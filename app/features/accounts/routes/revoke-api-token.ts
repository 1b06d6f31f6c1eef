import type { ActionFunctionArgs } from '@remix-run/node'
import { revokeApiToken } from '#app/features/accounts/api/revoke-api-token.server.ts'
import { handleButton, redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { requireUser } from '#app/features/accounts/guards.server.ts'

const page = '/security/api-tokens'

/** Ends one of the user's personal tokens for the API. */
export async function action({ request, params }: ActionFunctionArgs): Promise<Response> {
  const ctx = await requireUser(request)
  return handleButton(request, page, () => {
    const { name } = revokeApiToken(ctx, { tokenId: params.tokenId ?? '' })
    return redirectWithFlash(request, page, { tone: 'success', text: { key: 'apitokens:revoked', params: { name } } })
  })
}

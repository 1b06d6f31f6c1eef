import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { frozenParties } from '#app/features/contracts/contract-document.ts'
import { readerOf } from '#app/i18n/reader.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { getHandover } from './queries.server.ts'
import { signedHandover } from './signed-handover.server.ts'

/**
 * The number of a handover in an address.
 * @throws Response 404 for what is no such number
 */
export const handoverNumber = (text = ''): number => orNotFound(/^[1-9]\d{0,8}$/.test(text) ? Number(text) : null)

/** The page of a contract's handover, or of one of its handovers. */
export const handoverPath = (contractId = '', number?: number): string =>
  number === undefined ? `/contracts/${contractId}/handover` : `/contracts/${contractId}/handover/${number}`

/** What the page of a handover shows: the latest, or that of a number. */
export async function loadHandoverPage(request: Request, contractId = '', number?: number) {
  const ctx = await requireCompany(request, 'contracts.read')
  const { handover, ...page } = orNotFound(getHandover(ctx, contractId, number))
  const submissionId = newSubmissionId()
  if (!handover) return { ...page, handover: null, paper: null, names: null, submissionId }
  const { client, provider } = frozenParties(handover.text)
  const { text: _text, ...shown } = handover
  const paper = signedHandover(handover, await readerOf(request, ctx.actor))
  return { ...page, handover: shown, paper, names: { client: client.name, provider: provider.name }, submissionId }
}

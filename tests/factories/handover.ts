import { attachToDefect } from '#app/features/handover/attach-to-defect.server.ts'
import { callHandover } from '#app/features/handover/call-handover.server.ts'
import { getHandover } from '#app/features/handover/queries.server.ts'
import { updateHandover } from '#app/features/handover/update-handover.server.ts'
import { businessDay } from '#app/platform/business-day.ts'
import { approved, type Deal } from './deal.ts'
import { storedFile } from './document.ts'

/** What the form of a handover protocol says, held at `now`: accepted with one defect. */
export const handoverInput = (now: number) => ({
  ...{
    heldOn: businessDay(now),
    present: 'Aino Aho and Pekka Puu',
    result: 'accepted_with_defects' as const,
    reasons: '',
  },
  claims: 'The key is missing.',
  defects: [{ description: 'The gutter drips', place: 'North wall', responsible: 'provider' as const, dueOn: null }],
})

/** Approves both milestones of a signed deal, so that its handover can be called. Returns the contract's id. */
export function approvedDeal(deal: Deal): string {
  for (const milestoneId of deal.milestoneIds) approved(deal, milestoneId)
  return deal.contractId
}

/** Calls the handover of an approved contract and writes its protocol, with a file of the client at its defect unless `files` is false. Returns their ids. */
export function writtenHandover(
  { client, provider }: Pick<Deal, 'client' | 'provider'>,
  contractId: string,
  { files = true } = {},
) {
  callHandover(provider, { contractId })
  updateHandover(provider, { ...handoverInput(provider.now), contractId })
  const defect = getHandover(client, contractId)?.handover?.defects[0]?.id ?? ''
  if (files)
    attachToDefect(client, {
      contractId,
      defectId: defect,
      files: [storedFile('gutter.pdf', 'what the gutter looks like')],
    })
  const [file] = getHandover(client, contractId)?.handover?.defects[0]?.files ?? []
  return { defect, defectFile: file?.fileId ?? '', defectAttachment: file?.id ?? '' }
}

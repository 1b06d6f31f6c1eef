import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { handoverNumber, handoverPath } from '#app/features/handover/handover-page.server.ts'
import { getHandover } from '#app/features/handover/queries.server.ts'
import { handoverSchema } from '#app/features/handover/schemas.server.ts'
import { HandoverCrumbs } from '#app/features/handover/ui/handover-crumbs.tsx'
import { HandoverForm } from '#app/features/handover/ui/handover-form.tsx'
import { updateHandover } from '#app/features/handover/update-handover.server.ts'
import { businessDay } from '#app/platform/business-day.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { leavePage } from '#app/platform/forms/leave-page.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { revalidateIfRead } from '#app/ui/keep-typed.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'handover:form.title' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'contracts.handover')
  const { contract, party, ...found } = orNotFound(
    getHandover(ctx, params.contractId ?? '', handoverNumber(params.number)),
  )
  const handover = orNotFound(found.handover)
  if (!handover.actions.includes('edit')) leavePage(handoverPath(contract.id, handover.number))
  const { heldOn, present, result, reasons, clientClaims, providerClaims, defects, updatedAt } = handover
  const [claims, otherClaims] = party === 'client' ? [clientClaims, providerClaims] : [providerClaims, clientClaims]
  return {
    contract,
    party,
    otherClaims,
    number: handover.number,
    expectedVersion: updatedAt,
    submissionId: newSubmissionId(),
    initial: {
      ...{ heldOn: heldOn ?? businessDay(ctx.now), present, result: result ?? '' },
      ...{ reasons, claims },
      defects: defects.map(({ id, description, place, responsible, dueOn }) => ({
        ...{ id, description, place, responsible, dueOn: dueOn ?? '' },
      })),
    },
  }
}

/** Reloads the stored version after a refused form, so that it can be sent again on purpose. */
export const shouldRevalidate = revalidateIfRead

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'contracts.read')
  const of = { contractId: params.contractId ?? '', number: handoverNumber(params.number) }
  return handleForm(request, handoverSchema, (input) => {
    updateHandover(ctx, { ...input, ...of })
    const text = { key: 'handover:flash.written' }
    return redirectWithFlash(request, handoverPath(of.contractId, of.number), { tone: 'success', text })
  })
}

export default function EditHandover() {
  const { contract, number, party, otherClaims, initial, expectedVersion, submissionId } =
    useLoaderData<typeof loader>()
  const { t } = useTranslation('handover')
  return (
    <div className="flex max-w-reading flex-col gap-6">
      <HandoverCrumbs contract={contract} here={t('form.title')} />
      <HandoverForm
        lastResult={useActionData<typeof action>()?.lastResult}
        party={party}
        otherClaims={otherClaims}
        initial={initial}
        submissionId={submissionId}
        expectedVersion={expectedVersion}
        cancelTo={`/contracts/${contract.id}/handover/${number}`}
      />
    </div>
  )
}

import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { contentOf } from '#app/features/clients/client-rows.server.ts'
import { mergeClients } from '#app/features/clients/merging/merge-clients.server.ts'
import { choiceNames, firstChoice } from '#app/features/clients/merging/merged-content.ts'
import { getClient, listClientChoices } from '#app/features/clients/queries.server.ts'
import { ChooseDouble } from '#app/features/clients/ui/choose-double.tsx'
import { MergeForm } from '#app/features/clients/ui/merge-form.tsx'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { leavePage } from '#app/platform/forms/leave-page.server.ts'
import { expectedVersionField } from '#app/platform/forms/require-unchanged.ts'
import { newSubmissionId, submissionIdField } from '#app/platform/forms/submission-id.server.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { revalidateIfRead } from '#app/ui/keep-typed.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'clientmerge:merge.title' }

const side = z.enum(['kept', 'other'], { error: 'validation:choice' }).default('kept')
const schema = z.object({
  submissionId: submissionIdField,
  otherId: z.string({ error: 'validation:choice' }).max(50),
  expectedVersion: expectedVersionField,
  otherVersion: expectedVersionField,
  ...(Object.fromEntries(choiceNames.map((choice) => [choice, side])) as Record<
    (typeof choiceNames)[number],
    typeof side
  >),
})

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'clients.update')
  const kept = orNotFound(getClient(ctx, params.clientId ?? ''))
  if (kept.mergedIntoId) leavePage(`/clients/${kept.mergedIntoId}`)
  const asked = new URL(request.url).searchParams.get('with')
  const other = asked ? orNotFound(getClient(ctx, asked)) : null
  // Merged meanwhile, or with itself.
  if (other?.mergedIntoId || other?.id === kept.id) leavePage(`/clients/${kept.id}`)
  const shown = (row: typeof kept) => ({ id: row.id, updatedAt: row.updatedAt, content: contentOf(row) })
  return {
    kept: shown(kept),
    other: other && shown(other),
    first:
      other &&
      Object.fromEntries(choiceNames.map((name) => [name, firstChoice(name, contentOf(kept), contentOf(other))])),
    choices: other ? [] : listClientChoices(ctx).filter(({ id }) => id !== kept.id),
    submissionId: newSubmissionId(),
  }
}

export const shouldRevalidate = revalidateIfRead

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'clients.update')
  const { id: keptId } = orNotFound(getClient(ctx, params.clientId ?? ''))
  return handleForm(
    request,
    schema,
    ({ submissionId, otherId, expectedVersion: keptVersion, otherVersion, ...sides }) => {
      const { id } = mergeClients(ctx, { keptId, otherId, sides, keptVersion, otherVersion, submissionId })
      return redirectWithFlash(request, `/clients/${id}`, { tone: 'success', text: { key: 'clientmerge:done' } })
    },
  )
}

/** A client is chosen, and then merged into this one, with what stays of each. */
export default function MergeClients() {
  const { kept, other, first, choices, submissionId } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()?.lastResult
  const { t } = useTranslation('clientmerge')
  const { t: tClient } = useTranslation('clients')
  const crumbs = [
    { label: tClient('list.title'), to: '/clients' },
    { label: kept.content.name, to: `/clients/${kept.id}` },
    { label: t('merge.title') },
  ]
  return (
    <div className="flex w-full max-w-form flex-col gap-6">
      <Breadcrumbs items={crumbs} />
      {other && first ? (
        <MergeForm kept={kept} other={other} first={first} submissionId={submissionId} lastResult={lastResult} />
      ) : (
        <ChooseDouble kept={kept} choices={choices} />
      )}
    </div>
  )
}

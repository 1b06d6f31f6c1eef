import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { getFinalAccount } from '#app/features/final-accounts/queries.server.ts'
import { reservationsOf } from '#app/features/final-accounts/reservations.server.ts'
import { finalAccountSchema } from '#app/features/final-accounts/schemas.server.ts'
import { FinalAccountCrumbs } from '#app/features/final-accounts/ui/final-account-crumbs.tsx'
import { FinalAccountForm } from '#app/features/final-accounts/ui/final-account-form.tsx'
import { updateFinalAccount } from '#app/features/final-accounts/update-final-account.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { localeContextOf } from '#app/i18n/locale-context.server.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { leavePage } from '#app/platform/forms/leave-page.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { revalidateIfRead } from '#app/ui/keep-typed.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'finalaccount:form.title' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'contracts.handover')
  const { contract, party, ...found } = orNotFound(getFinalAccount(ctx, params.contractId ?? ''))
  const account = orNotFound(found.account)
  if (!account.actions.includes('edit')) leavePage(`/contracts/${contract.id}/final-account`)
  const { decimalMark } = await localeContextOf(request, ctx.actor)
  const amount = (cents: number) => (cents / 100).toFixed(2).replace('.', decimalMark)
  const own = account.items.filter(({ claimant }) => claimant === party)
  const others = account.items.filter(({ claimant }) => claimant !== party)
  return {
    ...{ contract, party, delay: account.delay, expectedVersion: account.updatedAt, submissionId: newSubmissionId() },
    reserved: reservationsOf(ctx.db, contract.id, party),
    others: others.map(({ id, kind, description, amountCents }) => ({ id, kind, description, amountCents })),
    initial: {
      items: own.map(({ kind, description, amountCents }) => ({ kind, description, amount: amount(amountCents) })),
      answers: others.map(({ id, answer, answerText }) => ({ id, answer, answerText })),
    },
  }
}

/** Reloads the stored version after a refused form, so that it can be sent again on purpose. */
export const shouldRevalidate = revalidateIfRead

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'contracts.read')
  const contractId = params.contractId ?? ''
  return handleForm(request, finalAccountSchema(await localeContextOf(request, ctx.actor)), (input) => {
    updateFinalAccount(ctx, { ...input, contractId })
    const text = { key: 'finalaccount:flash.written' }
    return redirectWithFlash(request, `/contracts/${contractId}/final-account`, { tone: 'success', text })
  })
}

/** A party's part of the final account. */
export default function EditFinalAccount() {
  const { contract, party, delay, reserved, others, initial, expectedVersion, submissionId } =
    useLoaderData<typeof loader>()
  const { t } = useTranslation('finalaccount')
  const format = useFormat()
  const partsNote = delay && delay.parts.length > 0 ? [t('form.delayParts')] : []
  const computed = delay && {
    amount: format.money(delay.cents, contract.currency),
    price: format.money(delay.netCents, contract.currency),
    percent: format.percent(delay.rateBp),
    count: delay.countedDays,
  }
  return (
    <div className="flex max-w-reading flex-col gap-6">
      <FinalAccountCrumbs contract={contract} here={t('form.title')} />
      <FinalAccountForm
        lastResult={useActionData<typeof action>()?.lastResult}
        party={party}
        currency={contract.currency}
        reserved={reserved}
        others={others}
        delay={computed && computed.count > 0 ? [t('form.delay', computed), ...partsNote].join(' ') : null}
        initial={initial}
        submissionId={submissionId}
        expectedVersion={expectedVersion}
        cancelTo={`/contracts/${contract.id}/final-account`}
      />
    </div>
  )
}

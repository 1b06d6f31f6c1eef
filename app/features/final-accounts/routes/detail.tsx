import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'
import { PenLine, Scale, SquarePen, Undo2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { handleButton, redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { frozenParties } from '#app/features/contracts/contract-document.ts'
import { RowsDiffer } from '#app/features/contracts/ui/rows-differ.tsx'
import { Signatures } from '#app/features/contracts/ui/signatures.tsx'
import { SignedSheet } from '#app/features/contracts/ui/signed-sheet.tsx'
import { beginFinalAccount } from '#app/features/final-accounts/begin-final-account.server.ts'
import { getFinalAccount } from '#app/features/final-accounts/queries.server.ts'
import { signedFinalAccount } from '#app/features/final-accounts/signed-final-account.server.ts'
import { FinalAccountCrumbs } from '#app/features/final-accounts/ui/final-account-crumbs.tsx'
import { i18nFor } from '#app/i18n/i18n.server.ts'
import { readerOf } from '#app/i18n/reader.server.ts'
import { readForm } from '#app/platform/forms/form.server.ts'
import { newSubmissionId, submissionIdOf } from '#app/platform/forms/submission-id.server.ts'
import { Alert } from '#app/ui/alert.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { PageSection } from '#app/ui/page-section.tsx'
import { StatusBadge } from '#app/ui/status-badge.tsx'
import { TextLink } from '#app/ui/text-link.tsx'

export const handle: PageHandle = { title: 'finalaccount:title', description: 'finalaccount:description' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'contracts.read')
  const { account, ...page } = orNotFound(getFinalAccount(ctx, params.contractId ?? ''))
  const submissionId = newSubmissionId()
  if (!account) return { ...page, account: null, paper: null, names: null, submissionId }
  const { client, provider } = frozenParties(account.text)
  const paper = signedFinalAccount(account, await readerOf(request, ctx.actor))
  const { name, status, documentHash, rowsMatch, signatures, returned, actions, writtenBy } = account
  const isToAnswer = status === 'draft' && writtenBy !== null && writtenBy !== page.party
  const shown = { name, status, isToAnswer, documentHash, rowsMatch, signatures, returned, actions }
  return { ...page, account: shown, paper, names: { client: client.name, provider: provider.name }, submissionId }
}

/** Begins the final account. */
export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'contracts.read')
  const contractId = params.contractId ?? ''
  const path = `/contracts/${contractId}/final-account`
  const submissionId = submissionIdOf(await readForm(request))
  const t = i18nFor((await readerOf(request, ctx.actor)).locale).getFixedT(null, 'escrow')
  return handleButton(request, path, () => {
    beginFinalAccount(ctx, { contractId, statusText: (status) => t(`status.${status}`), submissionId })
    return redirectWithFlash(request, path, { tone: 'success', text: { key: 'finalaccount:flash.begun' } })
  })
}

const looks = [
  { action: 'propose', to: 'sign', icon: PenLine, variant: 'primary' },
  { action: 'sign', to: 'sign', icon: PenLine, variant: 'primary' },
  { action: 'edit', to: 'edit', icon: SquarePen, variant: 'outline' },
  { action: 'return', to: 'return', icon: Undo2, variant: 'outline' },
] as const

/** The final account of a contract: what the user has to do now, the account, and who has signed it. */
export default function FinalAccount() {
  const { contract, account, paper, names, mayBegin, isDue, submissionId } = useLoaderData<typeof loader>()
  const { t } = useTranslation('finalaccount')
  const { t: tContract } = useTranslation('contracts')
  const path = `/contracts/${contract.id}/final-account`
  const open = looks.filter(({ action }) => account?.actions.includes(action))
  return (
    <div className="flex w-full max-w-reading flex-col gap-6">
      <FinalAccountCrumbs contract={contract} />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="flex flex-wrap items-center gap-3">
          <span className="text-lg font-semibold wrap-anywhere">{account?.name ?? contract.title}</span>
          {account && <StatusBadge status={account.status}>{t(`status.${account.status}`)}</StatusBadge>}
        </p>
        <div className="flex flex-wrap gap-2 print:hidden">
          {open.map(({ action, to, icon, variant }) => (
            <ButtonLink key={action} to={`${path}/${to}`} icon={icon} variant={variant}>
              {t(`action.${action}`)}
            </ButtonLink>
          ))}
          {mayBegin && (
            <Form method="post">
              <input type="hidden" name="submissionId" value={submissionId} />
              <SubmitButton icon={Scale}>{t('action.begin')}</SubmitButton>
            </Form>
          )}
        </div>
      </div>
      {account && !account.rowsMatch && <RowsDiffer />}
      <Alert tone={account?.status === 'signed' ? 'success' : 'info'} className="print:hidden">
        {account
          ? t(`hint.${account.isToAnswer ? 'answer' : account.status}`)
          : t(isDue ? 'hint.none' : 'hint.tooEarly')}
        {account?.returned && <p className="mt-1 wrap-anywhere">{t('hint.reason', { reason: account.returned })}</p>}
      </Alert>
      {paper && <SignedSheet paper={paper} pdf={`${path}/account.pdf`} />}
      {account?.documentHash && names && (
        <PageSection
          title={tContract('detail.signatures')}
          actions={<TextLink to={`/verify/${account.documentHash}`}>{tContract('detail.verify')}</TextLink>}
        >
          <Signatures signatures={account.signatures} names={names} />
        </PageSection>
      )}
    </div>
  )
}

import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'
import { ClipboardCheck, PenLine, SquarePen, Undo2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { handleButton, redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { frozenParties } from '#app/features/contracts/contract-document.ts'
import { RowsDiffer } from '#app/features/contracts/ui/rows-differ.tsx'
import { Signatures } from '#app/features/contracts/ui/signatures.tsx'
import { SignedSheet } from '#app/features/contracts/ui/signed-sheet.tsx'
import { callHandover } from '#app/features/handover/call-handover.server.ts'
import { getHandover } from '#app/features/handover/queries.server.ts'
import { signedHandover } from '#app/features/handover/signed-handover.server.ts'
import { DefectList } from '#app/features/handover/ui/defect-list.tsx'
import { HandoverCrumbs } from '#app/features/handover/ui/handover-crumbs.tsx'
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

export const handle: PageHandle = { title: 'handover:title', description: 'handover:description' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'contracts.read')
  const { handover, ...page } = orNotFound(getHandover(ctx, params.contractId ?? ''))
  const submissionId = newSubmissionId()
  if (!handover) return { ...page, handover: null, paper: null, names: null, submissionId }
  const { client, provider } = frozenParties(handover.text)
  const { text: _text, ...shown } = handover
  const paper = signedHandover(handover, await readerOf(request, ctx.actor))
  return { ...page, handover: shown, paper, names: { client: client.name, provider: provider.name }, submissionId }
}

/** Calls the handover. */
export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'contracts.read')
  const contractId = params.contractId ?? ''
  const path = `/contracts/${contractId}/handover`
  const submissionId = submissionIdOf(await readForm(request))
  return handleButton(request, path, () => {
    callHandover(ctx, { contractId, submissionId })
    return redirectWithFlash(request, path, { tone: 'success', text: { key: 'handover:flash.called' } })
  })
}

const looks = [
  { action: 'propose', to: 'sign', icon: PenLine, variant: 'primary' },
  { action: 'sign', to: 'sign', icon: PenLine, variant: 'primary' },
  { action: 'edit', to: 'edit', icon: SquarePen, variant: 'outline' },
  { action: 'return', to: 'return', icon: Undo2, variant: 'outline' },
] as const

/** The handover of a contract: what the user has to do now, the protocol, its defects, and who has signed it. */
export default function Handover() {
  const { contract, handover, paper, names, mayCall, openMilestones, submissionId } = useLoaderData<typeof loader>()
  const { t } = useTranslation('handover')
  const { t: tContract } = useTranslation('contracts')
  const path = `/contracts/${contract.id}/handover`
  const open = looks.filter(({ action }) => handover?.actions.includes(action))
  return (
    <div className="mx-auto flex w-full max-w-4xl flex-col gap-6">
      <HandoverCrumbs contract={contract} />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="flex flex-wrap items-center gap-3">
          <span className="text-lg font-semibold">{handover?.name ?? contract.title}</span>
          {handover && <StatusBadge status={handover.status}>{t(`status.${handover.status}`)}</StatusBadge>}
        </p>
        <div className="flex flex-wrap gap-2 print:hidden">
          {open.map(({ action, to, icon, variant }) => (
            <ButtonLink key={action} to={`${path}/${to}`} icon={icon} variant={variant}>
              {t(`action.${action}`)}
            </ButtonLink>
          ))}
          {mayCall && (
            <Form method="post">
              <input type="hidden" name="submissionId" value={submissionId} />
              <SubmitButton icon={ClipboardCheck}>{t('action.call')}</SubmitButton>
            </Form>
          )}
        </div>
      </div>
      {handover && !handover.rowsMatch && <RowsDiffer />}
      <Alert tone={handover?.status === 'signed' ? 'success' : 'info'} className="print:hidden">
        {handover
          ? t(`hint.${handover.status}`)
          : openMilestones > 0
            ? t('hint.milestones', { count: openMilestones })
            : t('hint.none')}
        {handover?.returned && <p className="mt-1 wrap-anywhere">{t('hint.reason', { reason: handover.returned })}</p>}
      </Alert>
      {handover?.status === 'signed' && handover.defects.length > 0 && (
        <PageSection title={t('defect.title')}>
          <DefectList contractId={contract.id} defects={handover.defects} />
        </PageSection>
      )}
      {handover && paper && handover.heldOn && <SignedSheet paper={paper} pdf={`${path}/handover.pdf`} />}
      {handover?.documentHash && names && (
        <PageSection
          title={tContract('detail.signatures')}
          actions={<TextLink to={`/verify/${handover.documentHash}`}>{tContract('detail.verify')}</TextLink>}
        >
          <Signatures signatures={handover.signatures} names={names} />
        </PageSection>
      )}
    </div>
  )
}

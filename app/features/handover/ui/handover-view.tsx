import { Form } from '@remix-run/react'
import { ClipboardCheck, PenLine, SquarePen, Undo2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { RowsDiffer } from '#app/features/contracts/ui/rows-differ.tsx'
import { Signatures } from '#app/features/contracts/ui/signatures.tsx'
import { SignedSheet } from '#app/features/contracts/ui/signed-sheet.tsx'
import type { loadHandoverPage } from '#app/features/handover/handover-page.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Alert } from '#app/ui/alert.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { PageSection } from '#app/ui/page-section.tsx'
import { StatusBadge } from '#app/ui/status-badge.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import { CallPart } from './call-part.tsx'
import { DefectList } from './defect-list.tsx'
import { HandoverCrumbs } from './handover-crumbs.tsx'

const looks = [
  { action: 'propose', to: 'sign', icon: PenLine, variant: 'primary' },
  { action: 'sign', to: 'sign', icon: PenLine, variant: 'primary' },
  { action: 'edit', to: 'edit', icon: SquarePen, variant: 'outline' },
  { action: 'return', to: 'return', icon: Undo2, variant: 'outline' },
] as const

/** The handover of a contract: what the user has to do now, the protocol, its defects, and who has signed it. */
export function HandoverView({ page }: { page: Awaited<ReturnType<typeof loadHandoverPage>> }) {
  const {
    contract,
    party,
    handover,
    others,
    isLatest,
    paper,
    names,
    mayCall,
    callableParts,
    left,
    openMilestones,
    submissionId,
  } = page
  const { t } = useTranslation('handover')
  const { t: tContract } = useTranslation('contracts')
  const format = useFormat()
  const path = `/contracts/${contract.id}/handover`
  const isToAnswer = handover?.status === 'called' && handover.writtenBy !== null && handover.writtenBy !== party
  const open = looks.filter(({ action }) => handover?.actions.includes(action))
  return (
    <div className="flex w-full max-w-reading flex-col gap-6">
      <HandoverCrumbs contract={contract} {...(handover && !isLatest ? { here: handover.name } : {})} />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="flex flex-wrap items-center gap-3">
          <span className="text-lg font-semibold">{handover?.name ?? contract.title}</span>
          {handover && <StatusBadge status={handover.status}>{t(`status.${handover.status}`)}</StatusBadge>}
          {handover?.isPart && <span className="text-sm text-muted-foreground">{t('part.of')}</span>}
        </p>
        <div className="flex flex-wrap gap-2 print:hidden">
          {open.map(({ action, to, icon, variant }) => (
            <ButtonLink key={action} to={`${path}/${handover?.number}/${to}`} icon={icon} variant={variant}>
              {t(`action.${action}`)}
            </ButtonLink>
          ))}
          {mayCall && (
            <Form method="post" action={path}>
              <input type="hidden" name="submissionId" value={submissionId} />
              <SubmitButton icon={ClipboardCheck}>{t(left ? 'action.callRest' : 'action.call')}</SubmitButton>
            </Form>
          )}
        </div>
      </div>
      {handover && !handover.rowsMatch && <RowsDiffer />}
      <Alert
        tone={handover?.status === 'signed' && handover.result !== 'refused' ? 'success' : 'info'}
        className="print:hidden"
      >
        {handover
          ? t(`hint.${isToAnswer ? 'answer' : handover.status}`)
          : openMilestones > 0
            ? t('hint.milestones', { count: openMilestones })
            : t('hint.none')}
        {handover?.returned && (
          <p className="mt-1 wrap-anywhere">
            {handover.status === 'returned'
              ? tContract('detail.reason', { reason: handover.returned })
              : t('hint.reason', { reason: handover.returned })}
          </p>
        )}
      </Alert>
      {handover?.earlyFor && handover.status !== 'signed' && (
        <Alert tone="info" className="print:hidden">
          {t('hint.early', { date: format.date(handover.earlyFor) })}
        </Alert>
      )}
      {left && left.length > 0 && (
        <Alert tone="info" title={t('part.left')} className="print:hidden">
          {left.map(({ position, title }) => `${position}. ${title}`).join(', ')}
        </Alert>
      )}
      {callableParts.length > 0 && <CallPart parts={callableParts} path={path} submissionId={submissionId} />}
      {handover && handover.defects.length > 0 && (
        <PageSection title={t(handover.status === 'signed' ? 'defect.title' : 'field.defects')}>
          <DefectList
            path={`${path}/${handover.number}/defects`}
            defects={handover.defects}
            isSigned={handover.status === 'signed'}
          />
        </PageSection>
      )}
      {handover && paper && handover.heldOn && (
        <SignedSheet paper={paper} pdf={`${path}/${handover.number}/handover.pdf`} />
      )}
      {handover?.documentHash && names && (
        <PageSection
          title={tContract('detail.signatures')}
          actions={<TextLink to={`/verify/${handover.documentHash}`}>{tContract('detail.verify')}</TextLink>}
        >
          <Signatures signatures={handover.signatures} names={names} />
        </PageSection>
      )}
      {others.length > 0 && (
        <PageSection title={t('others.title')} className="print:hidden">
          <ul className="flex flex-col divide-y divide-border rounded-lg border border-border bg-card">
            {others.map(({ number, name, status, result, heldOn, openDefects, parts }) => (
              <li key={number} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 p-4">
                <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                  <TextLink to={`${path}/${number}`}>{name}</TextLink>
                  <span className="text-sm text-muted-foreground">
                    {[
                      heldOn && format.date(heldOn),
                      result && t(`result.${result}`),
                      parts.map(({ position, title }) => `${position}. ${title}`).join(', '),
                      openDefects > 0 && t('others.defects', { count: openDefects }),
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                </p>
                <StatusBadge status={status}>{t(`status.${status}`)}</StatusBadge>
              </li>
            ))}
          </ul>
        </PageSection>
      )}
    </div>
  )
}

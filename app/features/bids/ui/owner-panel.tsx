import { Ban, ClipboardCheck, FileSignature, Lock, Pencil, Repeat, Scale, Send, Trash2, UserPlus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { isBeforeDeadline } from '#app/features/projects/bid-deadline.ts'
import type { ProjectButton } from '#app/features/projects/project-rights.ts'
import type { ProjectDetail } from '#app/features/projects/queries.server.ts'
import { useDeadline } from '#app/i18n/deadline-text.ts'
import { Alert } from '#app/ui/alert.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { ContractLink } from './contract-link.tsx'

/** The state of a project for its owner, and the next steps. */
export function OwnerPanel({
  project,
  buttons,
  isPending,
  bidCount,
  awardedTo,
  revoked,
  contractId,
  nobodyInvited,
  now,
}: {
  project: ProjectDetail
  /** The buttons that the user has the right to. */
  buttons: readonly ProjectButton[]
  /** The bids wait for the points of the evaluators. */
  isPending: boolean
  bidCount: number
  awardedTo: string | null
  /** Whose award was taken back, and who was named for that case. */
  revoked: { chosen: string; fallback: string | null } | null
  /** The id of the project's contract, once there is one. */
  contractId: string | null
  /** By invitation, and nobody is invited yet. */
  nobodyInvited: boolean
  now: number
}) {
  const { t } = useTranslation('projects')
  const { t: tStage } = useTranslation('projectstage')
  const deadline = useDeadline()
  const { id, status, bidDeadline } = project
  const isDue = !isBeforeDeadline(now, bidDeadline)
  const company = awardedTo ?? ''
  const may = (button: ProjectButton) => buttons.includes(button)
  const cancel = may('cancel') && (
    <ButtonLink to={`/projects/${id}/cancel`} variant="ghost" icon={Ban}>
      {t('detail.cancelProject')}
    </ButtonLink>
  )
  const compare = (variant: 'primary' | 'outline') => (
    <ButtonLink to={`/projects/${id}/bids`} variant={variant} icon={Scale}>
      {t('detail.compare')}
    </ButtonLink>
  )
  const contract = contractId && <ContractLink contractId={contractId} />
  if (project.isSample) {
    return (
      <Alert
        tone="info"
        title={tStage('owner.sample.title')}
        actions={
          <>
            <ButtonLink to="/tour?step=compare">{tStage('owner.sample.next')}</ButtonLink>
            {may('edit') && (
              <ButtonLink to={`/projects/${id}/edit`} variant="outline" icon={Pencil}>
                {t('detail.edit')}
              </ButtonLink>
            )}
            {may('delete') && (
              <ButtonLink to={`/projects/${id}/delete`} variant="ghost" icon={Trash2}>
                {tStage('owner.sample.remove')}
              </ButtonLink>
            )}
          </>
        }
      >
        {tStage('owner.sample.text')}
      </Alert>
    )
  }
  if (status === 'draft') {
    return (
      <Alert
        tone={isDue ? 'warning' : 'info'}
        title={isDue ? tStage('owner.draftLate.title') : tStage('owner.draft.title')}
        actions={
          <>
            {!isDue && may('publish') && (
              <ButtonLink to={`/projects/${id}/publish`} icon={Send}>
                {tStage('owner.draft.review')}
              </ButtonLink>
            )}
            {may('edit') && (
              <ButtonLink to={`/projects/${id}/edit`} variant={isDue ? 'primary' : 'outline'} icon={Pencil}>
                {t('detail.edit')}
              </ButtonLink>
            )}
            {may('delete') && (
              <ButtonLink to={`/projects/${id}/delete`} variant="ghost" icon={Trash2}>
                {t('detail.deleteDraft')}
              </ButtonLink>
            )}
          </>
        }
      >
        {isDue ? tStage('owner.draftLate.text') : tStage('owner.draft.text')}
      </Alert>
    )
  }
  if (status === 'open') {
    const isUninvited = nobodyInvited && !isDue
    return (
      <Alert
        tone={isUninvited ? 'warning' : 'info'}
        title={tStage(`owner.${isDue ? 'due' : isUninvited ? 'uninvited' : 'open'}.title`)}
        actions={
          <>
            {isUninvited && (
              <ButtonLink to={`/projects/${id}/invitations`} icon={UserPlus}>
                {tStage('owner.uninvited.invite')}
              </ButtonLink>
            )}
            {!isDue && may('amend') && (
              <ButtonLink to={`/projects/${id}/edit`} variant="outline" icon={Pencil}>
                {t('detail.amend')}
              </ButtonLink>
            )}
            {may('close_bidding') && (isDue || project.mayCloseEarly) && (
              <ButtonLink to={`/projects/${id}/close-bidding`} variant="outline" icon={Lock}>
                {t('detail.closeBidding')}
              </ButtonLink>
            )}
            {cancel}
          </>
        }
      >
        {isUninvited && <p>{tStage('owner.uninvited.text')}</p>}
        {isDue
          ? tStage('owner.due.text')
          : tStage('owner.open.text', { deadline: deadline(bidDeadline, project.timeZone) })}
      </Alert>
    )
  }
  if (status === 'evaluating') {
    return bidCount > 0 ? (
      <Alert
        tone="warning"
        title={
          revoked
            ? tStage('owner.revoked.title', { company: revoked.chosen })
            : tStage('owner.evaluating.title', { count: bidCount })
        }
        actions={
          <>
            {isPending && (
              <ButtonLink to={`/projects/${id}/evaluation`} icon={ClipboardCheck}>
                {tStage('owner.pending.open')}
              </ButtonLink>
            )}
            {compare(isPending ? 'outline' : 'primary')}
            {cancel}
          </>
        }
      >
        {isPending
          ? tStage('owner.pending.text')
          : revoked?.fallback
            ? tStage('owner.revoked.fallback', { company: revoked.fallback })
            : tStage(revoked ? 'owner.revoked.text' : 'owner.evaluating.text')}
      </Alert>
    ) : (
      <Alert tone="warning" title={tStage('owner.evaluatingNone.title')} actions={cancel}>
        {tStage('owner.evaluatingNone.text')}
      </Alert>
    )
  }
  if (status === 'awarded') {
    return (
      <Alert
        tone="success"
        title={tStage('owner.awarded.title', { company })}
        actions={
          <>
            {contract ??
              (may('draft_contract') && (
                <ButtonLink to={`/contracts/new?project=${id}`} icon={FileSignature}>
                  {t('detail.prepareContract')}
                </ButtonLink>
              ))}
            {compare('outline')}
          </>
        }
      >
        {contract ? tStage('owner.awarded.contracted') : tStage('owner.awarded.text')}
      </Alert>
    )
  }
  if (status === 'cancelled') {
    return (
      <Alert
        tone="danger"
        title={tStage('owner.cancelled.title')}
        actions={
          <>
            {may('retender') && (
              <ButtonLink to={`/projects/new?continues=${id}`} icon={Repeat}>
                {tStage('owner.cancelled.again')}
              </ButtonLink>
            )}
            {bidCount > 0 && compare('outline')}
          </>
        }
      >
        <span className="whitespace-pre-line">{project.cancelReason}</span>
      </Alert>
    )
  }
  return (
    <Alert
      tone={status === 'terminated' ? 'danger' : 'success'}
      title={tStage(`owner.${status}.title`, { company })}
      actions={
        <>
          {status === 'terminated' && may('retender') && (
            <ButtonLink to={`/projects/new?continues=${id}`} icon={Repeat}>
              {t('detail.retender')}
            </ButtonLink>
          )}
          {contract}
          {compare('outline')}
        </>
      }
    >
      {tStage(`owner.${status}.text`)}
    </Alert>
  )
}

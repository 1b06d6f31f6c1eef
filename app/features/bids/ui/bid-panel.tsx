import {
  Ban,
  CircleCheck,
  FileSignature,
  Lock,
  Pencil,
  ReceiptText,
  Scale,
  ScanEye,
  ScrollText,
  Star,
  Trophy,
  Undo2,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { BidAction } from '#app/features/bids/bid.ts'
import type { BidDetail } from '#app/features/bids/queries.server.ts'
import { outlastsDeadline } from '#app/features/bids/validity/validity.ts'
import { isBeforeDeadline } from '#app/features/projects/bid-deadline.ts'
import { ActionButton } from '#app/features/projects/ui/action-button.tsx'
import { useDeadline } from '#app/i18n/deadline-text.ts'
import { Alert } from '#app/ui/alert.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import type { Tone } from '#app/ui/tones.ts'
import { ContractLink } from './contract-link.tsx'

type Props = {
  bid: BidDetail
  actions: readonly BidAction[]
  now: number
  submissionId: string
  /** There is a letter about an award. */
  isDecided: boolean
}

/** The state of a bid for its bidder, and the next steps. */
export function BidderActions({
  bid,
  actions,
  canBid,
  now,
  submissionId,
  contractId,
  isDecided,
  isFallback,
}: Props & { canBid: boolean; contractId: string | null; isFallback: boolean }) {
  const { t } = useTranslation(['bids', 'bidstate'])
  const { t: tLines } = useTranslation('bidlines')
  const deadlineOf = useDeadline()
  const { id, status, project } = bid
  const can = (action: BidAction) => actions.includes(action)
  const isBidding = project.status === 'open' && isBeforeDeadline(now, project.bidDeadline)
  const isBehind = bid.projectVersion < project.version
  const needsConfirming = can('confirm') && isBehind
  const state = needsConfirming ? 'unconfirmed' : stateOf(bid, isBidding, isFallback)
  const buttons = [
    can('submit') && !isBehind && (
      <ActionButton
        key="submit"
        to={`/bids/${id}/submit`}
        submissionId={submissionId}
        expectedVersion={bid.updatedAt}
        icon={Lock}
      >
        {t('action.submit')}
      </ActionButton>
    ),
    can('submit') && !isBehind && (
      <ButtonLink key="review" to={`/bids/${id}/review`} variant="outline" icon={ScanEye}>
        {tLines('review.title')}
      </ButtonLink>
    ),
    needsConfirming && (
      <ActionButton
        key="confirm"
        to={`/bids/${id}/confirm`}
        submissionId={submissionId}
        expectedVersion={project.version}
        icon={CircleCheck}
      >
        {t('action.confirm')}
      </ActionButton>
    ),
    (can('edit') || can('revise')) && (
      <ButtonLink key="edit" to={`/bids/${id}/edit`} variant="outline" icon={Pencil}>
        {can('revise') ? t('action.revise') : t('action.edit')}
      </ButtonLink>
    ),
    bid.seals.length > 0 && (
      <ButtonLink key="receipt" to={`/bids/${id}/receipt`} variant="outline" icon={ReceiptText}>
        {tLines('receipt.title')}
      </ButtonLink>
    ),
    can('withdraw') && (
      <ButtonLink key="withdraw" to={`/bids/${id}/withdraw`} variant="ghost" icon={Undo2}>
        {t('action.withdraw')}
      </ButtonLink>
    ),
    status === 'withdrawn' && isBidding && canBid && (
      <ButtonLink key="again" to={`/bids/new?project=${project.id}`}>
        {t('action.again')}
      </ButtonLink>
    ),
    contractId && <ContractLink key="contract" contractId={contractId} />,
    isDecided && <DecisionLink key="decision" bidId={id} />,
  ].filter(Boolean)
  const reason = status === 'rejected' ? bid.reason : state === 'cancelled' ? project.cancelReason : null
  const deadline = deadlineOf(project.bidDeadline, project.timeZone)
  return (
    <Alert
      tone={tones[state]}
      title={state === 'short' ? tLines('state.short.title') : t(`bidstate:state.${state}.title`)}
      actions={buttons.length > 0 ? buttons : undefined}
    >
      <p>
        {state === 'short'
          ? tLines('state.short.text', { deadline })
          : t(`bidstate:state.${state}.text`, { deadline, company: project.ownerName })}
      </p>
      {reason && <blockquote className="mt-2 border-s-2 border-border ps-3 whitespace-pre-line">{reason}</blockquote>}
    </Alert>
  )
}

type State =
  | BidDetail['status']
  | 'unconfirmed'
  | 'changed'
  | 'short'
  | 'stale'
  | 'draftBehind'
  | 'draftLate'
  | 'due'
  | 'cancelled'
  | 'notChosen'
  | 'fallback'

function stateOf(bid: BidDetail, isBidding: boolean, isFallback: boolean): State {
  const { status, project, projectVersion, requestChanged } = bid
  if (project.status === 'cancelled' && status !== 'withdrawn') return 'cancelled'
  const isBehind = projectVersion < project.version
  const isShort = isBehind && !outlastsDeadline({ ...bid, ...project })
  if (status === 'draft') return !isBidding ? 'draftLate' : isBehind ? 'draftBehind' : 'draft'
  if (status === 'submitted') return !isBidding ? 'due' : requestChanged ? 'changed' : isShort ? 'short' : 'submitted'
  if (status !== 'opened' && status !== 'shortlisted') return status
  if (isBehind) return 'stale'
  if (project.status !== 'awarded') return status
  return isFallback ? 'fallback' : 'notChosen'
}

const tones: Record<State, Tone> = {
  draft: 'warning',
  draftBehind: 'warning',
  draftLate: 'neutral',
  unconfirmed: 'warning',
  changed: 'warning',
  short: 'warning',
  stale: 'warning',
  submitted: 'info',
  due: 'info',
  opened: 'info',
  shortlisted: 'info',
  rejected: 'danger',
  awarded: 'success',
  won: 'success',
  terminated: 'danger',
  not_selected: 'neutral',
  withdrawn: 'neutral',
  cancelled: 'danger',
  notChosen: 'neutral',
  fallback: 'info',
}

function DecisionLink({ bidId }: { bidId: string }) {
  const { t } = useTranslation('bids')
  return (
    <ButtonLink to={`/bids/${bidId}/decision`} variant="outline" icon={ScrollText}>
      {t('action.decision')}
    </ButtonLink>
  )
}

/** The project owner's actions on an opened bid. */
export function OwnerActions({
  bid,
  actions,
  canDraft,
  submissionId,
  isDecided,
}: Omit<Props, 'now'> & { canDraft: boolean }) {
  const { t } = useTranslation('bids')
  const { id, status, project } = bid
  const can = (action: BidAction) => actions.includes(action)
  return (
    <div className="flex flex-wrap items-center gap-2">
      {can('award') && (
        <ButtonLink to={`/bids/${id}/award`} icon={Trophy}>
          {t('action.award')}
        </ButtonLink>
      )}
      {(status === 'opened' || status === 'shortlisted') && bid.projectVersion < project.version && (
        <p className="w-full text-sm text-warning">{t('detail.stale')}</p>
      )}
      {status === 'awarded' && canDraft && (
        <ButtonLink to={`/contracts/new?project=${project.id}`} icon={FileSignature}>
          {t('action.contract')}
        </ButtonLink>
      )}
      {can('shortlist') && (
        <ActionButton to={`/bids/${id}/shortlist`} submissionId={submissionId} variant="outline" icon={Star}>
          {t('action.shortlist')}
        </ActionButton>
      )}
      <ButtonLink to={`/projects/${project.id}/bids`} variant="outline" icon={Scale}>
        {t('action.compare')}
      </ButtonLink>
      {isDecided && <DecisionLink bidId={id} />}
      {can('revoke') && (
        <ButtonLink to={`/bids/${id}/revoke`} variant="ghost" icon={Undo2}>
          {t('action.revoke')}
        </ButtonLink>
      )}
      {can('reject') && (
        <ButtonLink to={`/bids/${id}/reject`} variant="ghost" icon={Ban}>
          {t('action.reject')}
        </ButtonLink>
      )}
    </div>
  )
}

import { Camera } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { DefectAction } from '#app/features/handover/handover.ts'
import { useFormat } from '#app/i18n/format.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { StatusBadge } from '#app/ui/status-badge.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import type { Tone } from '#app/ui/tones.ts'
import type { ContractParty } from '#db/vocabulary/contracts.ts'
import type { DefectStatus } from '#db/vocabulary/handover.ts'

type Defect = {
  id: string
  description: string
  place: string
  responsible: ContractParty
  dueOn: string | null
  status: DefectStatus
  isOverdue: boolean
  actions: DefectAction[]
  files: readonly { id: string; fileId: string; name: string }[]
  mayAttach: boolean
}

const tones: Record<DefectStatus, Tone> = { open: 'warning', fixed: 'info', accepted: 'success' }

/**
 * The defects of a protocol with their files, once it is signed how far each is, and what the user may say of it. The steps are posted below
 * `path`.
 */
export function DefectList({
  path,
  defects,
  isSigned,
}: {
  path: string
  defects: readonly Defect[]
  isSigned: boolean
}) {
  const { t } = useTranslation('handover')
  const { t: tContract } = useTranslation('contracts')
  const format = useFormat()
  return (
    <ul className="flex flex-col divide-y divide-border rounded-lg border border-border bg-card">
      {defects.map((defect) => (
        <li key={defect.id} className="flex flex-wrap items-start justify-between gap-3 p-4">
          <div className="min-w-0 flex-1 basis-60">
            <p className="font-medium wrap-anywhere">{defect.description}</p>
            <p className="text-sm text-muted-foreground wrap-anywhere">
              {[
                defect.place,
                tContract(`party.${defect.responsible}`),
                defect.dueOn && t('defect.due', { date: format.date(defect.dueOn) }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </p>
            {defect.files.length > 0 && (
              <ul aria-label={t('field.files')} className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-sm">
                {defect.files.map(({ id, fileId, name }) => (
                  <li key={id}>
                    <TextLink to={`/files/${fileId}`} reloadDocument className="wrap-anywhere">
                      {name}
                    </TextLink>
                  </li>
                ))}
              </ul>
            )}
          </div>
          <div className="flex flex-wrap items-center gap-2">
            {defect.isOverdue && (
              <StatusBadge status="overdue" tone="danger">
                {t('defect.overdue')}
              </StatusBadge>
            )}
            {isSigned && (
              <StatusBadge status={defect.status} tone={tones[defect.status]}>
                {t(`defect.status.${defect.status}`)}
              </StatusBadge>
            )}
            {(defect.mayAttach || defect.files.length > 0) && (
              <ButtonLink to={`${path}/${defect.id}/files`} variant="ghost" size="sm" icon={Camera}>
                {t('defect.files')}
                <span className="sr-only">: {defect.description}</span>
              </ButtonLink>
            )}
            {defect.actions.map((action) => (
              <PostForm key={action} action={`${path}/${defect.id}/${action}`}>
                <SubmitButton variant={action === 'reopen' ? 'ghost' : 'outline'} size="sm">
                  {t(`defect.action.${action}`)}
                </SubmitButton>
              </PostForm>
            ))}
          </div>
        </li>
      ))}
    </ul>
  )
}

import { Form } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { PartOfWork } from '#app/features/handover/handover-scope.server.ts'
import { CheckboxGroup } from '#app/ui/forms/checkbox-group.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { PageSection } from '#app/ui/page-section.tsx'

/** Calls the handover of a part of the work: the milestones that are chosen. */
export function CallPart({
  parts,
  path,
  submissionId,
}: {
  parts: readonly PartOfWork[]
  path: string
  submissionId: string
}) {
  const { t } = useTranslation('handover')
  return (
    <PageSection title={t('part.title')} className="print:hidden">
      <Form
        method="post"
        action={path}
        className="flex flex-col items-start gap-4 rounded-lg border border-border bg-card p-4"
      >
        <input type="hidden" name="submissionId" value={submissionId} />
        <input type="hidden" name="isPart" value="on" />
        <CheckboxGroup
          name="milestoneIds"
          label={t('part.choose')}
          hint={t('part.hint')}
          options={parts.map(({ id, position, title }) => ({ value: id, label: `${position}. ${title}` }))}
        />
        <SubmitButton variant="outline">{t('part.call')}</SubmitButton>
      </Form>
    </PageSection>
  )
}

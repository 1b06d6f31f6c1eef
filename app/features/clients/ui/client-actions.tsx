import { Archive, ArchiveRestore, Download, Merge, Pencil, Plus, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '#app/ui/button.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { useIsRefused } from '#app/ui/refused-addresses.ts'

/** What one does with a client, first of all invoice it. */
export function ClientActions({
  client: { id, archivedAt },
  isUnused,
}: {
  client: { id: string; archivedAt: number | null }
  isUnused: boolean
}) {
  const { t } = useTranslation('clients')
  const step = archivedAt === null ? 'archive' : 'restore'
  const mayNotArchive = useIsRefused(`/clients/${id}/${step}`, 'post')
  return (
    <div className="flex flex-wrap gap-2 print:hidden">
      {archivedAt === null && (
        <ButtonLink to={`/invoicing/new?client=${id}`} icon={Plus}>
          {t('action.invoice')}
        </ButtonLink>
      )}
      <ButtonLink to={`/clients/${id}/edit`} icon={Pencil} variant="outline">
        {t('action.edit')}
      </ButtonLink>
      {!mayNotArchive && (
        <PostForm action={`/clients/${id}/${step}`}>
          <SubmitButton variant="outline" icon={archivedAt === null ? Archive : ArchiveRestore}>
            {t(`action.${step}`)}
          </SubmitButton>
        </PostForm>
      )}
      <ButtonLink to={`/clients/${id}/merge`} icon={Merge} variant="outline">
        {t('action.merge')}
      </ButtonLink>
      <ButtonLink to={`/clients/${id}/client.vcf`} reloadDocument icon={Download} variant="outline">
        {t('action.vcf')}
      </ButtonLink>
      {isUnused && (
        <ButtonLink to={`/clients/${id}/delete`} icon={Trash2} variant="ghost">
          {t('action.delete')}
        </ButtonLink>
      )}
    </div>
  )
}

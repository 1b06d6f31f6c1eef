import { Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#app/i18n/format.ts'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import type { ContractParty } from '#db/vocabulary/contracts.ts'
import type { DefectFileStage } from '#db/vocabulary/handover.ts'

type DefectFile = {
  id: string
  fileId: string
  name: string
  mime: string
  sha256: string
  stage: DefectFileStage
  party: ContractParty
  /** UTC ms */
  addedAt: number
}

/** The files of a defect, photos as pictures. A party can remove its own while the protocol is written (`removable`). */
export function DefectFileList({
  files,
  removable,
}: {
  files: readonly DefectFile[]
  removable: { party: ContractParty; path: string } | null
}) {
  const { t } = useTranslation('defectfiles')
  const { t: tContract } = useTranslation('contracts')
  const format = useFormat()
  return (
    <ul className="divide-y divide-border text-sm">
      {files.map(({ id, fileId, name, mime, sha256, stage, party, addedAt }) => (
        <li key={id} className="flex flex-wrap items-start gap-x-4 gap-y-3 py-4 first:pt-0 last:pb-0">
          {mime.startsWith('image/') && (
            <img
              src={`/files/${fileId}`}
              alt={t('alt', { name })}
              loading="lazy"
              className="h-32 w-40 rounded-md border border-border object-cover"
            />
          )}
          <div className="flex min-w-0 flex-1 basis-48 flex-col gap-1">
            <TextLink to={`/files/${fileId}`} reloadDocument block className="wrap-anywhere">
              {name}
            </TextLink>
            <p className="text-muted-foreground">
              {[t(`stage.${stage}`), tContract(`party.${party}`), format.dateTime(addedAt)].join(' · ')}
            </p>
            <p className="font-mono text-xs break-all text-muted-foreground">SHA-256 {sha256}</p>
          </div>
          {removable?.party === party && (
            <PostForm action={`${removable.path}/${id}/remove`}>
              <SubmitButton variant="ghost" size="sm" icon={Trash2}>
                {t('remove')}
                <span className="sr-only">: {name}</span>
              </SubmitButton>
            </PostForm>
          )}
        </li>
      ))}
    </ul>
  )
}

import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { PrintButton } from '#app/documents/print-button.tsx'
import type { FilesOffer } from '#app/features/einvoices/files-offer.server.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'

/** The files of an invoice, and for its seller the rules of e-invoices that it breaks, with what to do. */
export function FilesCard({ base, offer }: { base: string; offer: FilesOffer }) {
  const { t } = useTranslation('einvoices')
  const { files, said, rules, isIssued } = offer
  return (
    <Card title={t('files.title')}>
      <div className="flex flex-col gap-2.5">
        {files.map(({ name, label }) => (
          <ButtonLink key={name} to={`${base}/${name}`} icon={Download} variant="outline" reloadDocument>
            {t(`files.${label}`)}
          </ButtonLink>
        ))}
        <PrintButton />
        {said && <p className="pt-1 text-sm text-muted-foreground">{t(`files.${said}`)}</p>}
        {rules.length > 0 && (
          <ul className="flex list-disc flex-col gap-1.5 ps-5 text-sm">
            {rules.map(({ mend, ids }) => (
              <li key={mend}>{t('files.rule', { mend: t(`mend.${mend}`), id: ids.join(', ') })}</li>
            ))}
          </ul>
        )}
        {rules.length > 0 && isIssued && <p className="text-sm text-muted-foreground">{t('files.issued')}</p>}
      </div>
    </Card>
  )
}

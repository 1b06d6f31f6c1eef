import { useTranslation } from 'react-i18next'
import { DrawnLines } from '#app/documents/drawn-lines.tsx'

/** A signature as it was drawn, in the ink of its theme. */
export function DrawnSignature({ drawing, name }: { drawing: string; name: string }) {
  const { t } = useTranslation('contracts')
  return <DrawnLines path={drawing} label={t('signature.drawn', { name })} className="w-60 max-w-full" />
}

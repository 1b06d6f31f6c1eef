import { Printer } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useHydrated } from 'remix-utils/use-hydrated'
import { Button } from '#app/ui/button.tsx'

/** Prints the page, which shows a document. Without scripts there is none: the browser's menu prints. */
export function PrintButton({ className }: { className?: string }) {
  const { t } = useTranslation('ui')
  return (
    useHydrated() && (
      <Button variant="outline" icon={Printer} className={className} onClick={() => window.print()}>
        {t('print')}
      </Button>
    )
  )
}
